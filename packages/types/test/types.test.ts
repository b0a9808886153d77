/** What the types promise: these are checked by the compiler, and only look like tests. */
import {
  type CacheableMethod,
  type CallToolRequestParams,
  type CallToolResult,
  type ClientRequest,
  type ContentBlock,
  type ElicitRequestParams,
  type ElicitResult,
  type InputRequest,
  type InputRequiredResult,
  type InputResponses,
  type InterimMethod,
  isInputRequired,
  isJsonRpcRequest,
  isJsonRpcResponse,
  isMethodName,
  isProtocolVersion,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type ListToolsResult,
  type LOGGING_LEVELS,
  type LoggingLevel,
  type MethodName,
  type methods,
  type NotificationParamsOf,
  type ParamsOf,
  type ProtocolVersion,
  type ReadResourceResult,
  type RequestMetaObject,
  type ResultOf,
  type ServerNotification,
  type Tool,
} from '@mrtr/types';
import { describe, expectTypeOf, it } from 'vitest';

describe('the table of methods, in types', () => {
  it('names its methods', () => {
    expectTypeOf<MethodName>().toEqualTypeOf<keyof typeof methods>();
    expectTypeOf<MethodName>().toEqualTypeOf<ClientRequest['method']>();
    expectTypeOf<InterimMethod>().toEqualTypeOf<'tools/call' | 'prompts/get' | 'resources/read'>();
    expectTypeOf<CacheableMethod>().toEqualTypeOf<
      | 'server/discover'
      | 'tools/list'
      | 'prompts/list'
      | 'resources/list'
      | 'resources/templates/list'
      | 'resources/read'
    >();
  });

  it('gives a method’s parameters and result', () => {
    expectTypeOf<ParamsOf<'tools/call'>>().toEqualTypeOf<CallToolRequestParams>();
    expectTypeOf<ResultOf<'tools/call'>>().toEqualTypeOf<CallToolResult>();
    expectTypeOf<ResultOf<'resources/read'>>().toEqualTypeOf<ReadResourceResult>();
    expectTypeOf<ParamsOf<MethodName>['_meta']>().toEqualTypeOf<RequestMetaObject>();
    expectTypeOf<ParamsOf<InterimMethod>['inputResponses']>().toEqualTypeOf<InputResponses | undefined>();
    expectTypeOf<ResultOf<CacheableMethod>['ttlMs']>().toEqualTypeOf<number>();
    expectTypeOf<ResultOf<MethodName>['resultType']>().toEqualTypeOf<'complete'>();
  });

  it('gives a notification’s parameters', () => {
    expectTypeOf<NotificationParamsOf<'notifications/progress'>['progress']>().toEqualTypeOf<number>();
    expectTypeOf<NotificationParamsOf<ServerNotification['method']>>().not.toBeAny();
  });
});

describe('results, in types', () => {
  it('are told apart by resultType', () => {
    const kind = (result: CallToolResult | InputRequiredResult) =>
      result.resultType === 'complete' ? result.content : result.requestState;
    expectTypeOf(kind).returns.toEqualTypeOf<ContentBlock[] | string | undefined>();
    const guarded = (result: CallToolResult | InputRequiredResult) => (isInputRequired(result) ? undefined : result);
    expectTypeOf(guarded).returns.toEqualTypeOf<CallToolResult | undefined>();
  });

  it('go into a response as they are', () => {
    expectTypeOf<{ jsonrpc: '2.0'; id: 1; result: CallToolResult }>().toExtend<JsonRpcResponse>();
    expectTypeOf<{ jsonrpc: '2.0'; id: 1; result: InputRequiredResult }>().toExtend<JsonRpcResponse>();
    expectTypeOf<{ jsonrpc: '2.0'; id: 1; method: 'a'; params: CallToolRequestParams }>().toExtend<JsonRpcRequest>();
    expectTypeOf<ClientRequest>().toExtend<JsonRpcRequest>();
    expectTypeOf<ServerNotification>().toExtend<JsonRpcNotification>();
  });

  it('need what the specification requires', () => {
    expectTypeOf<{ content: ContentBlock[] }>().not.toExtend<CallToolResult>();
    expectTypeOf<{ resultType: 'complete'; tools: Tool[] }>().not.toExtend<ListToolsResult>();
  });
});

describe('questions and answers, in types', () => {
  it('are told apart by method and mode', () => {
    const params = (request: InputRequest) => (request.method === 'elicitation/create' ? request.params : undefined);
    expectTypeOf(params).returns.toEqualTypeOf<ElicitRequestParams | undefined>();
    const target = (question: ElicitRequestParams) =>
      question.mode === 'url' ? question.url : question.requestedSchema.properties;
    expectTypeOf(target).returns.not.toBeAny();
    expectTypeOf<ElicitResult['content']>().toEqualTypeOf<
      Record<string, string | number | boolean | string[]> | undefined
    >();
  });
});

describe('guards and tables, in types', () => {
  it('narrow what they are given', () => {
    expectTypeOf(isJsonRpcRequest).guards.toEqualTypeOf<JsonRpcRequest>();
    expectTypeOf(isJsonRpcResponse).guards.toEqualTypeOf<JsonRpcResponse>();
    expectTypeOf(isProtocolVersion).guards.toEqualTypeOf<ProtocolVersion>();
    expectTypeOf(isMethodName).guards.toEqualTypeOf<MethodName>();
    expectTypeOf<(typeof LOGGING_LEVELS)[number]>().toEqualTypeOf<LoggingLevel>();
  });

  it('leave _meta open and its own keys typed', () => {
    expectTypeOf<RequestMetaObject['io.modelcontextprotocol/protocolVersion']>().toEqualTypeOf<string>();
    expectTypeOf<RequestMetaObject['vendor.example/trace']>().toEqualTypeOf<unknown>();
    expectTypeOf<Tool['inputSchema']['properties']>().toEqualTypeOf<unknown>();
  });
});
