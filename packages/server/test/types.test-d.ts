/** What the types promise: inference without annotations, and mistakes that don't compile. Read by `tsc` and by vitest. */
import { RequestStateSecurity } from '@mrtr/seal';
import {
  type Answer,
  type AskContext,
  type Completer,
  elicit,
  elicitUrl,
  type Flow,
  type FormQuestion,
  inputRequired,
  listRoots,
  McpServer,
  type Middleware,
  type Question,
  type RequestContext,
  requestStateBoundary,
  sample,
  Server,
  toolError,
  userMessage,
  type Variables,
  type VariablesOf,
} from '@mrtr/server';
import type { AuthInfo } from '@mrtr/transport';
import type { CreateMessageResult, InputResponses, ListRootsResult } from '@mrtr/types';
import { type } from 'arktype';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';

const INFO = { name: 'types', version: '1.0.0' };
const server = new McpServer(INFO);
const Form = z.object({ region: z.enum(['eu', 'us']), size: z.coerce.number().default(3) });

describe('a tool', () => {
  test('infers its input from the schema, as the schema makes it', () => {
    server.tool('t', { input: Form }, (input) => {
      expectTypeOf(input).toEqualTypeOf<{ region: 'eu' | 'us'; size: number }>();
      return '';
    });
    server.tool('t', { input: zm.object({ a: zm.optional(zm.string()) }) }, (input) => {
      expectTypeOf(input).toEqualTypeOf<{ a?: string | undefined }>();
      return '';
    });
    server.tool('t', { input: type({ a: 'string', 'b?': 'number' }) }, (input) => {
      expectTypeOf(input).toEqualTypeOf<{ a: string; b?: number }>();
      return '';
    });
  });

  test('without a schema has no input to read', () => {
    server.tool('t', {}, (input) => {
      expectTypeOf(input).toEqualTypeOf<Record<never, never>>();
      // @ts-expect-error there is nothing in it
      return String(input.name);
    });
  });

  test('has arguments: a schema of anything but an object does not fit', () => {
    // @ts-expect-error text is no object
    server.tool('t', { input: z.string() }, () => '');
  });

  test('may return text, content, a result, an error or a question, now or later', () => {
    server.tool('t', {}, () => 'text');
    server.tool('t', {}, () => [{ type: 'text', text: 'a' }]);
    server.tool('t', {}, () => ({ content: [], structuredContent: 1, _meta: {} }));
    server.tool('t', {}, () => toolError('No.'));
    server.tool('t', {}, async () => inputRequired({ roots: listRoots() }));
    server.tool('t', {}, (_input, ctx) => (ctx.flow.round === 1 ? inputRequired({ roots: listRoots() }) : 'done'));
  });

  test('returns nothing else', () => {
    // @ts-expect-error a number is no content
    server.tool('t', {}, () => 7);
    // @ts-expect-error nothing is no content
    server.tool('t', {}, () => {});
    // @ts-expect-error structured data needs an output
    server.tool('t', {}, () => ({ price: 3 }));
    // @ts-expect-error text content has a text
    server.tool('t', {}, () => [{ type: 'text' as const }]);
  });

  test('with an output returns what the output takes, an error, or a question', () => {
    const output = z.object({ price: z.number(), currency: z.string().default('EUR') });
    server.tool('t', { output }, () => ({ price: 3 }));
    server.tool('t', { output }, async () => ({ price: 3, currency: 'CHF' }));
    server.tool('t', { output }, () => inputRequired({ roots: listRoots() }));
    server.tool('t', { output }, () => ({ content: [], isError: true }));
    server.tool('t', { output }, () => toolError('Sold out.'));
    // @ts-expect-error the price is a number
    server.tool('t', { output }, () => ({ price: 'three' }));
    // @ts-expect-error the price is missing
    server.tool('t', { output }, () => ({}));
    // @ts-expect-error text is not structured
    server.tool('t', { output }, () => 'three');
    // @ts-expect-error content alone is not structured
    server.tool('t', { output }, () => ({ content: [] }));
  });

  test('takes the texts of an output for what they are, without a cast', () => {
    const output = z.object({ kind: z.enum(['a', 'b']), list: z.array(z.enum(['x'])) });
    server.tool('t', { output }, () => ({ kind: 'a', list: ['x'] }));
    server.tool('t', { output, input: Form }, async ({ region }) => ({ kind: region === 'eu' ? 'a' : 'b', list: [] }));
    // @ts-expect-error there is no such kind
    server.tool('t', { output }, () => ({ kind: 'c', list: [] }));
  });

  test('infers input and output at once', () => {
    server.tool('t', { input: z.object({ n: z.number() }), output: z.array(z.number()) }, ({ n }) => [n]);
    // @ts-expect-error a list of texts is no list of numbers
    server.tool('t', { input: z.object({ n: z.number() }), output: z.array(z.number()) }, ({ n }) => [String(n)]);
  });
});

describe('the context', () => {
  test('of a function that may ask', () => {
    server.tool('t', {}, (_input, ctx) => {
      expectTypeOf(ctx).toEqualTypeOf<AskContext<undefined>>();
      expectTypeOf(ctx.flow).toEqualTypeOf<Flow>();
      expectTypeOf(ctx.flow.id).toEqualTypeOf<string>();
      expectTypeOf(ctx.requestState).toEqualTypeOf<string | undefined>();
      expectTypeOf(ctx.inputResponses).toEqualTypeOf<InputResponses | undefined>();
      expectTypeOf(ctx.auth).toEqualTypeOf<AuthInfo | undefined>();
      expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
      return '';
    });
  });

  test('reads an answer as its schema makes it', () => {
    server.tool('t', {}, (_input, ctx) => {
      expectTypeOf(ctx.answer('q', Form)).toEqualTypeOf<{ region: 'eu' | 'us'; size: number } | undefined>();
      expectTypeOf(ctx.answer('q', type({ a: 'string' }))).toEqualTypeOf<{ a: string } | undefined>();
      const response = ctx.response('q');
      expectTypeOf(response).toEqualTypeOf<Answer>();
      if (response.kind === 'accepted') {
        expectTypeOf(response.content).toEqualTypeOf<Record<string, string | number | boolean | string[]>>();
      }
      if (response.kind === 'sampled') expectTypeOf(response.result).toEqualTypeOf<CreateMessageResult>();
      // @ts-expect-error what was declined has no content
      if (response.kind === 'declined') return String(response.content);
      return '';
    });
  });

  test('has the lifespan value that the server was made with', () => {
    const alive = new McpServer(INFO, { lifespan: async () => ({ db: new Map<string, number>() }) });
    alive.tool('t', {}, (_input, { lifespan }) => {
      expectTypeOf(lifespan).toEqualTypeOf<{ db: Map<string, number> }>();
      return '';
    });
    alive.prompt('p', {}, (_input, { lifespan }) => String(lifespan.db.size));
    alive.resource('memo://{id}', {}, ({ id }, { lifespan }) => String(lifespan.db.get(id)));
    alive.completion({ prompt: 'p' }, 'a', (_value, _known, { lifespan }) => [...lifespan.db.keys()]);
    alive.use((call, next) => {
      expectTypeOf(call.ctx.lifespan.db).toEqualTypeOf<Map<string, number>>();
      return next(call);
    });
    const low = new Server(INFO, { lifespan: () => 7, onListTools: (ctx) => ({ tools: [], ttlMs: ctx.lifespan }) });
    expectTypeOf(low).toEqualTypeOf<Server<number>>();
  });

  test('has none where the server was made without', () => {
    server.tool('t', {}, (_input, { lifespan }) => {
      expectTypeOf(lifespan).toEqualTypeOf<undefined>();
      return '';
    });
  });
});

describe('a prompt', () => {
  test('infers its arguments', () => {
    server.prompt('p', { input: z.object({ topic: z.string(), pages: z.coerce.number().optional() }) }, (input) => {
      expectTypeOf(input).toEqualTypeOf<{ topic: string; pages?: number | undefined }>();
      return [userMessage(input.topic)];
    });
  });

  test('returns text, messages, a result or a question, and nothing else', () => {
    server.prompt('p', {}, () => 'text');
    server.prompt('p', {}, async () => ({ messages: [] }));
    server.prompt('p', {}, () => inputRequired({ roots: listRoots() }));
    // @ts-expect-error a message has a role
    server.prompt('p', {}, () => [{ content: { type: 'text', text: 'a' } }]);
    // @ts-expect-error a number is no message
    server.prompt('p', {}, () => 7);
  });
});

describe('a resource', () => {
  test('of a fixed URI takes no context and can not ask', () => {
    server.resource('memo://fixed', {}, () => 'text');
    server.resource('memo://fixed', {}, async () => new Uint8Array());
    // @ts-expect-error there is no context
    server.resource('memo://fixed', {}, (_variables, _ctx) => 'text');
    // @ts-expect-error it can't ask
    server.resource('memo://fixed', {}, () => inputRequired({ roots: listRoots() }));
  });

  test('of a template gets the variables that the literal has, and may ask', () => {
    server.resource('books://{isbn}/pages/{page}', {}, (variables, ctx) => {
      expectTypeOf(variables).toEqualTypeOf<{ readonly isbn: string; readonly page: string }>();
      expectTypeOf(ctx).toEqualTypeOf<AskContext<undefined>>();
      return inputRequired({ roots: listRoots() });
    });
    // @ts-expect-error there is no such variable
    server.resource('books://{isbn}', {}, ({ id }) => String(id));
  });

  test('of a URI that only the run time knows may be either', () => {
    const uri = String(Math.random());
    server.resource(uri, {}, () => 'text');
    server.resource(uri, {}, (variables, ctx) => {
      expectTypeOf(variables).toEqualTypeOf<Variables>();
      return ctx.flow.round === 1 ? inputRequired({ roots: listRoots() }) : 'text';
    });
  });

  test('tells variables that may be missing from those that are there, and lists from text', () => {
    expectTypeOf<VariablesOf<'a://{b}{?c,d}'>>().toEqualTypeOf<{
      readonly b: string;
      readonly c?: string;
      readonly d?: string;
    }>();
    expectTypeOf<VariablesOf<'a:{/path*}{?tag*,q}'>>().toEqualTypeOf<{
      readonly path: string[];
      readonly tag: string[];
      readonly q?: string;
    }>();
    expectTypeOf<VariablesOf<'a://{+path}/{name:3}{.ext}{#part}'>>().toEqualTypeOf<{
      readonly path: string;
      readonly name: string;
      readonly ext?: string;
      readonly part?: string;
    }>();
    expectTypeOf<VariablesOf<string>>().toEqualTypeOf<Variables>();
  });
});

describe('questions', () => {
  test('know what their answer amounts to', () => {
    expectTypeOf(elicit('?', Form)).toEqualTypeOf<FormQuestion<typeof Form>>();
    expectTypeOf(elicit('?', Form)).toExtend<Question<{ region: 'eu' | 'us'; size: number }>>();
    expectTypeOf(elicitUrl('?', 'https://example.org')).toEqualTypeOf<Question<void>>();
    expectTypeOf(sample({ messages: [], maxTokens: 1 })).toEqualTypeOf<Question<CreateMessageResult>>();
    expectTypeOf(listRoots()).toEqualTypeOf<Question<ListRootsResult>>();
  });

  test('are asked as questions or as input requests, and as nothing else', () => {
    inputRequired({ a: listRoots(), b: { method: 'roots/list' } });
    // @ts-expect-error text is no question
    inputRequired({ a: 'Where?' });
    // @ts-expect-error sampling needs maxTokens
    sample({ messages: [] });
    // @ts-expect-error a tool call is no input request
    inputRequired({ a: { method: 'tools/call', params: { name: 'x' } } });
  });
});

describe('a low-level server', () => {
  test('types each handler by its method', () => {
    new Server(INFO, {
      onCallTool: (ctx, params) => {
        expectTypeOf(ctx).toEqualTypeOf<RequestContext<undefined>>();
        expectTypeOf(params.name).toEqualTypeOf<string>();
        return inputRequired({ roots: listRoots() });
      },
      onListTools: (_ctx, { cursor }) => {
        expectTypeOf(cursor).toEqualTypeOf<string | undefined>();
        return { tools: [] };
      },
    });
  });

  test('lets three methods ask, and no other', () => {
    const ask = () => inputRequired({ roots: listRoots() });
    new Server(INFO, { onCallTool: ask, onGetPrompt: ask, onReadResource: ask });
    // @ts-expect-error a list is no question
    new Server(INFO, { onListTools: ask });
    // @ts-expect-error neither is a completion
    new Server(INFO, { onComplete: ask });
  });

  test('types a method of its own by its schema', () => {
    new Server(INFO).handle('example.org/x', z.object({ n: z.coerce.number() }), (_ctx, { n }) => {
      expectTypeOf(n).toEqualTypeOf<number>();
      return { n };
    });
    // @ts-expect-error a result is an object
    new Server(INFO).handle('example.org/x', z.object({}), () => 7);
  });
});

describe('protection', () => {
  test('of both tiers takes a policy that knows nothing of the server', () => {
    const security = new RequestStateSecurity({ keys: ['x'.repeat(32)] });
    new McpServer(INFO, { requestState: security, lifespan: () => 7 });
    expectTypeOf(new McpServer(INFO, { requestState: security })).toEqualTypeOf<McpServer>();
    new Server(INFO, { lifespan: () => 7 }).use(requestStateBoundary(security, { audience: 'a' }));
  });

  test('tells a binder who calls, without annotations, and with one what the server holds', () => {
    new McpServer(INFO, {
      lifespan: () => 7,
      requestState: new RequestStateSecurity({
        keys: ['x'.repeat(32)],
        bindPrincipal: (ctx) => {
          expectTypeOf(ctx).toEqualTypeOf<RequestContext>();
          return ctx.auth?.subject;
        },
      }),
    });
    new McpServer(INFO, {
      requestState: RequestStateSecurity.ephemeral({ bindPrincipal: (ctx) => ctx.auth?.subject }),
    });
    const withLifespan = new RequestStateSecurity<RequestContext<{ db: string }>>({
      keys: ['x'.repeat(32)],
      bindPrincipal: ({ lifespan }) => lifespan.db,
    });
    new McpServer(INFO, { lifespan: () => ({ db: 'x' }), requestState: withLifespan });
    // @ts-expect-error this server has no such lifespan value
    new McpServer(INFO, { lifespan: () => 7, requestState: withLifespan });
  });
});

test('a middleware or a completer written once fits every server', () => {
  const timed: Middleware = async (call, next) => next(call);
  const empty: Completer<unknown> = () => [];
  new Server(INFO).use(timed);
  const alive = new McpServer(INFO, { lifespan: () => 7 }).use(timed);
  alive.completion({ prompt: 'p' }, 'a', empty);
  const demanding: Middleware<{ db: string }> = async (call, next) => next(call);
  // @ts-expect-error this server has no such lifespan value
  alive.use(demanding);
});
