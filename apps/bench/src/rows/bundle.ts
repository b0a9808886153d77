/** What a server and a client weigh when they are bundled. */
import { measureBundles } from '../harness/measure-bundle.js';
import type { Row } from '../harness/row.js';

export const bundleServer: Row = {
  id: 'bundle-server',
  title: 'Bundle of an HTTP server on Node',
  unit: 'kB',
  better: 'less',
  goals: [{ kind: 'bound', atMost: 50 }],
  how: 'The very servers that the HTTP rows measure, zod included: esbuild, minified, gzip level 9.',
  measure: () =>
    measureBundles([
      { name: 'mrtr', module: 'mrtr/http-server' },
      { name: 'mcp-lite', module: 'mcp-lite/http-server' },
      { name: 'tmcp', module: 'tmcp/http-server' },
      { name: 'official', module: 'official/http-server' },
      { name: 'zod alone', module: 'bare/zod-alone' },
      { name: 'noble alone', module: 'bare/xchacha-codec' },
    ]),
};

export const bundleClient: Row = {
  id: 'bundle-client',
  title: 'Bundle of an HTTP client',
  unit: 'kB',
  better: 'less',
  goals: [{ kind: 'bound', atMost: 45 }],
  how: 'A client that connects by HTTP, answers a form and calls a tool: esbuild, minified, gzip level 9, for Node and for browsers.',
  measure: async () => [
    ...(await measureBundles([
      { name: 'mrtr', module: 'mrtr/http-client' },
      { name: 'mrtr, browser', module: 'mrtr/http-client', platform: 'browser' },
      { name: 'official', module: 'official/http-client' },
      { name: 'official, browser', module: 'official/http-client', platform: 'browser' },
    ])),
    { side: 'tmcp', absent: 'no HTTP client' },
    { side: 'mcp-lite', absent: 'no HTTP client' },
  ],
};
