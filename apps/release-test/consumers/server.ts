/** A program that has nothing but `@mrtr/server` and zod: a tool that asks, called over two rounds without a channel. */
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { z } from 'zod';

const Region = z.object({ region: z.enum(['eu', 'us']) });

const server = new McpServer({ name: 'provisioner', version: '1.0.0' });
server.tool('provision', { description: 'Make a database', input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
  const answer = ctx.answer('region', Region);
  if (!answer) return inputRequired({ region: elicit('Which region?', Region) });
  const region: 'eu' | 'us' = answer.region;
  return `${name.toUpperCase()} in ${region}`;
});

const call = (params: object): ReturnType<typeof server.exchange> =>
  server.exchange({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'nobody', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
      name: 'provision',
      arguments: { name: 'orders' },
      ...params,
    },
  });

const first = await call({});
if (!first || !('result' in first)) throw new Error(`The first round came to ${JSON.stringify(first)}.`);
const { requestState } = first.result;

const second = await call({
  requestState,
  inputResponses: { region: { action: 'accept', content: { region: 'eu' } } },
});
if (!JSON.stringify(second).includes('"ORDERS in eu"'))
  throw new Error(`The flow ended with ${JSON.stringify(second)}.`);

console.log('served');
