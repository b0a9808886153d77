/** The official client against the official handler through `fetch`, in one process, as docs/testing.md wires it. */
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { ENDPOINT } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { officialClient } from './client.js';
import { serverFactory } from './tools.js';

export async function call({ tools = 2 }: { tools?: number }): Promise<Looped> {
  const client = await connect(tools);
  return {
    operation: async () => textOf(await client.callTool({ name: GREET.tool, arguments: GREET.arguments })),
    expected: GREET.expected,
  };
}

export async function flow(): Promise<Looped> {
  const client = await connect(2);
  return {
    operation: async () => textOf(await client.callTool({ name: ORDER.tool, arguments: ORDER.arguments })),
    expected: ORDER.expected,
  };
}

async function connect(tools: number): Promise<Client> {
  const handler = createMcpHandler(serverFactory(tools));
  const client = officialClient(ORDER.answer);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1${ENDPOINT}`), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  );
  return client;
}
