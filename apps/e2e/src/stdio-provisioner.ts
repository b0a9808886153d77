/** The provisioner once more, on the streams of its process: keys from the environment, its log on stderr. */
import { elicit, inputRequired, McpServer, resolver } from '@mrtr/server';
import { RequestStateSecurity } from '@mrtr/seal';
import { serveStdio } from '@mrtr/stdio/server';
import * as z from 'zod';

const keys = process.env['PROVISIONER_KEYS']?.split(',');
const requestState = keys && new RequestStateSecurity({ keys });

const Region = z.object({ region: z.enum(['eu-west-1', 'us-east-1']) });
const Size = z.object({ size: z.int() });
const Sure = z.object({ sure: z.boolean() });

const server = new McpServer({ name: 'provisioner', version: '1.0.0' }, { requestState });

server.tool('provision', { input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
  const answer = ctx.answer('region', Region);
  return answer
    ? `${name} in ${answer.region}, round ${ctx.flow.round}`
    : inputRequired({ region: elicit('Which region?', Region) });
});

// Two questions at once, and a third that needs both answers.
const region = resolver({}, () => elicit('Which region?', Region));
const size = resolver({}, () => elicit('How large?', Size));
const sure = resolver({ needs: { region, size } }, ({ region: r, size: s }) =>
  elicit(`${s.size} in ${r.region}, sure?`, Sure),
);
server.tool('resize', { resolve: { region, size, sure } }, ({ region: r, size: s, sure: { sure: isSure } }, ctx) => {
  console.log('Handlers may log: this is no message.');
  ctx.progress(1, 1, 'resizing');
  return isSure ? `${s.size} in ${r.region}` : 'nothing done';
});

server.tool('whoami', {}, () => String(process.pid));

let cancelled = 0;
server.tool('wait', {}, async (_, ctx) => {
  ctx.progress(0, 1, 'waiting');
  await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
  cancelled += 1;
  return 'nobody hears this';
});
server.tool('cancelled', {}, () => String(cancelled));
server.tool('grow', {}, () => {
  server.tool('grown', {}, () => 'grown');
  return 'done';
});

const running = serveStdio(server);
process.once('SIGTERM', () => void running.close());
await running.closed;
await server.close();
