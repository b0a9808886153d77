/** tmcp over HTTP on Node through srvx, one of the two adapters that its documentation names and the faster one. */
import { HttpTransport } from '@tmcp/transport-http';
import { serve } from 'srvx/node';
import type { Served } from '../../harness/subject.js';
import { ENDPOINT } from '../../work/names.js';
import { createTmcpServer } from './tools.js';

export async function start({ tools = 2 }: { tools?: number }): Promise<Served> {
  const transport = new HttpTransport(createTmcpServer(tools), { path: ENDPOINT, allowedOrigins: [] });
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    async fetch(request) {
      return (await transport.respond(request)) ?? new Response('Not Found', { status: 404 });
    },
  });
  await server.ready();
  return {
    url: new URL(ENDPOINT, server.url).href,
    close: async () => {
      await transport.close();
      await server.close(true);
    },
  };
}
