/** The interim result: SYSTEM P1 to P3, H2. Specification 2026-07-28, basic/patterns/mrtr "InputRequiredResult". */
import { RequestStateSecurity } from '@mrtr/seal';
import {
  elicit,
  elicitUrl,
  inputRequired,
  listRoots,
  McpServer,
  requestStateBoundary,
  sample,
  Server,
  type ServerOptions,
} from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordingLogger } from './support/recording.js';
import { call, failure, result } from './support/requests.js';

const INFO = { name: 'interim', version: '1.0.0' };
const Region = z.object({ region: z.enum(['eu', 'us']) });
const maxTokens = 10;
const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];

describe('inputRequired', () => {
  test('asks under the given keys', () => {
    const asked = inputRequired({
      region: elicit('Where?', Region),
      login: elicitUrl('Log in.', 'https://example.org/login'),
      poem: sample({ messages, maxTokens }),
      roots: listRoots(),
    });
    expect(asked).toEqual({
      resultType: 'input_required',
      inputRequests: {
        region: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Where?',
            requestedSchema: {
              type: 'object',
              properties: { region: { type: 'string', enum: ['eu', 'us'] } },
              required: ['region'],
            },
          },
        },
        login: {
          method: 'elicitation/create',
          params: { mode: 'url', message: 'Log in.', url: 'https://example.org/login' },
        },
        poem: { method: 'sampling/createMessage', params: { messages, maxTokens } },
        roots: { method: 'roots/list', params: {} },
      },
    });
  });

  test('takes input requests written by hand beside questions', () => {
    const byHand = { method: 'roots/list' as const, params: {} };
    expect(inputRequired({ a: byHand, b: listRoots() }).inputRequests).toEqual({ a: byHand, b: byHand });
  });

  test('may have a state, and may have only a state', () => {
    expect(inputRequired({ roots: listRoots() }, { requestState: 'step 2' })).toMatchObject({ requestState: 'step 2' });
    expect(inputRequired({}, { requestState: 'waiting' })).toEqual({
      resultType: 'input_required',
      requestState: 'waiting',
    });
    expect(inputRequired({}, { requestState: '' })).toEqual({ resultType: 'input_required', requestState: '' });
  });

  test('throws where there is nothing to ask and nothing to keep', () => {
    const refused = expect.objectContaining({ name: 'ServerError', code: 'invalid_interim_result' });
    expect(() => inputRequired({})).toThrow(refused);
    expect(() => inputRequired({}, {})).toThrow(refused);
    expect(() => inputRequired({}, { requestState: undefined })).toThrow(refused);
  });
});

describe('elicitUrl', () => {
  test('takes a URL as an object too', () => {
    expect(elicitUrl('Pay.', new URL('https://example.org/pay?a=1')).request.params).toMatchObject({
      url: 'https://example.org/pay?a=1',
    });
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'ftp://example.org'])(
    'sends nobody to %j',
    (url) => {
      expect(() => elicitUrl('Look.', url)).toThrow(expect.objectContaining({ code: 'invalid_definition' }));
    },
  );

  test.each(['', '/login', 'example.org/login', 'https://'])('needs an absolute URL, not %j', (url) => {
    expect(() => elicitUrl('Look.', url)).toThrow(expect.objectContaining({ code: 'invalid_definition' }));
  });
});

describe('an interim result built by hand', () => {
  const tiers: [string, (options: ServerOptions) => Server][] = [
    ['without a boundary', (options) => new Server(INFO, options)],
    [
      'behind a boundary',
      (options) =>
        new Server(INFO, options).use(requestStateBoundary(RequestStateSecurity.ephemeral(), { audience: 'x' })),
    ],
  ];

  describe.each(tiers)('on a low-level server %s', (_, make) => {
    test.each([
      ['neither requests nor state', { resultType: 'input_required' }],
      ['no request in the map and no state', { resultType: 'input_required', inputRequests: {} }],
      ['a state that is no string', { resultType: 'input_required', requestState: 7 }],
      [
        'a request of another method',
        { resultType: 'input_required', inputRequests: { a: { method: 'tools/call', params: { name: 'x' } } } },
      ],
      ['a request that is null', { resultType: 'input_required', inputRequests: { a: null } }],
      [
        'a request without params',
        { resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create' } } },
      ],
      ['requests that are a list', { resultType: 'input_required', inputRequests: [], requestState: 's' }],
      ['requests that are text', { resultType: 'input_required', inputRequests: 'x', requestState: 's' }],
    ])('is -32603 with %s', async (_, interim) => {
      const logger = recordingLogger();
      const server = make({ logger, onCallTool: () => interim as never });
      expect(await failure(server, 'tools/call', { name: 'x' })).toEqual({ code: -32603, message: 'Internal error' });
      expect(logger.entries).toEqual([
        expect.objectContaining({ severity: 'error', event: 'invalid_result', method: 'tools/call' }),
      ]);
    });

    test('crosses the three methods that may ask', async () => {
      const asks = () => inputRequired({ roots: listRoots() }, { requestState: 'kept' });
      const server = make({ onCallTool: asks, onGetPrompt: asks, onReadResource: asks });
      for (const [method, params] of [
        ['tools/call', { name: 'x' }],
        ['prompts/get', { name: 'x' }],
        ['resources/read', { uri: 'x:y' }],
      ] as const) {
        expect(await result(server, method, params)).toMatchObject({
          resultType: 'input_required',
          inputRequests: { roots: { method: 'roots/list' } },
          requestState: expect.any(String),
        });
      }
    });

    test.each([
      ['tools/list', 'onListTools'],
      ['prompts/list', 'onListPrompts'],
      ['resources/list', 'onListResources'],
      ['resources/templates/list', 'onListResourceTemplates'],
      ['completion/complete', 'onComplete'],
      ['subscriptions/listen', 'onSubscriptionsListen'],
    ])('is -32603 from %s', async (method, handler) => {
      const logger = recordingLogger();
      const server = make({ logger, [handler]: () => inputRequired({ roots: listRoots() }) });
      const params = {
        ref: { type: 'ref/prompt', name: 'p' },
        argument: { name: 'a', value: '' },
        notifications: {},
      };
      expect(await failure(server, method, params)).toEqual({ code: -32603, message: 'Internal error' });
      expect(logger.entries).toEqual([expect.objectContaining({ event: 'invalid_result', method })]);
    });

    test('is -32603 from a method of your own', async () => {
      const server = make({ logger: recordingLogger() }).handle('example.org/x', z.object({}), () =>
        inputRequired({ roots: listRoots() }),
      );
      expect(await failure(server, 'example.org/x')).toMatchObject({ code: -32603 });
    });
  });
});

describe('an McpServer', () => {
  test('lets a tool, a prompt and a template ask', async () => {
    const server = new McpServer(INFO);
    const asks = () => inputRequired({ roots: listRoots() });
    server.tool('t', {}, asks);
    server.prompt('p', {}, asks);
    server.resource('memo://{name}', {}, asks);
    for (const [method, params] of [
      ['tools/call', { name: 't' }],
      ['prompts/get', { name: 'p' }],
      ['resources/read', { uri: 'memo://one' }],
    ] as const) {
      expect(await result(server, method, params)).toMatchObject({ resultType: 'input_required' });
    }
  });

  test('lets no static resource ask: -32603, and a log line that says what to do', async () => {
    const logger = recordingLogger();
    const server = new McpServer(INFO, { logger });
    server.resource('memo://static', {}, () => inputRequired({ roots: listRoots() }) as never);
    expect(await failure(server, 'resources/read', { uri: 'memo://static' })).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(logger.entries[0]?.message).toContain('template');
  });

  test('gives a static resource no context to ask by', async () => {
    const seen: unknown[][] = [];
    const server = new McpServer(INFO);
    server.resource('memo://static', {}, (...args: unknown[]) => {
      seen.push(args);
      return 'text';
    });
    await result(server, 'resources/read', { uri: 'memo://static' });
    expect(seen).toEqual([[]]);
  });

  test('refuses a tool that builds one with neither questions nor state by hand', async () => {
    const server = new McpServer(INFO, { logger: recordingLogger() });
    server.tool('t', {}, () => ({ resultType: 'input_required', inputRequests: {} }));
    expect(await failure(server, 'tools/call', { name: 't' })).toMatchObject({ code: -32603 });
  });

  test('waits with nothing but a state', async () => {
    const server = new McpServer(INFO);
    server.tool('t', {}, (_input, ctx) =>
      ctx.requestState === undefined ? inputRequired({}, { requestState: 'waiting' }) : `was ${ctx.requestState}`,
    );
    const { inputRequests, requestState } = await call(server, 't');
    expect(inputRequests).toBeUndefined();
    expect(await result(server, 'tools/call', { name: 't', requestState })).toMatchObject({
      content: [{ type: 'text', text: 'was waiting' }],
    });
  });
});
