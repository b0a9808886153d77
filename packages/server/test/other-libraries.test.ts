/** Any Standard Schema that renders JSON Schema: SYSTEM H1. Here arktype, which brings its own, and valibot, which is given one. */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { elicit, inputRequired, McpServer, type StandardSchema } from '@mrtr/server';
import type { ElicitRequestFormParams } from '@mrtr/types';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { tokenOf } from './support/bound.js';
import { call, failure, result, textOf } from './support/requests.js';

const INFO = { name: 'any', version: '1.0.0' };

const LIBRARIES = {
  arktype: {
    input: type({ title: 'string > 0', 'copies?': '1 <= number.integer <= 9' }),
    output: type({ price: 'number' }),
    form: type({
      email: 'string.email',
      'cover?': "'soft' | 'hard'",
      'copies?': '1 <= number.integer <= 9',
      gift: 'boolean',
      'extras?': "('map' | 'index')[]",
    }),
    unfit: type({ born: 'Date' }),
    nested: type({ where: { city: 'string' } }),
  },
  valibot: {
    input: toStandardJsonSchema(
      v.object({
        title: v.pipe(v.string(), v.minLength(1)),
        copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
      }),
    ),
    output: toStandardJsonSchema(v.object({ price: v.number() })),
    form: toStandardJsonSchema(
      v.object({
        email: v.pipe(v.string(), v.email()),
        cover: v.optional(v.picklist(['soft', 'hard'])),
        copies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
        gift: v.boolean(),
        extras: v.optional(v.array(v.picklist(['map', 'index']))),
      }),
    ),
    unfit: toStandardJsonSchema(v.object({ born: v.date() })),
    nested: toStandardJsonSchema(v.object({ where: v.object({ city: v.string() }) })),
  },
};

interface Order {
  title: string;
  copies?: number;
}

describe.each(Object.keys(LIBRARIES) as (keyof typeof LIBRARIES)[])('with %s', (library) => {
  const { output, form, unfit, nested } = LIBRARIES[library];
  const input = LIBRARIES[library].input as StandardSchema<Order, Order>;

  function shop(): McpServer {
    const server = new McpServer(INFO);
    server.tool('order', { input, output }, ({ copies = 1 }) => ({
      price: 10 * copies,
    }));
    server.tool('ask', {}, (_input, ctx) => {
      const answer = ctx.answer('q', form);
      return answer ? JSON.stringify(answer) : inputRequired({ q: elicit('?', form) });
    });
    server.prompt('write', { input }, ({ title }) => `About ${title}`);
    return server;
  }

  test('a tool lists its schemas', async () => {
    const [order] = (await result(shop(), 'tools/list'))['tools'] as [Record<string, unknown>];
    expect(order).toMatchObject({
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string', minLength: 1 }, copies: { type: 'integer', minimum: 1, maximum: 9 } },
        required: ['title'],
      },
      outputSchema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
    });
    expect(order['inputSchema']).not.toHaveProperty('$schema');
  });

  test('a tool gets its input and checks its output', async () => {
    expect(await call(shop(), 'order', { title: 'a', copies: 2 })).toMatchObject({ structuredContent: { price: 20 } });
  });

  test('arguments that do not fit are an error that names the field', async () => {
    const refused = await call(shop(), 'order', { title: 'a', copies: 10 });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/^Invalid arguments for tool "order": copies: /);
    expect(textOf(await call(shop(), 'order', {}))).toContain('title');
  });

  test('a prompt lists and checks its arguments', async () => {
    expect((await result(shop(), 'prompts/list'))['prompts']).toMatchObject([
      {
        name: 'write',
        arguments: [
          { name: 'title', required: true },
          { name: 'copies', required: false },
        ],
      },
    ]);
    expect(await failure(shop(), 'prompts/get', { name: 'write', arguments: {} })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('title'),
    });
  });

  test('a question is asked', () => {
    const { requestedSchema } = elicit('?', form).request.params as ElicitRequestFormParams;
    expect(requestedSchema).toEqual({
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email' },
        cover: { type: 'string', enum: expect.arrayContaining(['soft', 'hard']) },
        copies: { type: 'integer', minimum: 1, maximum: 9 },
        gift: { type: 'boolean' },
        extras: { type: 'array', items: { type: 'string', enum: expect.arrayContaining(['map', 'index']) } },
      },
      required: expect.arrayContaining(['email', 'gift']),
    });
  });

  test('an answer is read, or is an error that names the field', async () => {
    const server = shop();
    const answer = async (content: object) =>
      result(server, 'tools/call', {
        name: 'ask',
        requestState: (await call(server, 'ask')).requestState,
        inputResponses: { q: { action: 'accept', content } },
      });
    const content = { email: 'a@b.example', gift: true, cover: 'soft', extras: ['map'] };
    expect(JSON.parse(textOf(await answer(content)))).toEqual(content);
    const refused = await answer({ ...content, email: 'nobody' });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('email');
  });

  test('a question that no form can show is refused', () => {
    expect(() => elicit('?', unfit)).toThrow(expect.objectContaining({ code: 'invalid_schema' }));
    expect(() => elicit('?', nested)).toThrow(
      expect.objectContaining({ code: 'invalid_schema', message: expect.stringContaining('"where"') }),
    );
  });
});

test('a form of which nothing is required has no list of it, though a library writes an empty one', () => {
  const schema = toStandardJsonSchema(v.object({ note: v.optional(v.string()) }));
  expect(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toHaveProperty('required', []);
  expect(elicit('?', schema).request.params).toHaveProperty('requestedSchema', {
    type: 'object',
    properties: { note: { type: 'string' } },
  });
});

test('a schema that renders no JSON Schema is refused with a word on what to do', () => {
  const bare = v.object({ title: v.string() });
  const refused = expect.objectContaining({
    code: 'invalid_schema',
    message: expect.stringMatching(/"valibot".*Standard JSON Schema/),
  });
  expect(() => elicit('?', bare)).toThrow(refused);
  expect(() => new McpServer(INFO).tool('t', { input: bare }, () => '')).toThrow(refused);
});

test('one library may ask what another validates', async () => {
  const server = new McpServer(INFO);
  const arktype = LIBRARIES.arktype.form;
  server.tool('t', { input: LIBRARIES.valibot.input }, ({ title }, ctx) =>
    ctx.flow.round === 1 ? inputRequired({ q: elicit('?', arktype) }) : `${title} ${ctx.answer('q', arktype)?.email}`,
  );
  const args = { title: 'a' };
  const requestState = await tokenOf(server, args);
  const inputResponses = { q: { action: 'accept', content: { email: 'a@b.example', gift: false } } };
  expect(textOf(await result(server, 'tools/call', { name: 't', arguments: args, requestState, inputResponses }))).toBe(
    'a a@b.example',
  );
});
