/** What a form may ask for, from zod. Specification 2026-07-28, client/elicitation "Requested Schema". */
import { elicit, inputRequired, McpServer, type StandardSchema } from '@mrtr/server';
import type { ElicitRequestFormParams } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';
import { recordingLogger } from './support/recording.js';
import { failure, result, textOf } from './support/requests.js';
import { retryWith, tokenOf } from './support/bound.js';

function formOf(schema: Parameters<typeof elicit>[1]) {
  return (elicit('Please.', schema).request.params as ElicitRequestFormParams).requestedSchema;
}

const titled = z.union([z.literal('r').meta({ title: 'Red' }), z.literal('g').meta({ title: 'Green' })]);
const options = [
  { const: 'r', title: 'Red' },
  { const: 'g', title: 'Green' },
];

describe('a field may be', () => {
  test.each<[string, z.ZodType, object]>([
    ['text', z.string(), { type: 'string' }],
    ['text of a length', z.string().min(2).max(5), { type: 'string', minLength: 2, maxLength: 5 }],
    [
      'text with a title and a description',
      z.string().meta({ title: 'T', description: 'D' }),
      { type: 'string', title: 'T', description: 'D' },
    ],
    [
      'text with other annotations, which a form leaves out',
      z.string().meta({ examples: ['a'], deprecated: true, 'x-own': 1 }),
      { type: 'string' },
    ],
    ['text with a default', z.string().default('a'), { type: 'string', default: 'a' }],
    ['text that is made into something else', z.string().transform(Number), { type: 'string' }],
    ['an email address', z.email(), { type: 'string', format: 'email' }],
    ['a URL', z.url(), { type: 'string', format: 'uri' }],
    ['a date', z.iso.date(), { type: 'string', format: 'date' }],
    ['a date and time', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    ['a number', z.number(), { type: 'number' }],
    ['a number within bounds', z.number().min(0.5).max(9.5), { type: 'number', minimum: 0.5, maximum: 9.5 }],
    ['a number that is coerced', z.coerce.number(), { type: 'number' }],
    ['an integer', z.int(), { type: 'integer' }],
    ['an integer within bounds', z.int().min(1).max(5), { type: 'integer', minimum: 1, maximum: 5 }],
    ['an integer within exclusive bounds', z.int().gt(0).lt(5), { type: 'integer', minimum: 1, maximum: 4 }],
    [
      'an integer within fractional exclusive bounds',
      z.int().gt(0.5).lt(4.5),
      { type: 'integer', minimum: 1, maximum: 4 },
    ],
    ['a positive integer', z.int().positive(), { type: 'integer', minimum: 1 }],
    ['a boolean', z.boolean().default(true), { type: 'boolean', default: true }],
    ['a choice', z.enum(['a', 'b']).default('b'), { type: 'string', enum: ['a', 'b'], default: 'b' }],
    ['a choice of one', z.literal('a'), { type: 'string', enum: ['a'] }],
    ['a choice by literals', z.literal(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    [
      'a choice by a union of literals',
      z.union([z.literal('a'), z.literal('b')]),
      { type: 'string', enum: ['a', 'b'] },
    ],
    ['a titled choice', titled.meta({ title: 'Colour' }), { type: 'string', title: 'Colour', oneOf: options }],
    [
      'a choice of which some have titles',
      z.union([z.literal('r').meta({ title: 'Red' }), z.literal('g')]),
      { type: 'string', oneOf: [options[0], { const: 'g', title: 'g' }] },
    ],
    [
      'a choice of several',
      z
        .array(z.enum(['a', 'b']))
        .min(1)
        .max(2)
        .default(['a']),
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
    ],
    ['a titled choice of several', z.array(titled), { type: 'array', items: { anyOf: options } }],
    [
      'a schema with an id of its own',
      z.enum(['a']).meta({ id: 'Letter', title: 'L' }),
      { type: 'string', title: 'L', enum: ['a'] },
    ],
    [
      'a list of a schema with an id',
      z.array(z.enum(['a']).meta({ id: 'Letters' })),
      { type: 'array', items: { type: 'string', enum: ['a'] } },
    ],
  ])('%s', (_, field, expected) => {
    const { properties, required } = formOf(z.object({ field }));
    expect(properties).toEqual({ field: expected });
    expect(required).toEqual('default' in expected ? undefined : ['field']);
    expect(formOf(z.object({ field: field.optional() })).required).toBeUndefined();
  });

  test.each([
    ['text', zm.string().check(zm.minLength(2)), { type: 'string', minLength: 2 }],
    ['an email address', zm.email(), { type: 'string', format: 'email' }],
    ['an integer', zm.int().check(zm.gt(0)), { type: 'integer', minimum: 1 }],
    ['a choice', zm._default(zm.enum(['a', 'b']), 'a'), { type: 'string', enum: ['a', 'b'], default: 'a' }],
    ['a choice of several', zm.array(zm.enum(['a'])), { type: 'array', items: { type: 'string', enum: ['a'] } }],
  ])('%s, from zod/mini', (_, field, expected) => {
    expect(formOf(zm.object({ field })).properties).toEqual({ field: expected });
  });
});

describe('a form', () => {
  test('may have no field: then it is a confirmation', () => {
    expect(formOf(z.object({}))).toEqual({ type: 'object', properties: {} });
  });

  test('has nothing that a form does not have', () => {
    const schema = z.strictObject({ a: z.string() }).meta({ id: 'AForm', title: 'T', description: 'D', examples: [] });
    expect(formOf(schema)).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
    expect(formOf(z.looseObject({ a: z.string() }))).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
  });

  test('is rendered once for a schema, however often it is asked', () => {
    const schema = z.object({ a: z.string() });
    expect(formOf(schema)).toBe(formOf(schema));
  });
});

describe('a question is refused, and the field is named, where a form can not show', () => {
  test.each<[string, z.ZodType]>([
    ['an object', z.object({ deep: z.string() })],
    ['a map', z.record(z.string(), z.string())],
    ['a list of texts', z.array(z.string())],
    ['a list of numbers', z.array(z.number())],
    ['a list of objects', z.array(z.object({}))],
    ['a tuple', z.tuple([z.enum(['a'])])],
    ['a pattern', z.string().regex(/^a/)],
    ['a beginning', z.string().startsWith('a')],
    ['a format with another pattern', z.email().startsWith('a')],
    ['a UUID', z.uuid()],
    ['base64', z.base64()],
    ['a time', z.iso.time()],
    ['an IP address', z.ipv4()],
    ['a step', z.number().multipleOf(5)],
    ['an exclusive bound of a fraction', z.number().gt(0)],
    ['a positive fraction', z.number().positive()],
    ['a choice of numbers', z.literal([1, 2])],
    ['a number that is given', z.literal(5)],
    ['a consent that is given', z.literal(true)],
    ['an enum of numbers', z.enum({ one: 1, two: 2 })],
    ['a choice of text or number', z.union([z.literal('a'), z.literal(1)])],
    ['text or number', z.union([z.string(), z.number()])],
    ['text that may be null', z.string().nullable()],
    ['null', z.null()],
    ['anything', z.any()],
    ['nothing', z.never()],
    ['a Date', z.date()],
    ['a BigInt', z.bigint()],
    ['a Set', z.set(z.string())],
    ['a file', z.file()],
    ['a value of a class', z.custom()],
    ['an intersection', z.intersection(z.string().min(1), z.string().max(3))],
  ])('%s', (_, field) => {
    expect(() => elicit('Please.', z.object({ fine: z.string(), 'the field': field }))).toThrow(
      expect.objectContaining({
        name: 'ServerError',
        code: 'invalid_schema',
        message: expect.stringContaining('"the field"'),
      }),
    );
  });

  test.each<[string, Parameters<typeof elicit>[1], string]>([
    ['no object', z.string(), 'object'],
    ['a list', z.array(z.string()), 'object'],
    ['a union of objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), 'object'],
    ['a map', z.record(z.string(), z.string()), 'additionalProperties'],
    ['fields of any name', z.object({}).catchall(z.string()), 'additionalProperties'],
    ['an intersection', z.object({ a: z.string() }).and(z.record(z.string(), z.string())), 'object'],
  ])('a schema that is %s', (_, schema, word) => {
    expect(() => elicit('Please.', schema)).toThrow(
      expect.objectContaining({ code: 'invalid_schema', message: expect.stringContaining(word) }),
    );
  });
});

describe('a schema written by hand', () => {
  const asking = (field: object, $defs: object = {}) => {
    const document = { type: 'object', properties: { 'the field': field }, $defs };
    const standard = { version: 1 as const, vendor: 'by-hand', validate: (value: unknown) => ({ value }) };
    return elicit('Please.', { '~standard': { ...standard, jsonSchema: { input: () => document } } } as StandardSchema);
  };

  test.each([
    ['a negation', { type: 'string', not: { const: 'a' } }],
    ['a condition', { type: 'string', if: { minLength: 1 } }],
    ['parts', { type: 'string', allOf: [{ pattern: '^a' }] }],
    ['parts of a number with the name of a format', { type: 'number', format: 'email', allOf: [{ minimum: 1 }] }],
    ['an encoding', { type: 'string', contentEncoding: 'base64' }],
    ['a reference to nowhere', { $ref: '#/$defs/Nowhere', type: 'string' }],
    ['a reference to what every object has', { $ref: '#/$defs/constructor', type: 'string' }],
    [
      'a reference into the network, which is never followed',
      { $ref: 'https://example.org/schema.json', type: 'string' },
    ],
    ['a boolean for a schema', { type: 'array', items: true }],
  ])('is refused by the name of its field for %s', (_, field) => {
    expect(() => asking(field)).toThrow(
      expect.objectContaining({ code: 'invalid_schema', message: expect.stringContaining('"the field"') }),
    );
  });

  test('may describe a known format in more than one pattern', () => {
    const field = { type: 'string', format: 'email', allOf: [{ pattern: '@' }, { pattern: 'a' }] };
    expect(asking(field).request.params).toMatchObject({
      requestedSchema: { properties: { 'the field': { type: 'string', format: 'email' } } },
    });
  });

  test('may refer to a definition, and say more beside it', () => {
    const field = { $ref: '#/$defs/Letter', title: 'Mine' };
    expect(asking(field, { Letter: { enum: ['a'], title: 'Letter' } }).request.params).toMatchObject({
      requestedSchema: { properties: { 'the field': { type: 'string', enum: ['a'], title: 'Mine' } } },
    });
  });
});

describe('an answer', () => {
  const Form = z.object({
    name: z.string().trim().min(1),
    size: z.int().max(9).default(3),
    colours: z.array(titled).optional(),
    when: z.iso
      .date()
      .transform((text) => new Date(text))
      .optional(),
  });

  async function answered(content: unknown) {
    const server = new McpServer({ name: 'forms', version: '1.0.0' }, { logger: recordingLogger() });
    server.tool('t', {}, (_input, ctx) => {
      if (ctx.flow.round === 1) return inputRequired({ q: elicit('?', Form) });
      return JSON.stringify(ctx.answer('q', Form));
    });
    const requestState = await tokenOf(server);
    return result(server, 'tools/call', {
      name: 't',
      requestState,
      inputResponses: { q: { action: 'accept', content } },
    });
  }

  test('has the defaults and the transforms of its schema', async () => {
    expect(JSON.parse(textOf(await answered({ name: ' a ', when: '2026-07-28', colours: ['r', 'g'] })))).toEqual({
      name: 'a',
      size: 3,
      colours: ['r', 'g'],
      when: '2026-07-28T00:00:00.000Z',
    });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'a', size: 10 }, 'size'],
    [{ name: 'a', size: 1.5 }, 'size'],
    [{ name: 'a', colours: ['b'] }, 'colours.0'],
    [{ name: 'a', when: 'tomorrow' }, 'when'],
  ])('is held to the whole schema, also to what the form did not show: %j', async (content, field) => {
    const complete = await answered(content);
    expect(complete.isError).toBe(true);
    expect(textOf(complete)).toContain(field);
  });

  test('of a tool that asks with a schema no form can show is never asked: -32603, and the log names the field', async () => {
    const logger = recordingLogger();
    const server = new McpServer({ name: 'forms', version: '1.0.0' }, { logger });
    server.tool('t', {}, () => inputRequired({ q: elicit('?', z.object({ born: z.date() })) }));
    expect(await failure(server, 'tools/call', { name: 't' })).toEqual({ code: -32603, message: 'Internal error' });
    expect(logger.entries).toMatchObject([{ event: 'invalid_result', message: expect.stringContaining('"born"') }]);
    expect(await retryWith(server, 'x')).toMatchObject({ code: -32602 });
  });
});

test('the form is fixed once for all that ask with the schema, and what its author holds stays as it was', () => {
  const size = { type: 'string', enum: ['small', 'large'] };
  const document = { type: 'object', properties: { size } };
  const byHand: StandardSchema = {
    '~standard': {
      version: 1,
      vendor: 'by-hand',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => document, output: () => document },
    } as StandardSchema['~standard'],
  };
  const form = formOf(byHand);
  expect(Object.isFrozen(form.properties['size'])).toBe(true);
  size.enum.push('huge');
  expect(size.enum).toEqual(['small', 'large', 'huge']);
  expect(formOf(byHand)).toBe(form);
  expect(form).toEqual({ type: 'object', properties: { size: { type: 'string', enum: ['small', 'large'] } } });
});
