/**
 * The requests of this revision in one table, from which both sides read how to treat each.
 *
 * Specification 2026-07-28, schema "ClientRequest"; basic/patterns/mrtr "Supported Requests" says which may be interim,
 * server/utilities/caching "Cacheable Results" which carry cache hints.
 */
import type * as z from 'zod/mini';
import { CompleteRequestParamsSchema, CompleteResultSchema } from './completion.js';
import { DiscoverResultSchema } from './discover.js';
import { RequestParamsSchema } from './meta.js';
import { PaginatedRequestParamsSchema } from './pagination.js';
import { GetPromptRequestParamsSchema, GetPromptResultSchema, ListPromptsResultSchema } from './prompts.js';
import {
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ReadResourceRequestParamsSchema,
  ReadResourceResultSchema,
} from './resources.js';
import { SubscriptionsListenRequestParamsSchema, SubscriptionsListenResultSchema } from './subscriptions.js';
import { CallToolRequestParamsSchema, CallToolResultSchema, ListToolsResultSchema } from './tools.js';

/** What there is to know of a method. */
export interface MethodSpec {
  /** The parameters, with their `_meta`. */
  readonly params: z.ZodMiniType;
  /** The final result. An interim one is an `InputRequiredResult` for every method. */
  readonly result: z.ZodMiniType;
  /** The server may return an interim result. From any other method it is an error. */
  readonly interim: boolean;
  /** The final result carries `ttlMs` and `cacheScope`. */
  readonly cacheable: boolean;
  /** The parameter that names what is called; over HTTP also the source of the `Mcp-Name` header. */
  readonly target: 'name' | 'uri' | undefined;
  /** The server capability without which the method does not exist. */
  readonly capability: 'tools' | 'prompts' | 'resources' | 'completions' | undefined;
}

/** Every request of a client. Look one up with `methodSpec` where the name comes from a peer. */
export const methods = {
  'server/discover': {
    params: RequestParamsSchema,
    result: DiscoverResultSchema,
    interim: false,
    cacheable: true,
    target: undefined,
    capability: undefined,
  },
  'tools/list': {
    params: PaginatedRequestParamsSchema,
    result: ListToolsResultSchema,
    interim: false,
    cacheable: true,
    target: undefined,
    capability: 'tools',
  },
  'tools/call': {
    params: CallToolRequestParamsSchema,
    result: CallToolResultSchema,
    interim: true,
    cacheable: false,
    target: 'name',
    capability: 'tools',
  },
  'prompts/list': {
    params: PaginatedRequestParamsSchema,
    result: ListPromptsResultSchema,
    interim: false,
    cacheable: true,
    target: undefined,
    capability: 'prompts',
  },
  'prompts/get': {
    params: GetPromptRequestParamsSchema,
    result: GetPromptResultSchema,
    interim: true,
    cacheable: false,
    target: 'name',
    capability: 'prompts',
  },
  'resources/list': {
    params: PaginatedRequestParamsSchema,
    result: ListResourcesResultSchema,
    interim: false,
    cacheable: true,
    target: undefined,
    capability: 'resources',
  },
  'resources/templates/list': {
    params: PaginatedRequestParamsSchema,
    result: ListResourceTemplatesResultSchema,
    interim: false,
    cacheable: true,
    target: undefined,
    capability: 'resources',
  },
  'resources/read': {
    params: ReadResourceRequestParamsSchema,
    result: ReadResourceResultSchema,
    interim: true,
    cacheable: true,
    target: 'uri',
    capability: 'resources',
  },
  'completion/complete': {
    params: CompleteRequestParamsSchema,
    result: CompleteResultSchema,
    interim: false,
    cacheable: false,
    target: undefined,
    capability: 'completions',
  },
  'subscriptions/listen': {
    params: SubscriptionsListenRequestParamsSchema,
    result: SubscriptionsListenResultSchema,
    interim: false,
    cacheable: false,
    target: undefined,
    capability: undefined,
  },
} as const satisfies Record<string, MethodSpec>;

/** The name of a request. */
export type MethodName = keyof typeof methods;

/** The requests that a server may answer with an interim result. */
export type InterimMethod = { [M in MethodName]: (typeof methods)[M]['interim'] extends true ? M : never }[MethodName];

/** The requests whose final results carry cache hints. */
export type CacheableMethod = {
  [M in MethodName]: (typeof methods)[M]['cacheable'] extends true ? M : never;
}[MethodName];

/** The parameters of a request, with their `_meta`. */
export type ParamsOf<M extends MethodName> = z.infer<(typeof methods)[M]['params']>;

/** The final result of a request. */
export type ResultOf<M extends MethodName> = z.infer<(typeof methods)[M]['result']>;

/** What there is to know of a method, by a name from anywhere: `constructor` is no method. */
export function methodSpec(name: string): MethodSpec | undefined {
  return isMethodName(name) ? methods[name] : undefined;
}

/** True for the name of a request of this revision. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
