/**
 * The handlers a low-level server is made of, one for each method of the protocol, and what each may return.
 *
 * Only three of them may answer with an interim result: Specification 2026-07-28, basic/patterns/mrtr "Supported Requests".
 */
import type {
  CacheableMethod,
  InputRequiredResult,
  InterimMethod,
  MethodName,
  ParamsOf,
  ResultOf,
  ServerCapabilities,
} from '@mrtr/types';
import type { RequestContext } from './context.js';

/** A result as a handler writes it: the server adds `resultType`, its own identity, and cache hints where they are due. */
export type Complete<M extends MethodName> = Omit<ResultOf<M>, 'resultType' | 'ttlMs' | 'cacheScope'> & {
  readonly resultType?: 'complete';
} & (M extends CacheableMethod ? { readonly ttlMs?: number; readonly cacheScope?: 'public' | 'private' } : unknown);

/** All that a method's handler may return. */
export type HandlerResult<M extends MethodName> = Complete<M> | (M extends InterimMethod ? InputRequiredResult : never);

/**
 * A handler: context first, then parameters that fit the method. These are the message itself: leave them as they are, since
 * a state is bound to the arguments that were sent.
 */
export type Handler<M extends MethodName, Lifespan> = (
  ctx: RequestContext<Lifespan>,
  params: ParamsOf<M>,
) => HandlerResult<M> | Promise<HandlerResult<M>>;

/** The handlers of some methods. */
export type MethodHandlers<M extends MethodName, Lifespan> = { readonly [Name in M]: Handler<Name, Lifespan> };

/** One optional handler for each method; the server's capabilities follow from the ones that are given. */
export interface Handlers<Lifespan = unknown> {
  readonly onListTools?: Handler<'tools/list', Lifespan> | undefined;
  readonly onCallTool?: Handler<'tools/call', Lifespan> | undefined;
  readonly onListPrompts?: Handler<'prompts/list', Lifespan> | undefined;
  readonly onGetPrompt?: Handler<'prompts/get', Lifespan> | undefined;
  readonly onListResources?: Handler<'resources/list', Lifespan> | undefined;
  readonly onListResourceTemplates?: Handler<'resources/templates/list', Lifespan> | undefined;
  readonly onReadResource?: Handler<'resources/read', Lifespan> | undefined;
  readonly onComplete?: Handler<'completion/complete', Lifespan> | undefined;
  /**
   * Keeps its promise pending while the subscription lasts, and sends what it has by `ctx.notify`. `serveSubscriptions` does
   * all of it for you.
   */
  readonly onSubscriptionsListen?: Handler<'subscriptions/listen', Lifespan> | undefined;
}

/** Which handler serves which method. */
export const HANDLER_NAMES = {
  'tools/list': 'onListTools',
  'tools/call': 'onCallTool',
  'prompts/list': 'onListPrompts',
  'prompts/get': 'onGetPrompt',
  'resources/list': 'onListResources',
  'resources/templates/list': 'onListResourceTemplates',
  'resources/read': 'onReadResource',
  'completion/complete': 'onComplete',
  'subscriptions/listen': 'onSubscriptionsListen',
} as const satisfies Partial<Record<MethodName, keyof Handlers>>;

/** The capabilities that the served methods amount to (server/discover). */
export function capabilitiesOf(serves: (method: MethodName) => boolean): ServerCapabilities {
  const listens = serves('subscriptions/listen');
  const listChanged = listens ? { listChanged: true } : {};
  return {
    logging: {},
    ...(serves('tools/list') || serves('tools/call') ? { tools: listChanged } : undefined),
    ...(serves('prompts/list') || serves('prompts/get') ? { prompts: listChanged } : undefined),
    ...(serves('resources/list') || serves('resources/templates/list') || serves('resources/read')
      ? { resources: listens ? { subscribe: true, ...listChanged } : {} }
      : undefined),
    ...(serves('completion/complete') ? { completions: {} } : undefined),
  };
}
