/** A test without a framework: a server that asks, a client that answers by script, its clock, and tokens tampered with. */
import { Client } from '@mrtr/client';
import { RequestStateSecurity } from '@mrtr/seal';
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { accept, recordRounds, scripted, tamper, virtualClock } from '@mrtr/testing';
import { z } from 'zod';

const Region = z.object({ region: z.enum(['eu', 'us']) });
const clock = virtualClock();
const requestState = new RequestStateSecurity({ keys: ['a key for tests, of 32 characters'], now: clock.now });
const logger = { warn: () => undefined, error: () => undefined };

const server = new McpServer({ name: 'provisioner', version: '1.0.0' }, { clock, logger, requestState });
server.tool('provision', { description: 'Make a database' }, (_input, ctx) => {
  const answer = ctx.answer('region', Region);
  return answer ? `in ${answer.region}` : inputRequired({ region: elicit('Which region?', Region) });
});

const script = scripted({ region: ({ message }) => accept({ region: message === 'Which region?' ? 'us' : 'eu' }) });
const record = recordRounds();
const client = new Client(server, { ...script, clock });
const { content } = await clock.runUntil(client.callTool('provision', {}, { onRound: record.onRound }));
script.assertDone();

const [block] = content;
const [round] = record.rounds;
if (block?.type !== 'text' || block.text !== 'in us') throw new Error(`The call came to ${JSON.stringify(content)}.`);
if (round?.requestState === undefined || record.asked.join() !== 'region')
  throw new Error('The round was not recorded.');

let refused = 0;
for (const { token } of tamper(round.requestState)) {
  if (typeof token !== 'string') continue;
  const retry = { requestState: token, inputResponses: { region: accept({ region: 'us' }) } };
  const outcome = await client.session.callTool('provision', {}, retry).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error('A token was accepted that is none.');
  refused += 1;
}
if (refused < 1000) throw new Error(`Only ${refused} tokens were tried.`);

console.log('tested');
