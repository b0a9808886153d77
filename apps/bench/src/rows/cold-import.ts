/** The first import of a server's and of a client's packages in a fresh process. */
import { measureImports } from '../harness/measure-import.js';
import type { Row } from '../harness/row.js';

export const importServer: Row = {
  id: 'import-server',
  title: 'Cold import, HTTP server',
  unit: 'ms',
  better: 'less',
  goals: [{ kind: 'share', of: 'official', atMost: 0.5 }],
  how: 'What an HTTP server on Node imports at its top, zod included, in a fresh process. The start of Node is not counted.',
  measure: (bench) =>
    measureImports(bench, [
      { name: 'mrtr', specifiers: ['@mrtr/server', '@mrtr/http/node', 'zod'] },
      { name: 'official', specifiers: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'] },
      { name: 'tmcp', specifiers: ['tmcp', '@tmcp/adapter-zod', '@tmcp/transport-http', 'srvx/node', 'zod'] },
      { name: 'mcp-lite', specifiers: ['mcp-lite', 'hono', '@hono/node-server', 'zod'] },
      { name: 'zod alone', specifiers: ['zod'] },
    ]),
};

export const importClient: Row = {
  id: 'import-client',
  title: 'Cold import, HTTP client',
  unit: 'ms',
  better: 'less',
  goals: [{ kind: 'share', of: 'official', atMost: 0.5 }],
  how: 'What an HTTP client imports at its top, in a fresh process.',
  measure: async (bench) => [
    ...(await measureImports(bench, [
      { name: 'mrtr', specifiers: ['@mrtr/client'] },
      { name: 'official', specifiers: ['@modelcontextprotocol/client'] },
    ])),
    { side: 'tmcp', absent: 'no HTTP client' },
    { side: 'mcp-lite', absent: 'no HTTP client' },
  ],
};
