/**
 * The official SDK in memory on 2026-07-28: its linked pair of transports, which hands objects over by reference,
 * with `serveStdio` on the server's end, since a server that is connected by hand speaks the older revisions only.
 */
import { InMemoryTransport, type Client } from '@modelcontextprotocol/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { growth } from '../../work/growth.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { SURVEY } from '../../work/survey.js';
import { officialClient } from './client.js';
import { surveyFactory } from './survey.js';
import { serverFactory } from './tools.js';

export async function call(): Promise<Looped> {
  const client = await connect(serverFactory(2), ORDER.answer);
  return {
    operation: async () => textOf(await client.callTool({ name: GREET.tool, arguments: GREET.arguments })),
    expected: GREET.expected,
  };
}

export async function flow(): Promise<Looped> {
  const client = await connect(serverFactory(2), ORDER.answer);
  return {
    operation: async () => textOf(await client.callTool({ name: ORDER.tool, arguments: ORDER.arguments })),
    expected: ORDER.expected,
  };
}

export async function longFlow(): Promise<Looped> {
  const lengths: number[] = [];
  const client = await connect(
    surveyFactory((token) => lengths.push(token.length)),
    SURVEY.answer,
  );
  const operation = async () => {
    lengths.length = 0;
    return textOf(await client.callTool({ name: SURVEY.tool, arguments: SURVEY.arguments }));
  };
  await operation();
  return { operation, expected: SURVEY.expected, facts: growth(lengths) };
}

async function connect(factory: () => McpServer, answer: Record<string, string | number | boolean>): Promise<Client> {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  serveStdio(factory, { transport: serverEnd });
  const client = officialClient(answer);
  await client.connect(clientEnd);
  return client;
}
