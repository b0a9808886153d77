/**
 * mcp-lite over HTTP on Node, through Hono as its documentation mounts it, without sessions. It speaks the revisions
 * up to 2025-06-18 and has no multi-round-trip requests, so it is measured on the plain call alone.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { McpServer, StreamableHttpTransport } from 'mcp-lite';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { Served } from '../../harness/subject.js';
import { fillerText, fillerTools } from '../../work/filler.js';
import { GREET, greeting } from '../../work/greet.js';
import { ENDPOINT, SERVER_INFO } from '../../work/names.js';

export async function start({ tools = 2 }: { tools?: number }): Promise<Served> {
  const mcp = new McpServer({ ...SERVER_INFO, schemaAdapter: (schema) => z.toJSONSchema(schema as z.ZodType) });
  mcp.tool(GREET.tool, {
    description: GREET.description,
    inputSchema: GREET.input,
    handler: ({ name }) => ({ content: [{ type: 'text', text: greeting(name) }] }),
  });
  for (const { name, description, input } of fillerTools(tools - 1)) {
    mcp.tool(name, {
      description,
      inputSchema: input,
      handler: ({ query }) => ({ content: [{ type: 'text', text: fillerText(query) }] }),
    });
  }
  const app = new Hono();
  const { server, port } = await listen(app);
  const handler = new StreamableHttpTransport({ allowedHosts: [`127.0.0.1:${port}`] }).bind(mcp);
  app.all(ENDPOINT, (c) => handler(c.req.raw));
  return {
    url: `http://127.0.0.1:${port}${ENDPOINT}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(app: Hono): Promise<{ server: ReturnType<typeof serve>; port: number }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info: AddressInfo) =>
      resolve({ server, port: info.port }),
    );
  });
}
