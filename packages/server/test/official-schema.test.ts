/** What is sent, judged by the specification's own JSON Schema: every kind of result, error and notification there is. */
import {
  assistantMessage,
  elicit,
  elicitUrl,
  inputRequired,
  listRoots,
  McpServer,
  type McpServerOptions,
  sample,
  Server,
  toolError,
  userMessage,
} from '@mrtr/server';
import { type ContentBlock, type JsonRpcNotification, MetaKey } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { missing, officialJudge } from './support/official-schema.js';
import { recordingLogger } from './support/recording.js';
import { request, send } from './support/requests.js';

const INFO = { name: 'official', version: '1.0.0', title: 'Official', websiteUrl: 'https://example.org/' };
const icons = [{ src: 'https://example.org/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'light' as const }];
const annotations = { audience: ['user' as const], priority: 0.5, lastModified: '2026-07-28T00:00:00Z' };
const titled = z.union([z.literal('r').meta({ title: 'Red' }), z.literal('g').meta({ title: 'Green' })]);

const EveryField = z.object({
  text: z.string().min(1).max(9).default('a').meta({ title: 'T', description: 'D' }),
  email: z.email(),
  url: z.url(),
  date: z.iso.date(),
  moment: z.iso.datetime(),
  amount: z.number().min(0).max(1.5),
  count: z.int().gt(0).default(2),
  sure: z.boolean().default(true),
  one: z.enum(['a', 'b']).default('a'),
  titledOne: titled,
  several: z
    .array(z.enum(['a', 'b']))
    .min(1)
    .max(2)
    .default(['a']),
  titledSeveral: z.array(titled),
});

const CONTENT: ContentBlock[] = [
  { type: 'text', text: 'a', annotations, _meta: { a: 1 } },
  { type: 'image', data: 'AA==', mimeType: 'image/png' },
  { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'memo://1', name: 'one', size: 3, icons },
  { type: 'resource', resource: { uri: 'memo://1', text: 'a' } },
  { type: 'resource', resource: { uri: 'memo://2', blob: 'AA==' } },
];

const QUESTIONS = {
  form: elicit('Please fill in.', EveryField),
  url: elicitUrl('Log in.', 'https://example.org/'),
  sample: sample({
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    maxTokens: 9,
    systemPrompt: 's',
    modelPreferences: { hints: [{ name: 'm' }], costPriority: 0.5 },
    includeContext: 'none',
    stopSequences: ['x'],
    temperature: 1,
    tools: [{ name: 't', inputSchema: { type: 'object' } }],
    toolChoice: { mode: 'auto' },
  }),
  roots: listRoots(),
};

function everything(options: McpServerOptions = {}): McpServer {
  const server = new McpServer(INFO, { logger: recordingLogger(), instructions: 'Be kind.', ...options });
  const described = { title: 'Title', description: 'Description', icons, meta: { 'example.org/a': 1 } };
  const input = z.object({ name: z.string().describe('A name'), size: z.int().optional() });
  server.tool(
    'structured',
    { ...described, input, output: z.object({ a: z.number() }), annotations: { readOnlyHint: true, title: 'A' } },
    () => ({ a: 1 }),
  );
  server.tool('list', { output: z.array(z.string()) }, () => ['a']);
  server.tool('text', {}, () => 'text');
  server.tool('content', {}, () => CONTENT);
  server.tool('error', {}, () => toolError('No.'));
  server.tool('throws', {}, () => {
    throw new Error('No.');
  });
  server.tool('breaks', {}, () => 7 as never);
  server.tool('ask', {}, () => inputRequired(QUESTIONS, { requestState: 'plain' }));
  server.tool('wait', {}, () => inputRequired({}, { requestState: 'plain' }));
  server.tool('report', {}, (_input, ctx) => {
    ctx.progress(0.5, 1, 'half');
    ctx.progress(1);
    ctx.log('error', { a: 1 }, 'logger');
    ctx.log('error', undefined);
    return '';
  });
  server.prompt(
    'write',
    { ...described, input: z.object({ topic: z.string().describe('A topic'), tone: z.string().optional() }) },
    () => [userMessage('Hi'), assistantMessage({ type: 'image', data: 'AA==', mimeType: 'image/png' })],
  );
  server.prompt('ask', {}, () => inputRequired(QUESTIONS));
  server.resource('memo://static', { ...described, mimeType: 'text/plain', annotations, size: 4 }, () => 'text');
  server.resource('memo://bytes', { cache: { ttlMs: 9, cacheScope: 'public' } }, () => new Uint8Array([1]));
  server.resource('ask://{id}', { ...described, annotations }, () => inputRequired(QUESTIONS));
  server.completion({ prompt: 'write' }, 'topic', () => Array.from({ length: 200 }, (_, index) => `v${index}`));
  return server;
}

/** What to send, and by which definition to judge the response. */
type Exchange = [definition: string, method: string, params: Readonly<Record<string, unknown>>];

const TOOLS = ['structured', 'list', 'text', 'content', 'error', 'throws', 'ask', 'wait'];

const EXCHANGES: Exchange[] = [
  ['DiscoverResultResponse', 'server/discover', {}],
  ['ListToolsResultResponse', 'tools/list', {}],
  ...TOOLS.map((name): Exchange => ['CallToolResultResponse', 'tools/call', { name, arguments: { name: 'x' } }]),
  ['ListPromptsResultResponse', 'prompts/list', {}],
  ['GetPromptResultResponse', 'prompts/get', { name: 'write', arguments: { topic: 'a' } }],
  ['GetPromptResultResponse', 'prompts/get', { name: 'ask' }],
  ['ListResourcesResultResponse', 'resources/list', {}],
  ['ListResourceTemplatesResultResponse', 'resources/templates/list', {}],
  ['ReadResourceResultResponse', 'resources/read', { uri: 'memo://static' }],
  ['ReadResourceResultResponse', 'resources/read', { uri: 'memo://bytes' }],
  ['ReadResourceResultResponse', 'resources/read', { uri: 'ask://1' }],
  [
    'CompleteResultResponse',
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'write' }, argument: { name: 'topic', value: '' } },
  ],
];

test('the official JSON Schema is there in CI', () => {
  if (missing !== undefined && process.env['CI'] !== 'true')
    console.warn(`official-schema.test.ts did not run: ${missing}.`);
  expect(process.env['CI'] === 'true' ? missing : undefined).toBeUndefined();
});

describe.skipIf(missing !== undefined)('by the official JSON Schema', () => {
  const judge = missing === undefined ? officialJudge() : () => '';

  test.each(EXCHANGES)('%s fits: %s %j', async (definition, method, params) => {
    const response = await send(everything(), method, params);
    expect(response).toHaveProperty('result');
    expect(judge(definition, response)).toBe('');
    const { result } = response as unknown as { result: { resultType: string } };
    if (result.resultType === 'input_required') expect(judge('InputRequiredResult', result)).toBe('');
  });

  test.each(EXCHANGES)('%s fits without serverInfo, in pages of one: %s %j', async (definition, method, params) => {
    const response = await send(everything({ sendServerInfo: false, pageSize: 1 }), method, params);
    expect(judge(definition, response)).toBe('');
  });

  test('every input request fits the definition of its kind', async () => {
    const response = await send(everything(), 'tools/call', { name: 'ask' });
    const { inputRequests } = (response as unknown as { result: { inputRequests: Record<string, unknown> } }).result;
    expect(Object.keys(inputRequests)).toEqual(Object.keys(QUESTIONS));
    expect(judge('ElicitRequest', inputRequests['form'])).toBe('');
    expect(judge('ElicitRequest', inputRequests['url'])).toBe('');
    expect(judge('CreateMessageRequest', inputRequests['sample'])).toBe('');
    expect(judge('ListRootsRequest', inputRequests['roots'])).toBe('');
  });

  test('every field of a form fits, and the judge is not blind', () => {
    const { requestedSchema } = QUESTIONS.form.request.params as {
      requestedSchema: { properties: Record<string, unknown> };
    };
    expect(Object.keys(requestedSchema.properties)).toEqual(Object.keys(EveryField.shape));
    for (const field of Object.values(requestedSchema.properties))
      expect(judge('PrimitiveSchemaDefinition', field)).toBe('');
    expect(judge('PrimitiveSchemaDefinition', { type: 'object' })).not.toBe('');
    expect(
      judge('CallToolResultResponse', { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text' }] } }),
    ).not.toBe('');
  });

  test('the end of a subscription fits', async () => {
    const server = new Server(INFO, {
      onSubscriptionsListen: (ctx) => ({ _meta: { [MetaKey.subscriptionId]: ctx.requestId } }),
    });
    const response = await send(server, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    expect(judge('SubscriptionsListenResultResponse', response)).toBe('');
  });

  test('notifications fit', async () => {
    const sent: JsonRpcNotification[] = [];
    const message = request(
      'tools/call',
      { name: 'report' },
      { meta: { progressToken: 'p', [MetaKey.logLevel]: 'debug' } },
    );
    await everything().exchange(message, { notify: (notification) => void sent.push(notification) });
    expect(sent.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/message',
      'notifications/message',
    ]);
    for (const notification of JSON.parse(JSON.stringify(sent)) as unknown[])
      expect(judge('ServerNotification', notification)).toBe('');
  });

  test.each<[string, string, unknown]>([
    ['InvalidRequestError', 'error', { jsonrpc: '2.0', id: 1, method: 7 }],
    ['InvalidRequestError', 'error', []],
    ['MethodNotFoundError', 'error', request('no/such')],
    ['InvalidParamsError', 'error', request('tools/call', { name: 'nowhere' })],
    ['InvalidParamsError', 'error', request('tools/call', { name: 'text', requestState: 'forged' })],
    ['InvalidParamsError', 'error', request('tools/list', { cursor: 'bad' })],
    ['InvalidParamsError', 'error', request('resources/read', { uri: 'no:where' })],
    ['InvalidParamsError', 'error', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
    ['InternalError', 'error', request('tools/call', { name: 'breaks' })],
    ['MissingRequiredClientCapabilityError', 'response', request('tools/call', { name: 'ask' }, { capabilities: {} })],
    [
      'UnsupportedProtocolVersionError',
      'response',
      request('tools/list', {}, { meta: { [MetaKey.protocolVersion]: '1900-01-01' } }),
    ],
    ['UnsupportedProtocolVersionError', 'response', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }],
  ])('%s fits as an %s: %j', async (definition, part, message) => {
    const response = JSON.parse(JSON.stringify(await everything().exchange(message))) as { error: object };
    expect(judge('JSONRPCErrorResponse', response)).toBe('');
    expect(judge(definition, part === 'error' ? response.error : response)).toBe('');
  });
});
