/** A program that is both sides: a client that starts itself as a server, and answers what its tool asks. */
import { Client } from '@mrtr/client';
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { stdioTransport } from '@mrtr/stdio/client';
import { serveStdio } from '@mrtr/stdio/server';
import { z } from 'zod';

const Region = z.object({ region: z.enum(['eu', 'us']) });

async function serve(): Promise<void> {
  const server = new McpServer({ name: 'provisioner', version: '1.0.0' });
  server.tool('provision', { input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
    console.log('This is no message.');
    const answer = ctx.answer('region', Region);
    return answer ? `${name} in ${answer.region}` : inputRequired({ region: elicit('Which region?', Region) });
  });
  await serveStdio(server).closed;
}

async function call(program: string): Promise<void> {
  const transport = stdioTransport({ command: process.execPath, args: [program, 'serve'], stderr: 'ignore' });
  const client = await Client.connect(transport, {
    onElicit: () => ({ action: 'accept', content: { region: 'us' } }),
  });
  const result = await client.callTool('provision', { name: 'orders' });
  await client.close();
  const [block] = result.content;
  if (block?.type !== 'text' || block.text !== 'orders in us') {
    throw new Error(`The call came to ${JSON.stringify(result)}.`);
  }
  console.log('piped');
}

const [, program = '', role] = process.argv;
await (role === 'serve' ? serve() : call(program));
