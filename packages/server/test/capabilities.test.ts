/** No question that the client can't answer: SYSTEM P6. Specification 2026-07-28, basic/patterns/mrtr "Server Requirements". */
import { RequestStateSecurity } from '@mrtr/seal';
import { McpServer, requestStateBoundary, Server } from '@mrtr/server';
import type { ClientCapabilities, InputRequests } from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from './support/recording.js';
import { type RequestOptions, send } from './support/requests.js';

const INFO = { name: 'capable', version: '1.0.0' };
const requestedSchema = { type: 'object' as const, properties: {} };
const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];

const QUESTIONS = {
  form: { method: 'elicitation/create', params: { mode: 'form', message: 'm', requestedSchema } },
  formWithoutMode: { method: 'elicitation/create', params: { message: 'm', requestedSchema } },
  url: { method: 'elicitation/create', params: { mode: 'url', message: 'm', url: 'https://example.org/' } },
  sample: { method: 'sampling/createMessage', params: { messages, maxTokens: 1 } },
  sampleWithTools: { method: 'sampling/createMessage', params: { messages, maxTokens: 1, tools: [] } },
  sampleWithToolChoice: {
    method: 'sampling/createMessage',
    params: { messages, maxTokens: 1, toolChoice: { mode: 'none' } },
  },
  sampleWithContext: {
    method: 'sampling/createMessage',
    params: { messages, maxTokens: 1, includeContext: 'thisServer' },
  },
  sampleWithoutContext: {
    method: 'sampling/createMessage',
    params: { messages, maxTokens: 1, includeContext: 'none' },
  },
  roots: { method: 'roots/list', params: {} },
} satisfies InputRequests;

type Name = keyof typeof QUESTIONS;

function ask(names: readonly Name[]) {
  const inputRequests = Object.fromEntries(names.map((name) => [name, QUESTIONS[name]]));
  return { resultType: 'input_required' as const, inputRequests };
}

const asking = (params: { arguments?: Record<string, unknown> | undefined }) =>
  ask((params.arguments?.['questions'] ?? []) as Name[]);
const logger = recordingLogger();

const low = new Server(INFO, { logger, onCallTool: (_ctx, params) => asking(params) });
const bounded = new Server(INFO, { logger, onCallTool: (_ctx, params) => asking(params) });
bounded.use(requestStateBoundary(RequestStateSecurity.ephemeral(), { audience: 'test', logger }));
const high = new McpServer(INFO, { logger });
for (const name of Object.keys(QUESTIONS)) high.tool(name, {}, () => ask([name as Name]));
high.tool('all', {}, () => ask(Object.keys(QUESTIONS) as Name[]));

function askFrom(server: Server, questions: readonly Name[], options: RequestOptions) {
  return send(server, 'tools/call', { name: 'x', arguments: { questions } }, options);
}

/** Declared, asked, and what is missing; `undefined` where nothing is. */
const CASES: [ClientCapabilities, Name, ClientCapabilities | undefined][] = [
  [{}, 'form', { elicitation: { form: {} } }],
  [{ elicitation: {} }, 'form', undefined],
  [{ elicitation: {} }, 'formWithoutMode', undefined],
  [{ elicitation: { form: {} } }, 'form', undefined],
  [{ elicitation: { url: {} } }, 'form', { elicitation: { form: {} } }],
  [{ elicitation: { url: {} } }, 'formWithoutMode', { elicitation: { form: {} } }],
  [{ elicitation: { form: {}, url: {} } }, 'form', undefined],
  [{ roots: {}, sampling: {} }, 'form', { elicitation: { form: {} } }],
  [{}, 'url', { elicitation: { url: {} } }],
  [{ elicitation: {} }, 'url', { elicitation: { url: {} } }],
  [{ elicitation: { form: {} } }, 'url', { elicitation: { url: {} } }],
  [{ elicitation: { url: {} } }, 'url', undefined],
  [{}, 'sample', { sampling: {} }],
  [{ sampling: {} }, 'sample', undefined],
  [{ sampling: {} }, 'sampleWithoutContext', undefined],
  [{}, 'sampleWithTools', { sampling: { tools: {} } }],
  [{ sampling: {} }, 'sampleWithTools', { sampling: { tools: {} } }],
  [{ sampling: {} }, 'sampleWithToolChoice', { sampling: { tools: {} } }],
  [{ sampling: { tools: {} } }, 'sampleWithTools', undefined],
  [{ sampling: { tools: {} } }, 'sampleWithToolChoice', undefined],
  [{ sampling: { tools: {} } }, 'sampleWithContext', { sampling: { context: {} } }],
  [{ sampling: { context: {} } }, 'sampleWithContext', undefined],
  [{ elicitation: {}, sampling: {} }, 'roots', { roots: {} }],
  [{ roots: {} }, 'roots', undefined],
];

describe.each(CASES)('a client that declared %j and is asked for %s', (capabilities, name, missing) => {
  test.each([
    ['a low-level server', () => askFrom(low, [name], { capabilities })],
    ['a low-level server with a boundary', () => askFrom(bounded, [name], { capabilities })],
    ['an McpServer', () => send(high, 'tools/call', { name }, { capabilities })],
  ])(`is ${missing ? 'told what is missing' : 'asked'} by %s`, async (_, response) => {
    if (missing === undefined) {
      expect(await response()).toMatchObject({
        result: { resultType: 'input_required', inputRequests: { [name]: QUESTIONS[name] } },
      });
    } else {
      expect(await response()).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32021, message: expect.any(String), data: { requiredCapabilities: missing } },
      });
    }
  });
});

describe('what is missing', () => {
  test('is named once for all the questions of a round, and nothing that is there', async () => {
    expect(
      await send(high, 'tools/call', { name: 'all' }, { capabilities: { elicitation: { url: {} }, sampling: {} } }),
    ).toMatchObject({
      error: {
        data: { requiredCapabilities: { elicitation: { form: {} }, sampling: { tools: {}, context: {} }, roots: {} } },
      },
    });
  });

  test('is judged by this request alone', async () => {
    expect(await askFrom(low, ['roots'], { capabilities: { roots: {} } })).toHaveProperty('result');
    expect(await askFrom(low, ['roots'], { capabilities: {} })).toHaveProperty('error.code', -32021);
  });

  test('is no fault of the server, so it is not logged', () => {
    expect(logger.entries).toEqual([]);
  });

  test('is enough: a client that declares it too is asked (for any questions and any capabilities)', async () => {
    const detail = fc.constantFrom({}, undefined);
    const capabilities = fc.record({
      elicitation: fc.option(fc.record({ form: detail, url: detail }), { nil: undefined }),
      sampling: fc.option(fc.record({ tools: detail, context: detail }), { nil: undefined }),
      roots: detail,
    });
    const questions = fc.subarray(Object.keys(QUESTIONS) as Name[], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(capabilities, questions, async (declared, asked) => {
        const first = await askFrom(low, asked, { capabilities: declared });
        if ('result' in first) return;
        expect(first.error.code).toBe(-32021);
        const { requiredCapabilities } = first.error.data as { requiredCapabilities: ClientCapabilities };
        expect(Object.keys(requiredCapabilities)).not.toEqual([]);
        const merged: ClientCapabilities = {
          // To keep what `{}` means, a client that adds to it has to say `form`.
          elicitation: merge(spelledOut(declared.elicitation), requiredCapabilities.elicitation),
          sampling: merge(declared.sampling, requiredCapabilities.sampling),
          roots: declared.roots ?? requiredCapabilities.roots,
        };
        expect(await askFrom(low, asked, { capabilities: merged })).toHaveProperty('result');
      }),
      { numRuns: 200 },
    );
  });
});

function spelledOut(elicitation: ClientCapabilities['elicitation']): object | undefined {
  return elicitation && elicitation.url === undefined ? { form: {} } : elicitation;
}

function merge(a: object | undefined, b: object | undefined): object | undefined {
  if (a === undefined && b === undefined) return undefined;
  const defined = Object.entries({ ...a }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(defined), ...b };
}
