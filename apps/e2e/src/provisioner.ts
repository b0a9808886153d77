/** One instance of the provisioner, as a process of its own: keys and port from the environment, its URL on stdout. */
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { RequestStateSecurity } from '@mrtr/seal';
import { serve } from '@mrtr/http/node';
import * as z from 'zod';

const { PROVISIONER_KEYS, PROVISIONER_PORT = '0', PROVISIONER_TTL = '600' } = process.env;
const keys = PROVISIONER_KEYS?.split(',');
const requestState = keys && new RequestStateSecurity({ keys, ttl: Number(PROVISIONER_TTL) });

const Region = z.object({ region: z.enum(['eu-west-1', 'us-east-1']) });

const server = new McpServer({ name: 'provisioner', version: '1.0.0' }, { requestState });

server.tool('provision', { input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
  const answer = ctx.answer('region', Region);
  return answer
    ? `${name} in ${answer.region}, round ${ctx.flow.round}`
    : inputRequired({ region: elicit('Which region?', Region) });
});

server.tool('whoami', {}, () => String(process.pid));

const running = await serve(server, { port: Number(PROVISIONER_PORT) });
console.log(running.url);

process.once('SIGTERM', () => void running.close());
