/** A program with both sides on Node: a server over HTTP, and a client that answers what its tool asks. */
import { Client } from '@mrtr/client';
import { serve } from '@mrtr/http/node';
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { z } from 'zod';

const Region = z.object({ region: z.enum(['eu', 'us']) });

const server = new McpServer({ name: 'provisioner', version: '1.0.0' });
server.tool('provision', { description: 'Make a database', input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
  const answer = ctx.answer('region', Region);
  return answer ? `${name} in ${answer.region}` : inputRequired({ region: elicit('Which region?', Region) });
});

const running = await serve(server, { port: 0 });
const client = await Client.connect(running.url, {
  onElicit: () => ({ action: 'accept', content: { region: 'us' } }),
});
const result = await client.callTool('provision', { name: 'orders' });
await client.close();
await running.close();

const [block] = result.content;
if (block?.type !== 'text' || block.text !== 'orders in us') {
  throw new Error(`The call came to ${JSON.stringify(result)}.`);
}

console.log('together');
