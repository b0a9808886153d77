/** Nothing secret in errors and logs: HOSTILE "Secrets". Marked values are planted, every rejection is run, and all is searched. */
import { inspect } from 'node:util';
import { Client, type ClientLogEntry, type ClientOptions } from '@mrtr/client';
import { expect, test } from 'vitest';
import {
  done,
  fakeServer,
  formRequest,
  interim,
  sampleRequest,
  scripted,
  urlRequest,
  type FakeServer,
} from './support/fake-server.js';

const MARK = 'marked-value';
const state = `state-${MARK}`;
const choice = formRequest('Which?', { word: { type: 'string', enum: ['a'] }, number: { type: 'number', maximum: 1 } });

/** Rejections of every kind, each with marked values in a state, an answer, a header and the error of a callback. */
const rejections: [string, FakeServer, ClientOptions][] = [
  [
    'too many rounds',
    scripted(interim({ q: choice }, state)),
    { onElicit: () => ({ action: 'accept', content: { word: 'a' } }) },
  ],
  [
    'a misfit',
    scripted(interim({ q: choice }, state)),
    { onElicit: () => ({ action: 'accept', content: { word: MARK } }) },
  ],
  ['no answer', scripted(interim({ q: choice }, state)), { onElicit: () => MARK as never }],
  ['an unknown action', scripted(interim({ q: choice }, state)), { onElicit: () => ({ action: MARK as never }) }],
  ['no message', scripted(interim({ q: sampleRequest }, state)), { onSample: () => ({ role: MARK }) as never }],
  ['no callback', scripted(interim({ q: choice }, state)), { capabilities: { elicitation: {} } }],
  ['not declared', scripted(interim({ q: choice }, state)), {}],
  [
    'an unsafe URL',
    scripted(interim({ q: urlRequest(`https://u:${MARK}@example.org/`) }, state)),
    { onElicitUrl: () => ({ action: 'accept' }) },
  ],
  ['a large state', scripted(interim({ q: choice }, state)), { maxStateBytes: 5 }],
  ['an invalid result', scripted({ ...done(), resultType: 'x', requestState: state }), {}],
  ['a broken interim result', scripted({ ...interim({}, state), inputRequests: [MARK] }), {}],
  ['a timeout', fakeServer(() => new Promise(() => undefined)), { timeoutMs: 1 }],
];

test.each(rejections)(
  '%s: no state, answer or header in the error, the log, or anything that prints it',
  async (_name, server, options) => {
    const entries: ClientLogEntry[] = [];
    const client = new Client(server, { ...options, logger: { warn: (entry) => entries.push(entry) } });
    const error: unknown = await client.callTool('t', {}, { headers: { Authorization: `Bearer ${MARK}` } }).then(
      () => expect.fail('It should have failed'),
      (failure: unknown) => failure,
    );
    for (const text of [String(error), inspect(error, { depth: 9 }), JSON.stringify(error), JSON.stringify(entries)]) {
      expect(text).not.toContain(MARK);
    }
  },
);

test('the error of a callback is the cause, and neither in the message nor on the wire nor in the log', async () => {
  const entries: ClientLogEntry[] = [];
  const server = scripted(interim({ q: choice }, state), done());
  const client = new Client(server, {
    onElicit: () => {
      throw new Error(MARK);
    },
    logger: { warn: (entry) => entries.push(entry) },
  });
  const error = (await client.callTool('t').catch((failure: unknown) => failure)) as Error;
  expect(error.message).not.toContain(MARK);
  expect(error.cause).toMatchObject({ message: MARK });
  expect(JSON.stringify([server.legs, entries])).not.toContain(MARK);
});

test('a key with line breaks and escapes can not forge a line of a log', async () => {
  const key = `x\n2026-01-01 ERROR forged \u001b[31m${'y'.repeat(500)}`;
  const error = (await new Client(scripted(interim({ [key]: choice })))
    .callTool('t')
    .catch((failure: unknown) => failure)) as Error;
  expect(error.message).not.toContain('\n');
  expect(error.message).not.toContain('\u001b');
  expect(error.message.length).toBeLessThan(400);
});
