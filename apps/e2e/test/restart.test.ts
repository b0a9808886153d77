import { Client } from '@mrtr/client';
import { describe, expect, test } from 'vitest';
import { Instance } from '../src/instance.js';

const KEY = 'a key that both lives of this server share';
const ANSWER = { region: { action: 'accept', content: { region: 'eu-west-1' } } } as const;
const PROVISION = { name: 'provision', arguments: { name: 'orders' } };

/** The first round of a call, on an instance that dies before the second; another takes its port. */
async function acrossARestart(keys: { before?: string[]; after?: string[] }) {
  await using first = await Instance.start({ ...(keys.before && { keys: keys.before }) });
  await using client = new Client(first.url, { capabilities: { elicitation: {} } });
  const call = client.begin('tools/call', PROVISION);
  const rounds = call[Symbol.asyncIterator]();
  const { value: round } = await rounds.next();
  await first.kill();
  const second = await Instance.start({ port: first.port, ...(keys.after && { keys: keys.after }) });
  round!.answer(ANSWER);
  const outcome = await rounds.next().then(
    () => call.result,
    (error: unknown) => error,
  );
  return { outcome, second };
}

describe('a server in a process of its own', () => {
  test('finishes a call of two rounds over HTTP', async () => {
    await using instance = await Instance.start();
    await using client = new Client(instance.url, { onElicit: () => ANSWER.region });
    const { content } = await client.callTool('provision', { name: 'orders' });
    expect(content).toEqual([{ type: 'text', text: 'orders in eu-west-1, round 2' }]);
  });

  test('killed between the rounds and started again with the same keys, still finishes the call', async () => {
    const { outcome, second } = await acrossARestart({ before: [KEY], after: [KEY] });
    await using _ = second;
    expect(outcome).toMatchObject({ content: [{ text: 'orders in eu-west-1, round 2' }] });
  });

  test('killed and started again without keys, answers with the frozen error, and its log says why', async () => {
    const { outcome, second } = await acrossARestart({});
    await using _ = second;
    expect(outcome).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
    await expect.poll(() => second.log).toContain('unknown_key');
    expect(second.log).toContain('give RequestStateSecurity the same `keys` everywhere');
  });

  test('refuses the state of an instance with other keys, and goes on serving', async () => {
    const { outcome, second } = await acrossARestart({ before: [KEY], after: [`${KEY}: or rather not`] });
    await using _ = second;
    expect(outcome).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' });
    await using client = new Client(second.url, { onElicit: () => ANSWER.region });
    await expect(client.callTool('provision', { name: 'orders' })).resolves.toMatchObject({
      content: [{ type: 'text' }],
    });
  });
});
