/** Requests as a client writes them, and their responses taken apart. All tests come in by `exchange`. */
import type { ExchangeInfo, Exchanger } from '@mrtr/transport';
import { type ClientCapabilities, type InputRequests, type JsonRpcResponse, MetaKey } from '@mrtr/types';

/** A client that can do everything. */
const ALL: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

export const CLIENT_INFO = { name: 'test-client', version: '1.2.3' };

/** What a test may change of a request. */
export interface RequestOptions {
  readonly id?: string | number;
  readonly capabilities?: ClientCapabilities;
  /** More `_meta`, or other values for its usual keys; `undefined` takes a key out. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly info?: ExchangeInfo;
}

type Params = Readonly<Record<string, unknown>>;

/** A well-formed request of 2026-07-28. */
export function request(
  method: string,
  params: Params = {},
  { id = 1, capabilities = ALL, meta }: RequestOptions = {},
) {
  const _meta: Record<string, unknown> = {
    [MetaKey.protocolVersion]: '2026-07-28',
    [MetaKey.clientInfo]: CLIENT_INFO,
    [MetaKey.clientCapabilities]: capabilities,
    ...meta,
  };
  for (const [key, value] of Object.entries(_meta)) if (value === undefined) delete _meta[key];
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } } as const;
}

/** Sends a request, over JSON both ways as a channel would, and gives the response. */
export async function send(
  server: Exchanger,
  method: string,
  params?: Params,
  options: RequestOptions = {},
): Promise<JsonRpcResponse> {
  const message: unknown = JSON.parse(JSON.stringify(request(method, params, options)));
  const response = await server.exchange(message, options.info);
  if (response === undefined) throw new Error(`${method} was not answered.`);
  return JSON.parse(JSON.stringify(response)) as JsonRpcResponse;
}

export type WireResult = Record<string, unknown> & {
  readonly resultType: string;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
  readonly inputRequests: InputRequests;
  readonly requestState: string;
};

export type WireError = { readonly code: number; readonly message: string; readonly data?: unknown };

/** Sends a request that must succeed. */
export async function result(
  server: Exchanger,
  method: string,
  params?: Params,
  options?: RequestOptions,
): Promise<WireResult> {
  const response = await send(server, method, params, options);
  if ('error' in response) throw new Error(`${method} failed: ${JSON.stringify(response.error)}`);
  return response.result as WireResult;
}

/** Sends a request that must fail. */
export async function failure(
  server: Exchanger,
  method: string,
  params?: Params,
  options?: RequestOptions,
): Promise<WireError> {
  const response = await send(server, method, params, options);
  if (!('error' in response)) throw new Error(`${method} succeeded: ${JSON.stringify(response.result).slice(0, 300)}`);
  return response.error;
}

/** The text of a result's only content. */
export function textOf({ content }: WireResult): string {
  if (content.length !== 1 || content[0]?.type !== 'text') throw new Error(`Not one text: ${JSON.stringify(content)}`);
  return content[0].text;
}

/** Calls a tool, with arguments if any. */
export function call(server: Exchanger, name: string, args?: unknown, options?: RequestOptions): Promise<WireResult> {
  return result(server, 'tools/call', { name, ...(args === undefined ? {} : { arguments: args }) }, options);
}
