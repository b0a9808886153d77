/** The official SDK over HTTP on Node, mounted as docs/serving/http.md mounts it, its guards in front. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Served } from '../../harness/subject.js';
import { ENDPOINT } from '../../work/names.js';
import { serverFactory } from './tools.js';

export async function start({ tools = 2 }: { tools?: number }): Promise<Served> {
  const handler = createMcpHandler(serverFactory(tools));
  const nodeHandler = toNodeHandler(handler);
  const validateHost = localhostHostValidation();
  const validateOrigin = localhostOriginValidation();
  const server = createServer((req, res) => {
    const request = req as ServerRequest;
    if (!validateHost(request, res) || !validateOrigin(request, res)) return;
    void nodeHandler(request, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${ENDPOINT}`,
    close: async () => {
      await handler.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** What Node gives a server: its own type allows for a client's response, which has neither. */
type ServerRequest = IncomingMessage & { method: string; url: string };
