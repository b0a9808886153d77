/** What the types of resolvers promise: inference through chains without annotations, and mistakes that don't compile. */
import {
  elicit,
  elicitUrl,
  type FlowContext,
  inputRequired,
  listRoots,
  McpServer,
  outcome,
  type Outcome,
  type Resolver,
  resolver,
  sample,
  toolError,
  wait,
} from '@mrtr/server';
import type { CreateMessageResult, ListRootsResult } from '@mrtr/types';
import { type } from 'arktype';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import * as zm from 'zod/mini';

const INFO = { name: 'types', version: '1.0.0' };
const server = new McpServer(INFO);
const Title = { title: z.string() };
const input = z.object(Title);
const Backorder = z.object({ confirm: z.boolean(), copies: z.coerce.number().default(1) });

const stock = resolver({ args: Title }, ({ title }) => ({ title, copies: title.length }));
const backorder = resolver({ args: Title, needs: { stock } }, ({ title, stock: { copies } }) =>
  copies > 0 ? { confirm: true, copies: 0 } : elicit(`Backorder ${title}?`, Backorder),
);

const asking = resolver({ args: Title }, ({ title }) => elicit(`${title}?`, Backorder));

describe('a resolver', () => {
  test('is given what it declares, and nothing else', () => {
    resolver(
      { args: { title: z.string(), size: zm.optional(zm.number()) }, needs: { stock, maybe: outcome(asking) } },
      (given) => {
        expectTypeOf(given).toEqualTypeOf<{
          readonly title: string;
          readonly size?: number | undefined;
          readonly stock: { title: string; copies: number };
          readonly maybe: Outcome<{ confirm: boolean; copies: number }>;
        }>();
        // @ts-expect-error it declares no such argument
        return given.other as string;
      },
    );
    resolver({}, (given, ctx) => {
      expectTypeOf(given).toEqualTypeOf<Record<never, never>>();
      expectTypeOf(ctx).toEqualTypeOf<FlowContext>();
      return ctx.flow.id;
    });
  });

  test('reads arguments as their schemas make them, of any library', () => {
    resolver({ args: { when: z.string().transform((text) => new Date(text)), n: type('number') } }, (given) => {
      expectTypeOf(given).toEqualTypeOf<{ readonly when: Date; readonly n: number }>();
      return 0;
    });
  });

  test('fills its parameter with what it returns, or with the answer', () => {
    expectTypeOf(stock).toEqualTypeOf<Resolver<{ title: string; copies: number }, { readonly title: string }>>();
    const answers = {
      form: resolver({}, () => elicit('?', Backorder)),
      later: resolver({}, async () => elicit('?', Backorder)),
      page: resolver({}, () => elicitUrl('?', 'https://x.example')),
      text: resolver({}, () => sample({ messages: [], maxTokens: 1 })),
      folders: resolver({}, () => listRoots()),
      waited: resolver({}, (_, { flow }) => (flow.round > 1 ? flow.id : wait())),
      never: resolver({}, () => wait()),
      maybe: resolver({}, (_, { flow }) => (flow.round > 1 ? undefined : listRoots())),
    };
    server.tool('t', { resolve: answers }, (given) => {
      expectTypeOf(given.form).toEqualTypeOf<{ confirm: boolean; copies: number }>();
      expectTypeOf(given.later).toEqualTypeOf<{ confirm: boolean; copies: number }>();
      expectTypeOf(given.page).toEqualTypeOf<void>();
      expectTypeOf(given.text).toEqualTypeOf<CreateMessageResult>();
      expectTypeOf(given.folders).toEqualTypeOf<ListRootsResult>();
      expectTypeOf(given.waited).toEqualTypeOf<string>();
      expectTypeOf(given.never).toBeNever();
      expectTypeOf(given.maybe).toEqualTypeOf<ListRootsResult | undefined>();
      return '';
    });
  });

  test('says once, a key and a bound of its time', () => {
    resolver({ once: true, key: 'price', timeoutMs: 500 }, () => 3);
    // @ts-expect-error a time is a number
    resolver({ timeoutMs: '500' }, () => 3);
    // @ts-expect-error there is no such word
    resolver({ twice: true }, () => 3);
  });

  test("can't have one name among its args and its needs", () => {
    // @ts-expect-error "stock" is among the args already
    resolver({ args: { stock: z.string() }, needs: { stock } }, () => 3);
  });

  test('needs resolvers and questions', () => {
    resolver({ needs: { roots: listRoots(), stock, backorder: outcome(backorder) } }, () => 3);
    // @ts-expect-error a number is no resolver
    resolver({ needs: { stock: 3 } }, () => 3);
    // @ts-expect-error a function has to be declared as a resolver
    resolver({ needs: { stock: () => 3 } }, () => 3);
  });
});

describe('a tool with resolvers', () => {
  test('receives its input and what they fill, through chains', () => {
    const reason = resolver({ needs: { backorder } }, ({ backorder: { confirm } }) =>
      confirm ? elicit('Why?', z.object({ why: z.enum(['gift', 'study']) })) : { why: 'study' as const },
    );
    server.tool(
      't',
      { input: z.object({ ...Title, note: z.string().optional() }), resolve: { stock, reason } },
      (given) => {
        expectTypeOf(given).toEqualTypeOf<{
          title: string;
          note?: string | undefined;
          readonly stock: { title: string; copies: number };
          readonly reason: { why: 'gift' | 'study' } | { why: 'study' };
        }>();
        return '';
      },
    );
  });

  test('receives a question by itself as its answer, and its outcome as one', () => {
    server.tool(
      't',
      {
        resolve: { agreed: elicit('Sure?', Backorder), maybe: outcome(elicit('Sure?', Backorder)), roots: listRoots() },
      },
      ({ agreed, maybe, roots }) => {
        expectTypeOf(agreed).toEqualTypeOf<{ confirm: boolean; copies: number }>();
        expectTypeOf(maybe).toEqualTypeOf<Outcome<{ confirm: boolean; copies: number }>>();
        expectTypeOf(roots).toEqualTypeOf<ListRootsResult>();
        return maybe.action === 'accept' ? String(maybe.data.copies) : maybe.action;
      },
    );
  });

  test('takes resolvers that are declared in place', () => {
    server.tool(
      't',
      {
        input,
        resolve: {
          length: resolver({ args: Title }, ({ title }) => title.length),
          flow: resolver({}, (_, ctx) => ctx.flow.id),
          sure: resolver({ needs: { stock } }, ({ stock: { copies } }) => elicit(`${copies}?`, Backorder)),
        },
      },
      ({ length, flow, sure }) => {
        expectTypeOf(length).toEqualTypeOf<number>();
        expectTypeOf(flow).toEqualTypeOf<string>();
        expectTypeOf(sure).toEqualTypeOf<{ confirm: boolean; copies: number }>();
        return '';
      },
    );
  });

  test('is told of its flow, and nothing of answers', () => {
    server.tool('t', { input, resolve: { stock } }, (_, ctx) => {
      expectTypeOf(ctx).toEqualTypeOf<FlowContext<undefined>>();
      // @ts-expect-error the answers are the resolvers'
      return ctx.requestState as string;
    });
  });

  test('returns what any tool returns, but no interim result', () => {
    server.tool('t', { input, resolve: { stock } }, () => 'text');
    server.tool('t', { input, resolve: { stock } }, async () => toolError('No.'));
    server.tool('t', { input, resolve: { stock } }, () => [{ type: 'text', text: 'a' }]);
    server.tool('t', { input, output: z.object({ kind: z.enum(['a', 'b']) }), resolve: { stock } }, ({ title }) => ({
      kind: title === '' ? 'a' : 'b',
    }));
    // @ts-expect-error a body beside `resolve` can't return an interim result
    server.tool('t', { input, resolve: { stock } }, () => inputRequired({ roots: listRoots() }));
    // @ts-expect-error nor later
    server.tool('t', { input, resolve: { stock } }, async () => inputRequired({ roots: listRoots() }));
    server.tool('t', { input, resolve: { stock } }, ({ title }) =>
      // @ts-expect-error nor now and then
      title === '' ? 'text' : inputRequired({ roots: listRoots() }),
    );
    const output = z.object({ n: z.number() });
    // @ts-expect-error nor beside an output
    server.tool('t', { input, output, resolve: { stock } }, () => inputRequired({ roots: listRoots() }));
    // @ts-expect-error the output has a number
    server.tool('t', { input, output, resolve: { stock } }, ({ title }) => ({ n: title }));
  });

  test('has every argument that they read, with the type that they read', () => {
    server.tool('t', { input: z.looseObject(Title), resolve: { stock, backorder } }, () => '');
    server.tool('t', { input: zm.object({ title: zm.literal('a') }), resolve: { stock } }, () => '');
    // @ts-expect-error the input has no title
    server.tool('t', { input: z.object({ name: z.string() }), resolve: { stock } }, () => '');
    // @ts-expect-error there is no input
    server.tool('t', { resolve: { stock } }, () => '');
    // @ts-expect-error no title for what the backorder needs
    server.tool('t', { resolve: { backorder: outcome(resolver({ needs: { backorder } }, () => 3)) } }, () => '');
    // @ts-expect-error the title is a number
    server.tool('t', { input: z.object({ title: z.number() }), resolve: { stock } }, () => '');
    // @ts-expect-error the title may be missing
    server.tool('t', { input: z.object({ title: z.string().optional() }), resolve: { stock } }, () => '');
  });

  test('may lack an argument that they can do without', () => {
    const noted = resolver({ args: { note: z.string().optional() } }, ({ note = '' }) => note.length);
    server.tool('t', { resolve: { noted } }, ({ noted: length }) => String(length + 1));
    server.tool('t', { input: z.object({ note: z.string() }), resolve: { noted } }, () => '');
    // @ts-expect-error the note is a number
    server.tool('t', { input: z.object({ note: z.number() }), resolve: { noted } }, () => '');
  });

  test("can't fill an argument", () => {
    // @ts-expect-error "title" is an argument of the input already
    server.tool('t', { input, resolve: { title: stock } }, () => '');
    // @ts-expect-error whatever fills it
    server.tool('t', { input, resolve: { title: listRoots() } }, () => '');
  });

  test('fills parameters with resolvers and questions alone', () => {
    // @ts-expect-error a number is no resolver
    server.tool('t', { resolve: { stock: 3 } }, () => '');
    // @ts-expect-error a function has to be declared as a resolver
    server.tool('t', { resolve: { stock: () => 3 } }, () => '');
  });
});

describe('a prompt and a template with resolvers', () => {
  test('receive their own input and what they fill', () => {
    server.prompt('p', { input, resolve: { stock, roots: listRoots() } }, (given, ctx) => {
      expectTypeOf(given).toEqualTypeOf<{
        title: string;
        readonly stock: { title: string; copies: number };
        readonly roots: ListRootsResult;
      }>();
      expectTypeOf(ctx).toEqualTypeOf<FlowContext<undefined>>();
      return given.title;
    });
    const order = resolver({ args: { id: z.string() } }, ({ id }) => ({ id }));
    server.resource('order://{id}', { resolve: { order } }, ({ id, order: found }, ctx) => {
      expectTypeOf(id).toEqualTypeOf<string>();
      expectTypeOf(found).toEqualTypeOf<{ id: string }>();
      expectTypeOf(ctx).toEqualTypeOf<FlowContext<undefined>>();
      return id;
    });
  });

  test('refuse what a tool refuses', () => {
    // @ts-expect-error the prompt has no title
    server.prompt('p', { resolve: { stock } }, () => '');
    // @ts-expect-error "title" is an argument of the input already
    server.prompt('p', { input, resolve: { title: listRoots() } }, () => '');
    // @ts-expect-error a body beside `resolve` can't return an interim result
    server.prompt('p', { input, resolve: { stock } }, () => inputRequired({ roots: listRoots() }));
    // @ts-expect-error the template has no title
    server.resource('order://{id}', { resolve: { stock } }, () => '');
    // @ts-expect-error "id" is a variable of the template
    server.resource('order://{id}', { resolve: { id: listRoots() } }, () => '');
    // @ts-expect-error a body beside `resolve` can't return an interim result
    server.resource('order://{id}', { resolve: { r: listRoots() } }, () => inputRequired({ roots: listRoots() }));
    // @ts-expect-error a resource under a fixed URI can't ask
    server.resource('shop://hours', { resolve: { roots: listRoots() } }, () => '');
  });
});

describe('the lifespan value', () => {
  const withDb = resolver({}, (_, ctx: FlowContext<{ db: string }>) => ctx.lifespan.db);

  test('is what a resolver says it expects', () => {
    const shop = new McpServer(INFO, { lifespan: () => ({ db: 'x', more: 1 }) });
    shop.tool('t', { resolve: { withDb } }, ({ withDb: db }, ctx) => {
      expectTypeOf(db).toEqualTypeOf<string>();
      expectTypeOf(ctx).toEqualTypeOf<FlowContext<{ db: string; more: number }>>();
      return db;
    });
    const above = resolver({ needs: { withDb } }, ({ withDb: db }) => db.length);
    shop.tool('t', { resolve: { above } }, ({ above: length }) => String(length));
    // @ts-expect-error this server has no such lifespan value
    server.tool('t', { resolve: { withDb } }, () => '');
    // @ts-expect-error nor for what another one needs
    server.tool('t', { resolve: { above } }, () => '');
  });
});
