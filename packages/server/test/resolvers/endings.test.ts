/** After a call has ended, as a resolver failed or the client left: nothing new starts, and who left is no failure. SYSTEM R4, H7. */
import { elicit, McpServer, resolver } from '@mrtr/server';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from '../support/recording.js';
import { send, textOf } from '../support/requests.js';
import { accept, callOf } from '../support/rounds.js';

const INFO = { name: 'endings', version: '1.0.0' };

function serverOf() {
  const { entries, ...logger } = recordingLogger();
  return { server: new McpServer(INFO, { logger }), entries };
}

/** Something that is waited for until the test says how it ends. */
function awaited<Value>() {
  let [resolve, reject] = [(_: Value): void => undefined, (_: Error): void => undefined];
  let onBegun = (): void => undefined;
  const value = new Promise<Value>((...settle) => ([resolve, reject] = settle));
  const begun = new Promise<void>((done) => (onBegun = done));
  const wait = vi.fn(() => {
    onBegun();
    return value;
  });
  return { wait, begun, resolve, reject };
}

/** Lets everything run that waits for its turn alone. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('when a resolver has failed', () => {
  test('those do not run whose needs settle later', async () => {
    const { server } = serverOf();
    const [validating, failing] = [awaited<boolean>(), awaited<number>()];
    const Seat = z.object({ seat: z.string() }).refine(validating.wait);
    const seat = resolver({}, () => elicit('Which seat?', Seat));
    const after = vi.fn(() => 1);
    const stock = resolver({}, (_, { flow }) => (flow.round === 1 ? 1 : failing.wait()));
    server.tool('t', { resolve: { after: resolver({ needs: { seat } }, after), stock } }, () => 'done');
    const rounds = callOf(server, 't');
    await rounds.next();
    const ended = rounds.next({ seat: accept({ seat: '7' }) });
    await Promise.all([validating.begun, failing.begun]);
    failing.reject(new Error('The shelf is gone.'));
    expect(textOf(await ended)).toContain('"stock"');
    validating.resolve(true);
    await settled();
    expect(after).not.toHaveBeenCalled();
  });

  test.each(['before', 'after'])('none goes on whose needs settle in the same moment, just %s it', async (when) => {
    const { server } = serverOf();
    const [title, stock] = [awaited<string>(), awaited<number>()];
    const signals: AbortSignal[] = [];
    const endless = resolver({ needs: { title: resolver({}, title.wait) } }, (_, { signal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    server.tool('t', { resolve: { endless, stock: resolver({}, stock.wait) } }, () => 'done');
    const ended = callOf(server, 't').next();
    await Promise.all([title.begun, stock.begun]);
    if (when === 'before') title.resolve('abc');
    stock.reject(new Error('The shelf is gone.'));
    if (when === 'after') title.resolve('abc');
    expect(textOf(await ended)).toContain('"stock"');
    await settled();
    expect(signals.filter(({ aborted }) => !aborted)).toEqual([]);
  });
});

test('a client that left is no failure of what it stopped: nobody is told of an error', async () => {
  const { server, entries } = serverOf();
  let client = new AbortController();
  const leave = () => client.abort();
  const stopped = resolver({}, (_, { signal }) => {
    const answer = new Promise<string>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
    queueMicrotask(leave);
    return answer;
  });
  const last = resolver({}, async () => leave());
  const unstarted = resolver({ needs: { last } }, () => 1);
  server.prompt('stopped', { resolve: { stopped } }, () => 'done');
  server.prompt('unstarted', { resolve: { unstarted } }, () => 'done');
  server.resource('memo://{id}', { resolve: { stopped } }, () => 'done');
  for (const [method, params] of [
    ['prompts/get', { name: 'stopped' }],
    ['prompts/get', { name: 'unstarted' }],
    ['resources/read', { uri: 'memo://1' }],
  ] as const) {
    client = new AbortController();
    await send(server, method, params, { info: { signal: client.signal } });
  }
  expect(entries).toEqual([]);
});
