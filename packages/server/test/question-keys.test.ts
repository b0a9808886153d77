/** Keys are data: SYSTEM P4. Any name works under which to ask, and changes nothing else. */
import { RequestStateSecurity } from '@mrtr/seal';
import { elicit, inputRequired, McpServer, requestStateBoundary, Server, type StandardSchema } from '@mrtr/server';
import type { ElicitRequest, ElicitRequestFormParams } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { call, result, textOf } from './support/requests.js';

const Word = z.object({ word: z.string() });
const HOSTILE = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  '0',
  'then',
  '\u0000',
  '\ud800',
];

const key = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  // Lone surrogates too, which no UTF-8 can hold and JSON escapes.
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 })
      .map((units) => String.fromCharCode(...units)),
  },
);

/** Asks under all `keys`, then reads each and tells what it found. */
function asker(keys: readonly string[]): McpServer {
  const server = new McpServer({ name: 'keys', version: '1.0.0' });
  server.tool('t', {}, (_input, ctx) => {
    if (ctx.flow.round === 1)
      return inputRequired(Object.fromEntries(keys.map((name) => [name, elicit(`${name}?`, Word)])));
    return JSON.stringify(keys.map((name) => [name, ctx.answer(name, Word)?.word ?? null, ctx.response(name).kind]));
  });
  return server;
}

/** A schema of one required field. Written by hand, since zod leaves a field called `__proto__` out of what it renders. */
function oneField(name: string): StandardSchema<Record<string, string>> {
  const rendered = { type: 'object', properties: Object.fromEntries([[name, { type: 'string' }]]), required: [name] };
  const standard = {
    version: 1 as const,
    vendor: 'by-hand',
    validate: (value: unknown) => ({ value: value as Record<string, string> }),
    jsonSchema: { input: () => rendered, output: () => rendered },
  };
  return { '~standard': standard };
}

function own(object: object): string[] {
  return Object.keys(object).toSorted();
}

describe.each(HOSTILE)('under the key %j', (name) => {
  test('a question is asked, answered and read', async () => {
    const server = asker([name]);
    const { inputRequests, requestState } = await call(server, 't');
    expect(own(inputRequests)).toEqual([name]);
    const inputResponses = Object.fromEntries([[name, { action: 'accept', content: { word: 'w' } }]]);
    const complete = await result(server, 'tools/call', { name: 't', requestState, inputResponses });
    expect(JSON.parse(textOf(complete))).toEqual([[name, 'w', 'accepted']]);
  });

  test('nothing is found that was not sent', async () => {
    const server = asker([name]);
    const { requestState } = await call(server, 't');
    const complete = await result(server, 'tools/call', { name: 't', requestState, inputResponses: {} });
    expect(JSON.parse(textOf(complete))).toEqual([[name, null, 'missing']]);
  });

  test('nothing is found that was not asked', async () => {
    const server = new McpServer({ name: 'keys', version: '1.0.0' });
    server.tool('t', {}, (_input, ctx) => ctx.response(name).kind);
    const inputResponses = Object.fromEntries([[name, { action: 'accept', content: { word: 'w' } }]]);
    expect(textOf(await result(server, 'tools/call', { name: 't', inputResponses }))).toBe('missing');
  });

  test('a form may have a field', async () => {
    const server = new McpServer({ name: 'keys', version: '1.0.0' });
    const Form = oneField(name);
    server.tool('t', {}, (_input, ctx) => {
      if (ctx.flow.round === 1) return inputRequired({ q: elicit('?', Form) });
      return JSON.stringify(ctx.answer('q', Form));
    });
    const { inputRequests, requestState } = await call(server, 't');
    const { requestedSchema } = (inputRequests['q'] as ElicitRequest).params as ElicitRequestFormParams;
    expect(own(requestedSchema.properties)).toEqual([name]);
    expect(requestedSchema.required).toEqual([name]);
    const content = Object.fromEntries([[name, 'w']]);
    const inputResponses = { q: { action: 'accept', content } };
    expect(JSON.parse(textOf(await result(server, 'tools/call', { name: 't', requestState, inputResponses })))).toEqual(
      content,
    );
  });
});

test('any set of keys works: those that were answered are read, the others are missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(key, { minLength: 1, maxLength: 6 }),
      fc.func(fc.boolean()),
      async (keys, answers) => {
        const server = asker(keys);
        const { inputRequests, requestState } = await call(server, 't');
        expect(own(inputRequests)).toEqual(keys.toSorted());
        const answered = keys.filter((name) => answers(name));
        const inputResponses = Object.fromEntries(
          answered.map((name) => [name, { action: 'accept', content: { word: name } }]),
        );
        const complete = await result(server, 'tools/call', { name: 't', requestState, inputResponses });
        expect(JSON.parse(textOf(complete))).toEqual(
          keys.map((name) => (answered.includes(name) ? [name, name, 'accepted'] : [name, null, 'missing'])),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('no key changes an object that it does not belong to', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const server = new Server(
    { name: 'keys', version: '1.0.0' },
    {
      onCallTool: (_ctx, { inputResponses, requestState }) =>
        requestState === undefined
          ? {
              resultType: 'input_required',
              requestState: 's',
              inputRequests: JSON.parse('{"__proto__":{"method":"roots/list"}}'),
            }
          : { content: [{ type: 'text', text: JSON.stringify([inputResponses, Object.keys(inputResponses ?? {})]) }] },
    },
  );
  server.use(requestStateBoundary(RequestStateSecurity.ephemeral(), { audience: 'keys' }));
  const { inputRequests, requestState } = await call(server, 't');
  expect(own(inputRequests)).toEqual(['__proto__']);
  const inputResponses: unknown = JSON.parse(
    '{"__proto__":{"roots":[]},"constructor":{"action":"accept","content":{"prototype":"x"}}}',
  );
  const complete = await result(server, 'tools/call', { name: 't', requestState, inputResponses });
  expect(JSON.parse(textOf(complete))).toEqual([inputResponses, ['__proto__', 'constructor']]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>)['roots']).toBeUndefined();
});
