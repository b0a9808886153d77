/** Answers are checked before they are sent: SYSTEM C7. Specification 2026-07-28, client/elicitation "Requested Schema". */
import { Client, type ClientOptions } from '@mrtr/client';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { OnElicit, OnSample } from './support/callbacks.js';
import { clientErrorOf } from './support/failure.js';
import { done, formRequest, interim, rootsRequest, sampled, sampleRequest, scripted } from './support/fake-server.js';

type Schema = Record<string, unknown>;

/** Asks one form, answers it, and returns what was sent. */
async function sent(properties: Record<string, Schema>, content: unknown, rest: Schema = {}): Promise<unknown> {
  const server = scripted(interim({ q: request(properties, rest) }, 's'), done());
  await new Client(server, { onElicit: () => ({ action: 'accept', content }) as never }).callTool('t');
  const { q } = server.legs[1]!['inputResponses'] as { q: { content: unknown } };
  return q.content;
}

/** Asks one form, and returns the error of an answer that does not fit; nothing was sent. */
async function refused(properties: Record<string, Schema>, content: unknown, rest: Schema = {}) {
  const server = scripted(interim({ q: request(properties, rest) }, 's'));
  const client = new Client(server, { onElicit: () => ({ action: 'accept', content }) as never });
  const error = await clientErrorOf(client.callTool('t'));
  expect(server.seen).toHaveLength(1);
  return error;
}

function request(properties: Record<string, Schema>, rest: Schema) {
  return {
    method: 'elicitation/create',
    params: { message: 'm', requestedSchema: { type: 'object', properties, ...rest } },
  };
}

const titled = [
  { const: 'r', title: 'Red' },
  { const: 'g', title: 'Green' },
];

describe('an accepted form', () => {
  const fits: [string, Schema, unknown][] = [
    ['a string', { type: 'string' }, 'x'],
    ['an empty string', { type: 'string' }, ''],
    ['a string of the right length, in characters', { type: 'string', minLength: 2, maxLength: 2 }, '👍👍'],
    ['an address', { type: 'string', format: 'email' }, 'a.b+c@example.org'],
    ['an address without a dot in its domain', { type: 'string', format: 'email' }, 'root@localhost'],
    ['a URI', { type: 'string', format: 'uri' }, 'urn:isbn:0141439580'],
    ['a date', { type: 'string', format: 'date' }, '2024-02-29'],
    ['a time', { type: 'string', format: 'date-time' }, '2024-02-29T23:59:60.5+01:00'],
    ['a number', { type: 'number', minimum: 0, maximum: 1 }, 0.5],
    ['an integer', { type: 'integer', minimum: -1 }, -1],
    ['a boolean', { type: 'boolean' }, false],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, 'b'],
    ['a choice with old titles', { type: 'string', enum: ['a'], enumNames: ['A'] }, 'a'],
    ['a titled choice', { type: 'string', oneOf: titled }, 'r'],
    ['choices', { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2 }, ['b', 'a']],
    ['titled choices', { type: 'array', items: { anyOf: titled } }, ['g']],
    ['no choices at all', { type: 'array', items: { anyOf: titled } }, []],
  ];
  test.each(fits)('may hold %s', async (_name, schema, value) => {
    expect(await sent({ field: schema }, { field: value }, { required: ['field'] })).toEqual({ field: value });
  });

  const misfits: [string, Schema, unknown][] = [
    ['a number for a string', { type: 'string' }, 1],
    ['null for a string', { type: 'string' }, null],
    ['too short a string', { type: 'string', minLength: 2 }, '👍'],
    ['too long a string', { type: 'string', maxLength: 1 }, 'ab'],
    ['no address', { type: 'string', format: 'email' }, 'a@b@'],
    ['an address with a space', { type: 'string', format: 'email' }, 'a b@example.org'],
    ['an address with an empty label', { type: 'string', format: 'email' }, 'a@b..org'],
    ['a relative URI', { type: 'string', format: 'uri' }, '/path'],
    ['a day that does not exist', { type: 'string', format: 'date' }, '2023-02-29'],
    ['a date with a time', { type: 'string', format: 'date' }, '2024-02-29T00:00:00Z'],
    ['a time without an offset', { type: 'string', format: 'date-time' }, '2024-02-29T00:00:00'],
    ['an hour that does not exist', { type: 'string', format: 'date-time' }, '2024-02-29T24:00:00Z'],
    ['a string for a number', { type: 'number' }, '1'],
    ['NaN', { type: 'number' }, NaN],
    ['Infinity', { type: 'number' }, Infinity],
    ['a BigInt', { type: 'integer' }, 1n],
    ['a fraction for an integer', { type: 'integer' }, 1.5],
    ['too small a number', { type: 'number', minimum: 1 }, 0],
    ['too large a number', { type: 'number', maximum: 1 }, 2],
    ['a string for a boolean', { type: 'boolean' }, 'true'],
    ['something that was not offered', { type: 'string', enum: ['a'] }, 'b'],
    ['a title for its value', { type: 'string', oneOf: titled }, 'Red'],
    ['a string for a list', { type: 'array', items: { anyOf: titled } }, 'r'],
    ['choices that were not offered', { type: 'array', items: { anyOf: titled } }, ['r', 'b']],
    ['too few choices', { type: 'array', items: { anyOf: titled }, minItems: 1 }, []],
    ['too many choices', { type: 'array', items: { anyOf: titled }, maxItems: 1 }, ['r', 'g']],
    ['an object', { type: 'string' }, { toString: 1 }],
  ];
  test.each(misfits)('may not hold %s', async (_name, schema, value) => {
    const error = await refused({ field: schema }, { field: value });
    expect(error).toMatchObject({ code: 'invalid_answer', key: 'q', field: 'field' });
    expect(error.message).toContain('"field"');
  });

  test('must hold what is required', async () => {
    const fields = { a: { type: 'string' }, b: { type: 'string' } };
    const rest = { required: ['a', 'b'] };
    expect(await refused(fields, { a: 'x' }, rest)).toMatchObject({ code: 'invalid_answer', field: 'b' });
    expect(await refused(fields, { a: 'x', b: undefined }, rest)).toMatchObject({ code: 'invalid_answer', field: 'b' });
    expect(await refused(fields, undefined, rest)).toMatchObject({ code: 'invalid_answer', field: 'a' });
  });

  test('has the defaults of the fields that were left out', async () => {
    const fields = {
      a: { type: 'string', default: 'A' },
      b: { type: 'number', default: 0 },
      c: { type: 'boolean', default: false },
      d: { type: 'array', items: { anyOf: titled }, default: ['r'] },
      e: { type: 'string' },
      f: { type: 'string', default: 'F' },
    };
    const content = { f: 'given', b: undefined };
    expect(await sent(fields, content, { required: ['a'] })).toEqual({ a: 'A', b: 0, c: false, d: ['r'], f: 'given' });
    expect(content).toEqual({ f: 'given', b: undefined });
    expect(await sent(fields, undefined)).toEqual({ a: 'A', b: 0, c: false, d: ['r'], f: 'F' });
  });

  test('is not made right by a default that does not fit itself', async () => {
    const error = await refused({ a: { type: 'string', enum: ['x'], default: 'y' } }, {});
    expect(error).toMatchObject({ code: 'invalid_answer', field: 'a' });
    expect(error.message).toContain('default');
  });

  test('may hold more than was asked, unless the schema says that there is no more', async () => {
    const fields = { a: { type: 'string' } };
    expect(await sent(fields, { a: 'x', b: [] })).toEqual({ a: 'x', b: [] });
    expect(await refused(fields, { a: 'x', b: { c: 1 } })).toMatchObject({ code: 'invalid_answer', field: 'b' });
    const closed = await refused(fields, { a: 'x', b: 1 }, { additionalProperties: false });
    expect(closed).toMatchObject({ code: 'invalid_answer', field: 'b' });
  });

  test('may have fields of any name', async () => {
    const names = fc.uniqueArray(
      fc.oneof(fc.constantFrom('__proto__', 'constructor', ''), fc.string({ unit: 'binary' })),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(names, async (fields) => {
        const schema = Object.fromEntries(fields.map((name) => [name, { type: 'string', default: name }]));
        const given = Object.fromEntries(fields.slice(1).map((name) => [name, 'given']));
        const content = (await sent(schema, given, { required: fields })) as object;
        const expected = fields.map((name, index) => [name, index === 0 ? name : 'given'] as const);
        expect(new Map(Object.entries(content))).toEqual(new Map(expected));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a schema that is not of the restricted form', () => {
  const word = { word: { type: 'string' } };
  const deep = Array.from({ length: 10_000 }).reduce<Schema>((inner) => ({ allOf: [inner] }), {});
  const schemas: [string, unknown][] = [
    ['missing', undefined],
    ['an array', []],
    ['of another type', { type: 'string' }],
    ['without properties', { type: 'object' }],
    ['a network $ref', { type: 'object', properties: word, $ref: 'https://example.org/schema.json' }],
    ['a network $ref in a field', { type: 'object', properties: { a: { $ref: 'https://example.org/schema.json' } } }],
    ['a local $ref', { type: 'object', properties: { a: { type: 'string', $ref: '#/$defs/a' } }, $defs: { a: {} } }],
    ['allOf at the top', { type: 'object', properties: word, allOf: [{}] }],
    ['a union at the top', { type: 'object', properties: word, anyOf: [{}] }],
    ['a nested object', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
    ['a list of anything', { type: 'object', properties: { a: { type: 'array' } } }],
    ['a list of numbers', { type: 'object', properties: { a: { type: 'array', items: { type: 'number' } } } }],
    ['a list of lists', { type: 'object', properties: { a: { type: 'array', items: { type: 'array', items: {} } } } }],
    ['a nullable field', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
    ['a union in a field', { type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } }],
    ['a field that is a string', { type: 'object', properties: { a: 'string' } }],
    ['choices that are numbers', { type: 'object', properties: { a: { type: 'string', enum: [1] } } }],
    ['choices without a const', { type: 'object', properties: { a: { type: 'string', oneOf: [{ title: 'x' }] } } }],
    ['both kinds of choices', { type: 'object', properties: { a: { type: 'string', enum: ['r'], oneOf: titled } } }],
    ['an unknown format', { type: 'object', properties: { a: { type: 'string', format: 'regex' } } }],
    ['a negative length', { type: 'object', properties: { a: { type: 'string', minLength: -1 } } }],
    ['a bound that is a string', { type: 'object', properties: { a: { type: 'number', minimum: '0' } } }],
    ['a required list of numbers', { type: 'object', properties: word, required: [1] }],
    ['properties that are an array', { type: 'object', properties: [] }],
  ];
  test.each(schemas)('%s: is refused, naming the key, and nobody is asked', async (_name, requestedSchema) => {
    const question = { method: 'elicitation/create', params: { message: 'm', requestedSchema } };
    const server = scripted(interim({ q: question }, 's'));
    const onElicit = vi.fn<OnElicit>(() => ({ action: 'accept' }) as const);
    const client = new Client(server, { onElicit });
    expect(await clientErrorOf(client.callTool('t'))).toMatchObject({ code: 'invalid_question', key: 'q' });
    expect(onElicit).not.toHaveBeenCalled();
    expect(server.seen).toHaveLength(1);
  });

  test('10,000 levels of allOf are refused without overflowing the stack', async () => {
    const schema = { type: 'object', properties: { a: deep } };
    const question = { method: 'elicitation/create', params: { message: 'm', requestedSchema: schema } };
    // Straight to the client, as a transport that checks no depth would hand it over.
    const transport = {
      send: async ({ id }: { id: number | string }) => ({
        jsonrpc: '2.0' as const,
        id,
        result: interim({ q: question }),
      }),
      close: async () => undefined,
    };
    const client = new Client(transport, { onElicit: () => ({ action: 'accept' }) });
    expect(await clientErrorOf(client.callTool('t'))).toMatchObject({ code: 'invalid_question', key: 'q' });
  });

  test('a pattern is never run, whatever it would take', async () => {
    const field = { type: 'string', pattern: '^(a+)+$' };
    const hostile = `${'a'.repeat(50_000)}!`;
    expect(await sent({ a: field }, { a: hostile })).toEqual({ a: hostile });
  });

  test('no format takes more than linear time', async () => {
    const long = 'a@'.repeat(100_000);
    for (const format of ['email', 'uri', 'date', 'date-time']) {
      expect(await refused({ a: { type: 'string', format } }, { a: long })).toMatchObject({ code: 'invalid_answer' });
    }
  });
});

describe('an answer of the wrong shape', () => {
  const cyclic: Record<string, unknown> = { action: 'accept' };
  cyclic['content'] = { self: cyclic };
  const message: Record<string, unknown> = { ...sampled };
  message['_meta'] = message;
  const cases: [string, keyof ClientOptions, object, unknown][] = [
    ['undefined', 'onElicit', formRequest(), undefined],
    ['null', 'onElicit', formRequest(), null],
    ['true', 'onElicit', formRequest(), true],
    ['an array', 'onElicit', formRequest(), []],
    ['no action', 'onElicit', formRequest(), { content: { word: 'x' } }],
    ['an unknown action', 'onElicit', formRequest(), { action: 'yes' }],
    ['content that is a list', 'onElicit', formRequest(), { action: 'accept', content: [] }],
    ['a cycle', 'onElicit', formRequest(), cyclic],
    ['a BigInt', 'onElicit', formRequest(), { action: 'accept', content: { word: 1n } }],
    ['an extra BigInt', 'onElicit', formRequest(), { action: 'accept', content: { more: 1n } }],
    ['undefined from a model', 'onSample', sampleRequest, undefined],
    ['a text from a model', 'onSample', sampleRequest, 'Hello'],
    ['a model without a name', 'onSample', sampleRequest, { role: 'assistant', content: sampled.content }],
    ['a message without content', 'onSample', sampleRequest, { role: 'assistant', model: 'm' }],
    ['a cycle from a model', 'onSample', sampleRequest, message],
    ['a BigInt from a model', 'onSample', sampleRequest, { ...sampled, _meta: { n: 1n } }],
    ['no roots', 'onListRoots', rootsRequest, undefined],
    ['roots in no list', 'onListRoots', rootsRequest, { roots: {} }],
    ['a root that is no file', 'onListRoots', rootsRequest, [{ uri: 'https://example.org/' }]],
    ['a root without a URI', 'onListRoots', rootsRequest, [{ name: 'x' }]],
  ];
  test.each(cases)('%s (%s): fails, naming the key, and nothing is sent', async (_name, callback, question, answer) => {
    const server = scripted(interim({ 'the key': question }, 's'));
    const error = await clientErrorOf(new Client(server, { [callback]: () => answer }).callTool('t'));
    expect(error).toMatchObject({ code: 'invalid_answer', key: 'the key' });
    expect(error.message).toContain('"the key"');
    expect(server.seen).toHaveLength(1);
  });

  test('what fits goes out as JSON has it: a class instance as plain data, undefined left out', async () => {
    class Message {
      role = 'assistant' as const;
      model = 'm';
      stopReason = undefined;
      content = { type: 'text' as const, text: 'Hello' };
    }
    const server = scripted(interim({ q: sampleRequest }), done());
    await new Client(server, { onSample: () => new Message() }).callTool('t');
    expect(server.legs[1]?.['inputResponses']).toStrictEqual({ q: sampled });
  });
});

describe('a sampling request that is malformed', () => {
  const { params } = sampleRequest as { params: Record<string, unknown> };
  test.each([
    ['no messages', { ...params, messages: undefined }],
    ['a message without a role', { ...params, messages: [{ content: { type: 'text', text: 'x' } }] }],
    ['no maxTokens', { messages: params['messages'] }],
    ['no params', undefined],
  ])('%s: never reaches the callback', async (_name, broken) => {
    const server = scripted(interim({ q: { method: 'sampling/createMessage', params: broken } }, 's'));
    const onSample = vi.fn<OnSample>(() => sampled);
    const client = new Client(server, { onSample });
    expect(await clientErrorOf(client.callTool('t'))).toMatchObject({ code: 'invalid_question', key: 'q' });
    expect(onSample).not.toHaveBeenCalled();
  });
});
