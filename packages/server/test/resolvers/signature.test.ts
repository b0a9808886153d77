/** What a `resolve` map may be: SYSTEM R1, R2, R3. Each mistake is refused where it is registered, by names, with the way out. */
import {
  elicit,
  inputRequired,
  InvalidSignatureError,
  listRoots,
  McpServer,
  type Needs,
  outcome,
  resolver,
  ServerError,
} from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';
import { call, failure, result, textOf } from '../support/requests.js';
import { recordingLogger } from '../support/recording.js';
import { accept, agreeing, callOf } from '../support/rounds.js';

const INFO = { name: 'signatures', version: '1.0.0' };
const input = z.object({ title: z.string() });
const stock = resolver({ args: { title: z.string() } }, ({ title }) => title.length);

type Untyped = (...declaration: unknown[]) => unknown;

/** A server that takes whatever the types refuse. */
function untyped(server: unknown = new McpServer(INFO)): Record<'tool' | 'prompt' | 'resource', Untyped> {
  const loose = server as ReturnType<typeof untyped>;
  return {
    tool: (...definition) => loose.tool(...definition),
    prompt: (...definition) => loose.prompt(...definition),
    resource: (...definition) => loose.resource(...definition),
  };
}

/** Registers a tool whatever the types say. */
function register(resolve: unknown, more: object = {}): void {
  untyped().tool('order', { input, ...more, resolve }, () => '');
}

function fault(attempt: () => void): InvalidSignatureError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof InvalidSignatureError) return error;
    throw error;
  }
  throw new Error('It was registered.');
}

describe('a parameter that a resolver fills', () => {
  test('is invisible in the input schema of the tool', async () => {
    const server = new McpServer(INFO);
    server.tool('order', { input, resolve: { stock } }, () => '');
    server.prompt('ask', { input, resolve: { stock } }, () => '');
    const { tools } = await result(server, 'tools/list');
    expect(tools).toMatchObject([{ inputSchema: { properties: { title: { type: 'string' } }, required: ['title'] } }]);
    expect(JSON.stringify(tools)).not.toContain('stock');
    const { prompts } = await result(server, 'prompts/list');
    expect(prompts).toEqual([{ name: 'ask', arguments: [{ name: 'title', required: true }] }]);
  });

  test.each([
    ['strict', z.object({ title: z.string() })],
    ['loose', z.looseObject({ title: z.string() })],
    ['of another library', zm.looseObject({ title: zm.string() })],
  ])('is never what a client sends under its name, with an input that is %s', async (_name, schema) => {
    const server = new McpServer(INFO);
    server.tool('order', { input: schema, resolve: { stock } }, (given) => JSON.stringify(given));
    expect(textOf(await call(server, 'order', { title: 'abc', stock: 99 }))).toBe('{"title":"abc","stock":3}');
  });

  test('gets only the arguments that its resolver declares, as the input has made them', async () => {
    const server = new McpServer(INFO);
    const when = z.object({ title: z.string(), on: z.string().transform((text) => new Date(text)) });
    const year = resolver(
      { args: { on: z.date() } },
      (given) => `${Object.keys(given).join()} ${given.on.getUTCFullYear()}`,
    );
    server.tool('order', { input: when, resolve: { year } }, (given) => given.year);
    expect(textOf(await call(server, 'order', { title: 'abc', on: '2026-12-01' }))).toBe('on 2026');
  });

  test('may do without an argument that may be missing', async () => {
    const server = new McpServer(INFO);
    const note = resolver({ args: { note: z.string().optional() } }, (given) => JSON.stringify(given));
    server.tool(
      'with',
      { input: z.object({ note: z.string().optional() }), resolve: { noted: note } },
      ({ noted }) => noted,
    );
    server.tool('without', { resolve: { noted: note } }, ({ noted }) => noted);
    expect(textOf(await call(server, 'with', { note: 'a' }))).toBe('{"note":"a"}');
    expect(textOf(await call(server, 'with', {}))).toBe('{}');
    expect(textOf(await call(server, 'without', { note: 'a' }))).toBe('{}');
  });
});

describe('is refused at registration, by names and with the way out:', () => {
  test('an argument that the input lacks', () => {
    const error = fault(() => register({ amount: resolver({ args: { copies: z.number() } }, () => 1) }));
    expect(error).toMatchObject({
      target: 'tool "order"',
      parameter: 'amount',
      resolver: 'amount',
      code: 'invalid_signature',
    });
    expect(error.message).toBe(
      'Tool "order", parameter "amount": the resolver "amount" reads the argument "copies", which the input does not have (it has "title"). Add it to the input, or read another.',
    );
    expect(error).toBeInstanceOf(ServerError);
  });

  test('the same where the schema of the resolver has a default, which nobody would fill in', () => {
    const copies = (resolver as Untyped)({ args: { copies: z.number().default(1) } }, () => 1);
    expect(fault(() => register({ copies })).message).toContain('the argument "copies"');
  });

  test('the same of one that another needs, by the way to it', () => {
    const deep = resolver({ args: { copies: z.number() } }, () => 1);
    const middle = resolver({ needs: { deep } }, () => 1);
    const error = fault(() => register({ top: resolver({ needs: { middle: outcome(middle) } }, () => 1) }));
    expect(error).toMatchObject({ parameter: 'top', resolver: 'deep' });
    expect(error.message).toContain('(top → middle → deep)');
  });

  test('a tool without an input, a prompt and a template that lack it', () => {
    const server = untyped();
    const bare = { resolve: { stock } };
    expect(fault(() => server.tool('t', bare, () => '')).message).toContain('it has none');
    expect(fault(() => server.prompt('p', bare, () => '')).target).toBe('prompt "p"');
    expect(fault(() => server.resource('order://{id}', bare, () => '')).message).toContain('(it has "id")');
  });

  test('a name that is an argument already', () => {
    const error = fault(() => register({ title: stock }));
    expect(error).toMatchObject({ parameter: 'title', resolver: 'title' });
    expect(error.message).toContain('Give the parameter another name.');
    const template = () => untyped().resource('order://{id}', { resolve: { id: listRoots() } }, () => '');
    expect(fault(template).parameter).toBe('id');
  });

  test('a name that is among args and needs', () => {
    const both = (resolver as Untyped)({ args: { title: z.string() }, needs: { title: stock } }, () => 1);
    expect(fault(() => register({ both })).message).toContain('"title" among its args and its needs');
  });

  test('two that would ask under one key', () => {
    const one = resolver({ needs: { sure: elicit('One?', input) } }, () => 1);
    const two = resolver({ needs: { sure: elicit('Two?', input) } }, () => 2);
    const error = fault(() => register({ one, two }));
    expect(error).toMatchObject({ parameter: 'two', resolver: 'sure' });
    expect(error.message).toContain(
      'as the one at one → sure does. Give one of them another name, or a `key` of its own.',
    );
    expect(fault(() => register({ one, other: resolver({ key: 'sure' }, () => 1) })).message).toContain('"sure"');
    expect(fault(() => register({ one, other: resolver({ key: 'sure', once: true }, () => 1) })).resolver).toBe('sure');
    const [plain, another] = [resolver({}, () => 1), resolver({}, () => 2)];
    const nested = resolver({ needs: { plain: another } }, () => 1);
    expect(fault(() => register({ plain, nested })).resolver).toBe('plain');
  });

  test.each([[5], [null], ['text'], [() => 1], [{}], [{ kind: 'resolver?' }], [undefined]])(
    'what is no resolver: %o',
    (value) => {
      expect(fault(() => register({ stock: value })).message).toContain('is no resolver');
      expect(
        fault(() => register({ outer: (resolver as Untyped)({ needs: { stock: value } }, () => 1) })).resolver,
      ).toBe('stock');
    },
  );

  test('a cycle, of itself and of several', () => {
    const needs: Record<string, Needs[string]> = {};
    const self = resolver({ needs }, () => 1);
    needs['again'] = self;
    expect(fault(() => register({ self })).message).toContain('needs itself: self → self');

    const further: Record<string, Needs[string]> = {};
    const a = resolver({ needs: further }, () => 1);
    const b = resolver({ needs: { a } }, () => 1);
    further['c'] = resolver({ needs: { b } }, () => 1);
    const error = fault(() => register({ entry: resolver({ needs: { a, stock } }, () => 1) }));
    expect(error.message).toMatch(/needs itself: (a → c → b → a|c → b → a → c|b → a → c → b)[.]/u);
    expect(error).toMatchObject({ target: 'tool "order"', parameter: 'entry' });
  });

  test('a bound of time that is none', () => {
    expect(fault(() => register({ late: resolver({ timeoutMs: 0 }, () => 1) })).message).toContain('timeoutMs');
    expect(fault(() => register({ late: resolver({ timeoutMs: Number.NaN }, () => 1) })).message).toContain(
      'timeoutMs',
    );
    expect(() => new McpServer(INFO, { resolverTimeoutMs: -1 })).toThrow('resolverTimeoutMs');
  });

  test('resolvers of a resource under a fixed URI', () => {
    const error = fault(() => untyped().resource('shop://hours', { resolve: { roots: listRoots() } }, () => ''));
    expect(error).toMatchObject({ target: 'resource "shop://hours"', parameter: 'roots' });
    expect(error.message).toContain('Give the URI a {variable}.');
  });

  test.each([
    ['itself', z.object({ resultType: z.literal('input_required') })],
    [
      'among others',
      z.union([z.object({ price: z.number() }), z.object({ resultType: z.enum(['input_required', 'complete']) })]),
    ],
  ])('an output that is an interim result, %s', (_name, output) => {
    expect(fault(() => register({ stock }, { output })).message).toContain('interim result');
    expect(() => register({}, { output: z.object({ resultType: z.string() }) })).not.toThrow();
  });

  test('and then the name is still free', async () => {
    const server = new McpServer(INFO);
    const attempt = () => untyped(server).tool('order', { input, resolve: { title: stock } }, () => '');
    expect(attempt).toThrow(InvalidSignatureError);
    server.tool('order', { input, resolve: { stock } }, ({ stock: length }) => String(length));
    expect(textOf(await call(server, 'order', { title: 'abc' }))).toBe('3');
  });
});

describe('a name that is the key of another resolver', () => {
  const inner = resolver({ key: 'order' }, () => elicit('Which order?', z.object({ id: z.string() })));

  test('is no fault of a resolver that only computes', async () => {
    const outer = resolver({ needs: { inner } }, ({ inner: { id } }) => `order ${id}`);
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { order: outer } }, ({ order }) => order);
    const { asked, result: answered } = await callOf(server, 't').run(agreeing({ id: '7' }));
    expect(asked).toEqual([['order']]);
    expect(answered && textOf(answered)).toBe('order 7');
  });

  test('does not undo what became of the question: another answer counts after one that does not fit', async () => {
    const short = resolver({ key: 'order' }, () => elicit('Which order?', z.object({ id: z.string().max(3) })));
    const outer = resolver({ needs: { short } }, ({ short: { id } }) => `order ${id}`);
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { order: outer } }, ({ order }) => order);
    const rounds = callOf(server, 't');
    await rounds.next();
    await rounds.next({ order: accept({ id: 'too long' }) });
    expect(textOf(await rounds.next({ order: accept({ id: '7' }) }))).toBe('order 7');
  });

  test('is one of a resolver that asks, once it does', async () => {
    const outer = resolver({ needs: { inner } }, ({ inner: { id } }) =>
      elicit(`Order ${id}?`, z.object({ id: z.string() })),
    );
    const server = new McpServer(INFO, { logger: recordingLogger() });
    server.tool('t', { resolve: { order: outer } }, ({ order }) => order.id);
    const { result: answered } = await callOf(server, 't').run(agreeing({ id: '7' }));
    expect(answered?.isError).toBe(true);
    expect(answered && textOf(answered)).toContain('give it a `key`');
  });

  test('is one of the later that asks, however early the other is found', async () => {
    const later = resolver(
      { needs: { order: resolver({}, () => elicit('Later?', z.object({ id: z.string() }))) } },
      () => 1,
    );
    const server = new McpServer(INFO, { logger: recordingLogger() });
    server.tool('t', { resolve: { inner, later } }, () => 'done');
    const first = await callOf(server, 't').next();
    expect(textOf(first)).toBe(
      'Could not resolve "order": it asks, and another resolver has its name for a key; give it a `key`',
    );
  });

  test('does not bring what the other keeps', async () => {
    const rate = resolver({ once: true }, () => 'kept');
    const shown = resolver({ needs: { rate: resolver({}, () => 'computed') } }, (given) => given.rate);
    const server = new McpServer(INFO);
    server.tool('t', { resolve: { rate, shown, ask: listRoots() } }, (given) => `${given.rate} ${given.shown}`);
    const { result: answered } = await callOf(server, 't').run(agreeing({}));
    expect(answered && textOf(answered)).toBe('kept computed');
  });
});

test('a body that returns an interim result beside resolvers is told that the two forms do not mix', async () => {
  const { entries, ...logger } = recordingLogger();
  const server = new McpServer(INFO, { logger });
  const mixed = () => inputRequired({ roots: listRoots() });
  server.tool('order', { input, resolve: { stock } }, mixed as never);
  server.prompt('p', { input, resolve: { stock } }, mixed as never);
  server.resource('order://{title}', { resolve: { stock } }, mixed as never);
  const answered = await callOf(server, 'order', { title: 'abc' }).next();
  expect(answered.isError).toBe(true);
  expect(textOf(answered)).toContain("The two forms don't mix");
  expect(await callOf(server, 'order', { title: 'abc' }).next()).not.toHaveProperty('inputRequests');
  const told = { code: -32603, message: expect.stringContaining("don't mix") as string };
  expect(await failure(server, 'prompts/get', { name: 'p', arguments: { title: 'abc' } })).toEqual(told);
  expect(await failure(server, 'resources/read', { uri: 'order://7' })).toEqual(told);
  expect(entries).toHaveLength(4);
});
