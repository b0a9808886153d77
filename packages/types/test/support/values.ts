/**
 * Valid values of every type that the official SDK has a schema for, written from the specification by hand, so that
 * they owe nothing to either side's schemas.
 */
import * as fc from 'fast-check';
import type * as mcp from '@mrtr/types';
import { key, text } from './primitives.js';

type Values<T> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

/** Objects with some members always and others at times. */
function object<R extends object, O extends object = object>(
  required: Values<R>,
  optional: Values<O> = {} as Values<O>,
): fc.Arbitrary<R & Partial<O>> {
  return fc.record(
    { ...required, ...optional },
    {
      requiredKeys: Object.keys(required) as never[],
    },
  ) as fc.Arbitrary<R & Partial<O>>;
}

const list = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 2 });
const map = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> => fc.dictionary(key, item, { maxKeys: 2 });
const only = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value);
const choice = <const T extends readonly unknown[]>(...values: T): fc.Arbitrary<T[number]> =>
  fc.constantFrom(...(values as readonly unknown[])) as fc.Arbitrary<T[number]>;
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const count = fc.nat();
const id = fc.oneof(text, fc.maxSafeInteger());
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<mcp.JsonValue>;
const jsonObject = fc.dictionary(key, json, { maxKeys: 2 });
const base64 = fc.base64String({ maxLength: 12 });
const uri = fc.webUrl();

// Common types
const Role = choice('user', 'assistant');
const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });
const Annotations = object(
  {},
  { audience: list(Role), priority: fraction, lastModified: moment.map((date) => date.toISOString()) },
);
const Icon = object({ src: uri }, { mimeType: text, sizes: list(text), theme: choice('light', 'dark') });
const named = { name: text };
const titled = { title: text, icons: list(Icon) };
const Implementation = object({ ...named, version: text }, { ...titled, description: text, websiteUrl: uri });
const MetaObject = fc.dictionary(
  key.map((name) => `vendor.example/${name}`),
  json,
  { maxKeys: 2 },
);
const described = { description: text, _meta: MetaObject };
const settings = map(jsonObject);
const ClientCapabilities: fc.Arbitrary<mcp.ClientCapabilities> = object(
  {},
  {
    experimental: settings,
    roots: only({}),
    sampling: object({}, { context: jsonObject, tools: jsonObject }),
    elicitation: object({}, { form: jsonObject, url: jsonObject }),
    extensions: settings,
  },
);
const changes = { listChanged: fc.boolean() };
const ServerCapabilities: fc.Arbitrary<mcp.ServerCapabilities> = object(
  {},
  {
    experimental: settings,
    logging: jsonObject,
    completions: jsonObject,
    prompts: object({}, changes),
    resources: object({}, { ...changes, subscribe: fc.boolean() }),
    tools: object({}, changes),
    extensions: settings,
  },
);
const LoggingLevel = choice('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency');

// Messages
const RequestMetaObject: fc.Arbitrary<mcp.RequestMetaObject> = object(
  {
    'io.modelcontextprotocol/protocolVersion': text,
    'io.modelcontextprotocol/clientCapabilities': ClientCapabilities,
  },
  {
    'io.modelcontextprotocol/clientInfo': Implementation,
    'io.modelcontextprotocol/logLevel': LoggingLevel,
    progressToken: id,
    'vendor.example/trace': json,
  },
);
const ResultMetaObject = object(
  {},
  { 'io.modelcontextprotocol/serverInfo': Implementation, 'vendor.example/trace': json },
);
const NotificationMetaObject = object(
  {},
  { 'io.modelcontextprotocol/subscriptionId': id, 'vendor.example/trace': json },
);
const version = only('2.0');
const paramsBase = { _meta: RequestMetaObject };
const request = <const M extends string, P>(method: M, params: fc.Arbitrary<P>) =>
  object({ jsonrpc: version, id, method: only(method), params });
const notification = <const M extends string, P>(method: M, params: fc.Arbitrary<P>) =>
  object({ jsonrpc: version, method: only(method), params });
const bareNotification = <const M extends string>(method: M) =>
  object({ jsonrpc: version, method: only(method) }, { params: NotificationParams });
const NotificationParams = object({}, { _meta: NotificationMetaObject });
const noted = { _meta: NotificationMetaObject };
const page = object(paramsBase, { cursor: text });
const final = { resultType: only('complete') };
const resultMeta = { _meta: ResultMetaObject };
const cached = { ...final, ttlMs: count, cacheScope: choice('public', 'private') };
const paged = { ...resultMeta, nextCursor: text };

// Content
const resource = { ...titled, ...described, mimeType: text, annotations: Annotations };
const Resource = object({ ...named, uri }, { ...resource, size: count });
const ResourceTemplate = object({ ...named, uriTemplate: text }, resource);
const contents = { mimeType: text, _meta: MetaObject };
const TextResourceContents = object({ uri, text }, contents);
const BlobResourceContents = object({ uri, blob: base64 }, contents);
const extras = { annotations: Annotations, _meta: MetaObject };
const TextContent = object({ type: only('text'), text }, extras);
const ImageContent = object({ type: only('image'), data: base64, mimeType: text }, extras);
const AudioContent = object({ type: only('audio'), data: base64, mimeType: text }, extras);
const ResourceLink = object({ ...named, type: only('resource_link'), uri }, { ...resource, size: count });
const EmbeddedResource = object(
  { type: only('resource'), resource: fc.oneof(TextResourceContents, BlobResourceContents) },
  extras,
);
const ContentBlock = fc.oneof(TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource);

// Tools
const ToolAnnotations = object(
  {},
  {
    title: text,
    readOnlyHint: fc.boolean(),
    destructiveHint: fc.boolean(),
    idempotentHint: fc.boolean(),
    openWorldHint: fc.boolean(),
  },
);
const Tool: fc.Arbitrary<mcp.Tool> = object(
  {
    ...named,
    inputSchema: object({ type: only('object') }, { $schema: uri, properties: map(jsonObject), required: list(text) }),
  },
  { ...titled, ...described, outputSchema: object({}, { $schema: uri, type: text }), annotations: ToolAnnotations },
);

// Elicitation
const words = { title: text, description: text };
const titledChoices = list(object({ const: text, title: text }));
const StringSchema = object(
  { type: only('string') },
  { ...words, minLength: count, maxLength: count, format: choice('email', 'uri', 'date', 'date-time'), default: text },
);
const NumberSchema = object(
  { type: choice('number', 'integer') },
  { ...words, minimum: number, maximum: number, default: number },
);
const BooleanSchema = object({ type: only('boolean') }, { ...words, default: fc.boolean() });
const single = { ...words, default: text };
const UntitledSingleSelectEnumSchema = object({ type: only('string'), enum: list(text) }, single);
const TitledSingleSelectEnumSchema = object({ type: only('string'), oneOf: titledChoices }, single);
const SingleSelectEnumSchema = fc.oneof(UntitledSingleSelectEnumSchema, TitledSingleSelectEnumSchema);
const several = { ...words, minItems: count, maxItems: count, default: list(text) };
const UntitledMultiSelectEnumSchema = object(
  { type: only('array'), items: object({ type: only('string'), enum: list(text) }) },
  several,
);
const TitledMultiSelectEnumSchema = object({ type: only('array'), items: object({ anyOf: titledChoices }) }, several);
const MultiSelectEnumSchema = fc.oneof(UntitledMultiSelectEnumSchema, TitledMultiSelectEnumSchema);
const LegacyTitledEnumSchema = object({ type: only('string'), enum: list(text) }, { ...single, enumNames: list(text) });
const EnumSchema = fc.oneof(SingleSelectEnumSchema, MultiSelectEnumSchema, LegacyTitledEnumSchema);
const PrimitiveSchemaDefinition: fc.Arbitrary<mcp.PrimitiveSchemaDefinition> = fc.oneof(
  StringSchema,
  NumberSchema,
  BooleanSchema,
  EnumSchema,
);
const ElicitRequestFormParams: fc.Arbitrary<mcp.ElicitRequestFormParams> = object(
  {
    message: text,
    requestedSchema: object(
      { type: only('object'), properties: map(PrimitiveSchemaDefinition) },
      { $schema: uri, required: list(text) },
    ),
  },
  { mode: only('form') },
);
/** With the `elicitationId` of 2025-11-25, which the official SDK still asks for and this revision has no word for. */
const ElicitRequestURLParams = object({ mode: only('url'), message: text, url: uri, elicitationId: text });
const ElicitRequestParams = fc.oneof(ElicitRequestFormParams, ElicitRequestURLParams);
const ElicitRequest = object({ method: only('elicitation/create'), params: ElicitRequestParams });
const ElicitResult = object(
  { action: choice('accept', 'decline', 'cancel') },
  { content: map(fc.oneof(text, number, fc.boolean(), list(text))) },
);

// Sampling
const ToolUseContent = object({ ...named, type: only('tool_use'), id: text, input: jsonObject }, { _meta: MetaObject });
const ToolResultContent = object(
  { type: only('tool_result'), toolUseId: text, content: list(ContentBlock) },
  { structuredContent: json, isError: fc.boolean(), _meta: MetaObject },
);
const SamplingMessageContentBlock = fc.oneof(
  TextContent,
  ImageContent,
  AudioContent,
  ToolUseContent,
  ToolResultContent,
);
const sampled = { role: Role, content: fc.oneof(SamplingMessageContentBlock, list(SamplingMessageContentBlock)) };
const SamplingMessage = object(sampled, { _meta: MetaObject });
const ModelHint = object({}, { name: text });
const ModelPreferences = object(
  {},
  { hints: list(ModelHint), costPriority: fraction, speedPriority: fraction, intelligencePriority: fraction },
);
const ToolChoice = object({}, { mode: choice('auto', 'required', 'none') });
const CreateMessageRequestParams: fc.Arbitrary<mcp.CreateMessageRequestParams> = object(
  { messages: list(SamplingMessage), maxTokens: count },
  {
    modelPreferences: ModelPreferences,
    systemPrompt: text,
    includeContext: choice('none', 'thisServer', 'allServers'),
    temperature: number,
    stopSequences: list(text),
    metadata: jsonObject,
    tools: list(Tool),
    toolChoice: ToolChoice,
  },
);
const CreateMessageRequest = object({ method: only('sampling/createMessage'), params: CreateMessageRequestParams });
const CreateMessageResult = object(
  { ...sampled, model: text },
  { stopReason: fc.oneof(text, choice('endTurn', 'toolUse')), _meta: MetaObject },
);

// Roots
const Root = object({ uri: text.map((path) => `file:///${path}`) }, { name: text, _meta: MetaObject });
const ListRootsRequest = object({ method: only('roots/list') }, { params: object({}, { _meta: MetaObject }) });
const ListRootsResult = object({ roots: list(Root) });

// Rounds
const retry: { inputResponses: fc.Arbitrary<mcp.InputResponses>; requestState: fc.Arbitrary<string> } = {
  inputResponses: map<mcp.InputResponse>(fc.oneof(ElicitResult, CreateMessageResult, ListRootsResult)),
  requestState: text,
};
const InputRequest: fc.Arbitrary<mcp.InputRequest> = fc.oneof(ElicitRequest, CreateMessageRequest, ListRootsRequest);

// Methods
const CallToolRequestParams = object({ ...paramsBase, ...named }, { arguments: jsonObject, ...retry });
const CallToolResult = object(
  { ...final, content: list(ContentBlock) },
  { ...resultMeta, structuredContent: json, isError: fc.boolean() },
);
const GetPromptRequestParams = object({ ...paramsBase, ...named }, { arguments: map(text), ...retry });
const ReadResourceRequestParams = object({ ...paramsBase, uri }, retry);
const PromptArgument = object(named, { title: text, description: text, required: fc.boolean() });
const Prompt = object(named, { ...titled, ...described, arguments: list(PromptArgument) });
const PromptMessage = object({ role: Role, content: ContentBlock });
const PromptReference = object({ ...named, type: only('ref/prompt') }, { title: text });
const ResourceTemplateReference = object({ type: only('ref/resource'), uri: text });
const CompleteRequestParams = object(
  {
    ...paramsBase,
    ref: fc.oneof(PromptReference, ResourceTemplateReference),
    argument: object({ name: text, value: text }),
  },
  { context: object({}, { arguments: map(text) }) },
);
const SubscriptionFilter = object(
  {},
  {
    toolsListChanged: fc.boolean(),
    promptsListChanged: fc.boolean(),
    resourcesListChanged: fc.boolean(),
    resourceSubscriptions: list(uri),
  },
);
const SubscriptionsListenResultMetaObject = object(
  { 'io.modelcontextprotocol/subscriptionId': id },
  { 'io.modelcontextprotocol/serverInfo': Implementation },
);
const CancelledNotificationParams = object({ requestId: id }, { ...noted, reason: text });
const ProgressNotificationParams = object(
  { progressToken: id, progress: number },
  { ...noted, total: number, message: text },
);
const LoggingMessageNotificationParams = object({ level: LoggingLevel, data: json }, { ...noted, logger: text });
const ResourceUpdatedNotificationParams = object({ uri }, noted);
const SubscriptionsAcknowledgedNotificationParams = object({ notifications: SubscriptionFilter }, noted);

const DiscoverRequest = request('server/discover', object(paramsBase));
const ListToolsRequest = request('tools/list', page);
const CallToolRequest = request('tools/call', CallToolRequestParams);
const ListPromptsRequest = request('prompts/list', page);
const GetPromptRequest = request('prompts/get', GetPromptRequestParams);
const ListResourcesRequest = request('resources/list', page);
const ListResourceTemplatesRequest = request('resources/templates/list', page);
const ReadResourceRequest = request('resources/read', ReadResourceRequestParams);
const CompleteRequest = request('completion/complete', CompleteRequestParams);
const SubscriptionsListenRequestParams = object({ ...paramsBase, notifications: SubscriptionFilter });
const SubscriptionsListenRequest = request('subscriptions/listen', SubscriptionsListenRequestParams);

const DiscoverResult = object(
  { ...cached, supportedVersions: list(text), capabilities: ServerCapabilities },
  { ...resultMeta, instructions: text },
);
const ListToolsResult = object({ ...cached, tools: list(Tool) }, paged);
const ListPromptsResult = object({ ...cached, prompts: list(Prompt) }, paged);
const GetPromptResult = object({ ...final, messages: list(PromptMessage) }, { ...resultMeta, description: text });
const ListResourcesResult = object({ ...cached, resources: list(Resource) }, paged);
const ListResourceTemplatesResult = object({ ...cached, resourceTemplates: list(ResourceTemplate) }, paged);
const ReadResourceResult = object(
  { ...cached, contents: list(fc.oneof(TextResourceContents, BlobResourceContents)) },
  resultMeta,
);
const CompleteResult = object(
  {
    ...final,
    completion: object({ values: fc.array(text, { maxLength: 4 }) }, { total: count, hasMore: fc.boolean() }),
  },
  resultMeta,
);
const SubscriptionsListenResult = object({ ...final, _meta: SubscriptionsListenResultMetaObject });
const Result = object({ resultType: text }, { ...resultMeta, tools: json });
const InputRequiredResult = object(
  { resultType: only('input_required'), requestState: text },
  { ...resultMeta, inputRequests: map(InputRequest) },
);

const CancelledNotification = notification('notifications/cancelled', CancelledNotificationParams);
const ProgressNotification = notification('notifications/progress', ProgressNotificationParams);
const LoggingMessageNotification = notification('notifications/message', LoggingMessageNotificationParams);
const ToolListChangedNotification = bareNotification('notifications/tools/list_changed');
const PromptListChangedNotification = bareNotification('notifications/prompts/list_changed');
const ResourceListChangedNotification = bareNotification('notifications/resources/list_changed');
const ResourceUpdatedNotification = notification('notifications/resources/updated', ResourceUpdatedNotificationParams);
const SubscriptionsAcknowledgedNotification = notification(
  'notifications/subscriptions/acknowledged',
  SubscriptionsAcknowledgedNotificationParams,
);

const anyParams = { params: jsonObject };
const JsonRpcRequest = object({ jsonrpc: version, id, method: text }, anyParams);
const JsonRpcNotification = object({ jsonrpc: version, method: text }, anyParams);
const JsonRpcResultResponse = object({ jsonrpc: version, id, result: Result });
const JsonRpcErrorResponse = object(
  { jsonrpc: version, error: object({ code: fc.integer(), message: text }, { data: json }) },
  { id },
);

/** By the name of the type. */
export const values = {
  Annotations,
  AudioContent,
  BaseMetadata: object(named, { title: text }),
  BlobResourceContents,
  BooleanSchema,
  CallToolRequest,
  CallToolRequestParams,
  CallToolResult,
  CancelledNotification,
  CancelledNotificationParams,
  ClientCapabilities,
  ClientNotification: CancelledNotification,
  ClientRequest: fc.oneof(
    DiscoverRequest,
    ListToolsRequest,
    CallToolRequest,
    ListPromptsRequest,
    GetPromptRequest,
    ListResourcesRequest,
    ListResourceTemplatesRequest,
    ReadResourceRequest,
    CompleteRequest,
    SubscriptionsListenRequest,
  ),
  CompleteRequest,
  CompleteRequestParams,
  CompleteResult,
  ContentBlock,
  CreateMessageRequest,
  CreateMessageRequestParams,
  CreateMessageResult,
  Cursor: text,
  DiscoverRequest,
  DiscoverResult,
  ElicitRequest,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  EmbeddedResource,
  EnumSchema,
  GetPromptRequest,
  GetPromptRequestParams,
  GetPromptResult,
  Icon,
  Icons: object({}, { icons: list(Icon) }),
  ImageContent,
  Implementation,
  JsonArray: list(json),
  JsonObject: jsonObject,
  JsonRpcErrorResponse,
  JsonRpcMessage: fc.oneof(JsonRpcRequest, JsonRpcNotification, JsonRpcResultResponse, JsonRpcErrorResponse),
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse: fc.oneof(JsonRpcResultResponse, JsonRpcErrorResponse),
  JsonRpcResultResponse,
  JsonValue: json,
  LegacyTitledEnumSchema,
  ListPromptsRequest,
  ListPromptsResult,
  ListResourceTemplatesRequest,
  ListResourceTemplatesResult,
  ListResourcesRequest,
  ListResourcesResult,
  ListRootsRequest,
  ListRootsResult,
  ListToolsRequest,
  ListToolsResult,
  LoggingLevel,
  LoggingMessageNotification,
  LoggingMessageNotificationParams,
  ModelHint,
  ModelPreferences,
  MultiSelectEnumSchema,
  Notification: object({ method: text }, anyParams),
  NumberSchema,
  PaginatedRequest: request('other/list', page),
  PaginatedRequestParams: page,
  PaginatedResult: object({ resultType: text }, paged),
  PrimitiveSchemaDefinition,
  ProgressNotification,
  ProgressNotificationParams,
  ProgressToken: id,
  Prompt,
  PromptArgument,
  PromptListChangedNotification,
  PromptMessage,
  PromptReference,
  ReadResourceRequest,
  ReadResourceRequestParams,
  ReadResourceResult,
  Request: object({ method: text }, anyParams),
  RequestId: id,
  RequestMetaObject,
  Resource,
  ResourceContents: object({ uri }, contents),
  ResourceLink,
  ResourceListChangedNotification,
  ResourceRequestParams: object({ ...paramsBase, uri }),
  ResourceTemplate,
  ResourceTemplateReference,
  ResourceUpdatedNotification,
  ResourceUpdatedNotificationParams,
  Result,
  ResultMetaObject,
  Role,
  Root,
  SamplingMessage,
  SamplingMessageContentBlock,
  ServerCapabilities,
  ServerNotification: fc.oneof(
    CancelledNotification,
    ProgressNotification,
    LoggingMessageNotification,
    SubscriptionsAcknowledgedNotification,
    ToolListChangedNotification,
    PromptListChangedNotification,
    ResourceListChangedNotification,
    ResourceUpdatedNotification,
  ),
  SingleSelectEnumSchema,
  StringSchema,
  SubscriptionFilter,
  SubscriptionsAcknowledgedNotification,
  SubscriptionsAcknowledgedNotificationParams,
  SubscriptionsListenRequest,
  SubscriptionsListenRequestParams,
  SubscriptionsListenResult,
  SubscriptionsListenResultMetaObject,
  TextContent,
  TextResourceContents,
  TitledMultiSelectEnumSchema,
  TitledSingleSelectEnumSchema,
  Tool,
  ToolAnnotations,
  ToolChoice,
  ToolListChangedNotification,
  ToolResultContent,
  ToolUseContent,
  UntitledMultiSelectEnumSchema,
  UntitledSingleSelectEnumSchema,

  // Of this revision alone
  InputRequest,
  InputRequests: map(InputRequest),
  InputRequiredResult,
  InputResponseRequestParams: object(paramsBase, retry),
  InputResponses: retry.inputResponses,
  NotificationMetaObject,
  NotificationParams,
  RequestParams: object(paramsBase),
} satisfies Partial<Values<Named>>;

/** The types of the package by the names of their schemas. */
type Named = {
  [S in keyof typeof mcp as S extends `${infer N}Schema` ? N : never]: (typeof mcp)[S] extends {
    _zod: { output: infer T };
  }
    ? T
    : never;
};
