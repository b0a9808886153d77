/** Where our schemas and the official SDK's part: what one side objects to and the other lets pass. */
import type { $ZodIssue } from 'zod/v4/core';
import type { values } from './values.js';

export type Name = keyof typeof values;

export interface Difference {
  readonly name: string;
  /** What decides. */
  readonly because: string;
  readonly stricter: 'ours' | 'theirs';
  /** Whether an objection of the stricter side is this one. */
  readonly explains: (issue: Objection) => boolean;
  /** A value that only the stricter side refuses, and for this alone. */
  readonly witness: readonly [of: Name, value: unknown];
}

export interface Objection {
  readonly of: Name;
  readonly path: string;
  readonly issue: $ZodIssue;
}

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const final = { resultType: 'complete' };

export const differences: readonly Difference[] = [
  {
    name: 'the envelope',
    because: 'schema.ts, JSONRPCRequest and JSONRPCNotification; theirs are method and params alone',
    stricter: 'ours',
    explains: ({ path }) => path === 'jsonrpc' || path === 'id',
    witness: ['ListToolsRequest', { method: 'tools/list', params: { _meta } }],
  },
  {
    name: 'the fields of every request',
    because: 'basic/index, Per-request protocol fields: a request missing any required field is malformed',
    stricter: 'ours',
    explains: ({ path }) => /^(params\.)?_meta($|\.io\.modelcontextprotocol\/)/.test(path),
    witness: ['CallToolRequestParams', { name: 'book' }],
  },
  {
    name: 'the fields of every request, by themselves',
    because: 'basic/index, Per-request protocol fields: protocolVersion and clientCapabilities are required',
    stricter: 'ours',
    explains: ({ of, path }) => of === 'RequestMetaObject' && path.startsWith('io.modelcontextprotocol/'),
    witness: ['RequestMetaObject', {}],
  },
  {
    name: 'a request has parameters, if only for its _meta',
    because: 'schema.ts, PaginatedRequest and DiscoverRequest: params is required',
    stricter: 'ours',
    explains: ({ of, path }) => of.endsWith('Request') && path === 'params',
    witness: ['DiscoverRequest', { jsonrpc: '2.0', id: 1, method: 'server/discover' }],
  },
  {
    name: 'the type of a result',
    because: 'basic/index, Result Responses: the result MUST include a resultType',
    stricter: 'ours',
    explains: ({ path }) => /^(result\.)?resultType$/.test(path),
    witness: ['CallToolResult', { content: [] }],
  },
  {
    name: 'cache hints',
    because: 'server/utilities/caching, Cacheable Results: servers MUST include caching hints',
    stricter: 'ours',
    explains: ({ path }) => path === 'ttlMs' || path === 'cacheScope',
    witness: ['ListToolsResult', { ...final, tools: [], cacheScope: 'public' }],
  },
  {
    name: 'the parameters of a retry',
    because: 'schema.ts, InputResponseRequestParams; theirs are taken off before the rest is parsed',
    stricter: 'ours',
    explains: ({ path }) => /^(params\.)?(inputResponses|requestState)($|\.)/.test(path),
    witness: ['CallToolRequestParams', { _meta, name: 'book', requestState: 7 }],
  },
  {
    name: 'content is not optional',
    because: 'schema.ts, CallToolResult.content: ContentBlock[]; theirs fill in an empty list',
    stricter: 'ours',
    explains: ({ of, path }) => of === 'CallToolResult' && path === 'content',
    witness: ['CallToolResult', final],
  },
  {
    name: 'the content of a form is not null',
    because: 'schema.ts, ElicitResult.content; theirs forgive clients that send null',
    stricter: 'ours',
    explains: ({ of, path }) => of === 'ElicitResult' && path === 'content',
    witness: ['ElicitResult', { action: 'decline', content: null }],
  },
  {
    name: 'counts are whole',
    because: 'schema.json: size, minLength, maxLength, minItems and maxItems are integers',
    stricter: 'ours',
    explains: ({ path }) => /(^|\.)(size|minLength|maxLength|minItems|maxItems)$/.test(path),
    witness: ['Resource', { uri: 'a:', name: 'a', size: 0.5 }],
  },
  {
    name: 'every own key is checked',
    because: 'JSON Schema 2020-12, additionalProperties; zod’s records leave out __proto__',
    stricter: 'ours',
    explains: ({ path }) => /(^|\.)__proto__($|\.)/.test(path),
    witness: ['ElicitResult', { action: 'accept', content: JSON.parse('{"__proto__":{}}') as unknown }],
  },
  {
    name: 'the subscription of a notification',
    because: 'schema.ts, NotificationMetaObject; theirs know it in the result of the stream alone',
    stricter: 'ours',
    explains: ({ path }) => path.endsWith('_meta.io.modelcontextprotocol/subscriptionId'),
    witness: [
      'ResourceUpdatedNotificationParams',
      { uri: 'a:', _meta: { 'io.modelcontextprotocol/subscriptionId': {} } },
    ],
  },
  {
    name: 'a cancellation names its request',
    because: 'schema.ts, CancelledNotificationParams.requestId is required since 2026-07-28',
    stricter: 'ours',
    explains: ({ path }) => /^(params\.)?requestId$/.test(path),
    witness: ['CancelledNotificationParams', {}],
  },
  {
    name: 'the dialect of a schema is a string',
    because: 'schema.ts, Tool.inputSchema.$schema and ElicitRequestFormParams.requestedSchema.$schema',
    stricter: 'ours',
    explains: ({ path }) => /(inputSchema|requestedSchema)\.\$schema$/.test(path),
    witness: ['Tool', { name: 'a', inputSchema: { type: 'object', $schema: 7 } }],
  },
  {
    name: 'titles of arguments and references',
    because: 'schema.ts, PromptArgument and PromptReference extend BaseMetadata',
    stricter: 'ours',
    explains: ({ of, path }) =>
      of === 'PromptArgument' || of === 'PromptReference'
        ? path === 'title'
        : /(arguments\.\d+|ref)\.title$/.test(path),
    witness: ['PromptReference', { type: 'ref/prompt', name: 'a', title: 7 }],
  },
  {
    name: 'who the server says it is',
    because: 'schema.ts, ResultMetaObject: an Implementation; theirs drop what is not one',
    stricter: 'ours',
    explains: ({ path }) => /(^|\.)io\.modelcontextprotocol\/serverInfo($|\.)/.test(path),
    witness: ['ResultMetaObject', { 'io.modelcontextprotocol/serverInfo': { name: 'a' } }],
  },
  {
    name: 'base64 is left to whoever decodes it',
    because: 'schema.json: format is an annotation; theirs decode every blob to find out',
    stricter: 'theirs',
    explains: ({ issue }) => issue.message === 'Invalid Base64 string',
    witness: ['ImageContent', { type: 'image', data: '?', mimeType: '' }],
  },
  {
    name: 'the time of a change',
    because: 'schema.ts, Annotations.lastModified: SHOULD be ISO 8601',
    stricter: 'theirs',
    explains: ({ path }) => path.endsWith('lastModified'),
    witness: ['Annotations', { lastModified: 'yesterday' }],
  },
  {
    name: 'the id of a URL elicitation',
    because: 'schema.ts, ElicitRequestURLParams has none since 2026-07-28',
    stricter: 'theirs',
    explains: ({ path }) => path.endsWith('elicitationId'),
    witness: ['ElicitRequestURLParams', { mode: 'url', message: '', url: 'https://example.com/' }],
  },
  {
    name: 'envelopes are open',
    because: 'schema.json: additionalProperties are allowed everywhere',
    stricter: 'theirs',
    explains: ({ issue, path }) => issue.code === 'unrecognized_keys' && path === '',
    witness: ['JsonRpcNotification', { jsonrpc: '2.0', method: 'a', other: 7 }],
  },
  {
    name: 'the schema of a tool’s arguments',
    because: 'schema.ts, Tool.inputSchema: any JSON Schema keyword beside type, which a validator judges',
    stricter: 'theirs',
    explains: ({ path }) => /(^|\.)inputSchema\.(properties|required)($|\.)/.test(path),
    witness: ['Tool', { name: 'a', inputSchema: { type: 'object', required: 7 } }],
  },
  {
    name: 'a progress token where none is asked for',
    because: 'schema.ts, NotificationMetaObject and ListRootsRequest.params._meta are open',
    stricter: 'theirs',
    explains: ({ path }) => /(^|\.)_meta\.progressToken$/.test(path),
    witness: ['ListRootsRequest', { method: 'roots/list', params: { _meta: { progressToken: {} } } }],
  },
  {
    name: 'parameters of methods nobody knows',
    because: 'schema.ts, Request.params and Notification.params: { [key: string]: any }',
    stricter: 'theirs',
    explains: ({ of, path }) =>
      /^(JsonRpc\w+|Request|Notification)$/.test(of) &&
      path.startsWith('params._meta') &&
      !path.includes('progressToken'),
    witness: ['Request', { method: 'a', params: { _meta: 7 } }],
  },
  {
    name: 'whole numbers of any size',
    because: 'schema.json: integer has no bounds; only numbers that are echoed need to survive JSON',
    stricter: 'theirs',
    explains: ({ issue, path }) =>
      /(^|\.)(total|maxTokens|code)$/.test(path) && 'origin' in issue && issue.origin === 'int',
    witness: ['CompleteResult', { ...final, completion: { values: [], total: 1e300 } }],
  },
];
