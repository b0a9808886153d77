/** What the types promise: a callback that answers another kind of question does not compile. */
import {
  type AnyPendingCall,
  type Ask,
  type Callbacks,
  Client,
  type ClientOptions,
  type Clock,
  type PendingCall,
  type SavedCall,
  type Target,
} from '@mrtr/client';
import { recordRounds, type Script, scripted as script, type VirtualClock } from '@mrtr/testing';
import type {
  CallToolResult,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  GetPromptResult,
  ListRootsResult,
  ReadResourceResult,
  Root,
} from '@mrtr/types';
import { describe, expectTypeOf, test } from 'vitest';
import { done, scripted } from './support/fake-server.js';

type Callback<K extends keyof Callbacks> = NonNullable<Callbacks[K]>;

describe('the types', () => {
  test('each callback takes the parameters of its kind, and gives its kind of answer, now or later', () => {
    expectTypeOf<Callback<'onElicit'>>().parameters.toEqualTypeOf<[ElicitRequestFormParams, Ask]>();
    expectTypeOf<Callback<'onElicit'>>().returns.toEqualTypeOf<ElicitResult | Promise<ElicitResult>>();
    expectTypeOf<Callback<'onElicitUrl'>>().parameters.toEqualTypeOf<[ElicitRequestURLParams, Ask]>();
    expectTypeOf<Callback<'onSample'>>().parameters.toEqualTypeOf<[CreateMessageRequestParams, Ask]>();
    expectTypeOf<Callback<'onSample'>>().returns.toEqualTypeOf<CreateMessageResult | Promise<CreateMessageResult>>();
    expectTypeOf<Callback<'onListRoots'>>().returns.toEqualTypeOf<
      ListRootsResult | readonly Root[] | Promise<ListRootsResult | readonly Root[]>
    >();
  });

  test('answers of another shape do not compile', () => {
    const server = scripted(done());
    expectTypeOf(server).toMatchTypeOf<Target>();
    // @ts-expect-error: there is no such action
    void new Client(server, { onElicit: () => ({ action: 'yes' }) });
    // @ts-expect-error: an elicitation is not answered by a model
    void new Client(server, { onSample: () => ({ action: 'accept' }) });
    // @ts-expect-error: a callback that returns nothing answers nothing
    void new Client(server, { onElicit: () => undefined });
  });

  test('what tests are written with fits: scripts by themselves and among others, records and clocks', () => {
    const { onRound } = recordRounds();
    expectTypeOf<Script>().toExtend<ClientOptions>();
    expectTypeOf<Script>().toExtend<Callbacks>();
    expectTypeOf<VirtualClock>().toExtend<Clock>();
    expectTypeOf(onRound).toExtend<NonNullable<ClientOptions['onRound']>>();
    const options: ClientOptions = { ...script({}), timeoutMs: 5, onRound, onElicitUrl: undefined };
    expectTypeOf(options).toExtend<ClientOptions>();
  });

  test('a call has the result of its method', () => {
    const client = new Client(scripted(done()));
    expectTypeOf<ReturnType<Client['callTool']>>().toEqualTypeOf<Promise<CallToolResult>>();
    expectTypeOf<ReturnType<Client['getPrompt']>>().toEqualTypeOf<Promise<GetPromptResult>>();
    expectTypeOf<ReturnType<Client['readResource']>>().toEqualTypeOf<Promise<ReadResourceResult>>();
    const call = client.begin('prompts/get', { name: 'p' });
    expectTypeOf(call).toEqualTypeOf<PendingCall<'prompts/get'>>();
    expectTypeOf<ReturnType<typeof call.run>>().toEqualTypeOf<Promise<GetPromptResult>>();
    expectTypeOf(call.toJSON()).toEqualTypeOf<SavedCall<'prompts/get'>>();
    // @ts-expect-error: a tool needs a name
    void client.begin('tools/call', {});
    // @ts-expect-error: a list has no rounds
    void client.begin('tools/list', {});
  });

  test('a resumed call is told apart by its method', () => {
    const narrow = (call: AnyPendingCall): void => {
      if (call.method === 'tools/call') expectTypeOf(call.result).resolves.toEqualTypeOf<CallToolResult>();
      if (call.method === 'resources/read') expectTypeOf(call.result).resolves.toEqualTypeOf<ReadResourceResult>();
    };
    expectTypeOf(narrow).toBeFunction();
  });
});
