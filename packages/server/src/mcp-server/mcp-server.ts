/**
 * The high-level server: tools, prompts and resources that may ask, with `requestState` sealed by default.
 *
 * It is a low-level `Server` whose handlers look things up, with a boundary around it (Specification 2026-07-28,
 * basic/patterns/mrtr).
 */
import { RequestStateSecurity } from '@mrtr/seal';
import type { Exchange, Exchanger } from '@mrtr/transport';
import type { Implementation } from '@mrtr/types';
import { requestStateBoundary } from '../boundary.js';
import { systemClock } from '../clock.js';
import type { RequestContext } from '../context.js';
import { consoleLogger, unfailing } from '../logger.js';
import type { ResolveSettings } from '../resolve/resolve-round.js';
import type { Needs, ResolveProblems } from '../resolve/signature.js';
import type { Run } from './body.js';
import type { Middleware } from '../middleware.js';
import type { InferOutput, StandardSchema } from '../schema/standard-schema.js';
import { Server, type ServerSettings } from '../server.js';
import { ServerError } from '../server-error.js';
import {
  type ChangeNotifier,
  serveSubscriptions,
  type SubscriptionOptions,
} from '../subscriptions/serve-subscriptions.js';
import { type Completer, Completions, type CompletionTarget } from './completions.js';
import { type PromptDefinition, type PromptFunction, registerPrompt } from './prompt.js';
import { Prompts } from './prompts.js';
import type { Registration } from './registry.js';
import {
  registerResource,
  registerTemplate,
  type ResourceDefinition,
  type ReadFunction,
  type ReadProblems,
  type ResourceFunction,
} from './resource.js';
import { Resources } from './resources.js';
import { type ArgumentsSchema, type InputOf, registerTool, type ToolDefinition, type ToolFunction } from './tool.js';
import { Tools } from './tools.js';

/** How an `McpServer` is set up. */
export interface McpServerOptions<T = undefined> extends ServerSettings<T> {
  /**
   * How `requestState` is protected. Default: `RequestStateSecurity.ephemeral()`, a random key of this process. Give it
   * `keys` to serve from several processes, or across restarts.
   */
  readonly requestState?:
    RequestStateSecurity<RequestContext> | RequestStateSecurity<RequestContext<NoInfer<T>>> | undefined;
  /** How many items one page of a list has. Default: 1,000. */
  readonly pageSize?: number | undefined;
  /** How long one run of a resolver may take, in milliseconds; `Infinity` for no bound. Default: 60,000. */
  readonly resolverTimeoutMs?: number | undefined;
  /** How clients are told of changes: over which bus, and how many of them. `false` tells nobody, and says so. */
  readonly subscriptions?: SubscriptionOptions | false | undefined;
  /**
   * Lists that are served from the start, empty as they may be, so that clients can subscribe to what comes later. Others
   * begin with what is registered first.
   */
  readonly lists?: readonly ('tools' | 'prompts' | 'resources')[] | undefined;
}

const DEFAULT_PAGE_SIZE = 1_000;
const DEFAULT_RESOLVER_TIMEOUT_MS = 60_000;

/**
 * A server of tools, prompts and resources. `T` is the type of its lifespan value.
 *
 * @example
 * const server = new McpServer({ name: 'greeter', version: '1.0.0' });
 * server.tool('greet', { input: z.object({ name: z.string() }) }, ({ name }) => `Hello, ${name}!`);
 */
export class McpServer<T = undefined> implements Exchanger, ChangeNotifier {
  readonly info: Implementation;
  readonly #server: Server<T>;
  readonly #resolving: ResolveSettings;
  readonly #tools: Tools<T>;
  readonly #prompts: Prompts<T>;
  readonly #resources: Resources<T>;
  readonly #completions: Completions<T>;
  readonly #changes: ChangeNotifier | undefined;

  /**
   * @throws {ServerError} `invalid_configuration` for shared keys on a server without a name, since the name is whose
   * state it is.
   */
  constructor(info: Implementation, options: McpServerOptions<T> = {}) {
    const {
      requestState: security = RequestStateSecurity.ephemeral<RequestContext<T>>(),
      pageSize = DEFAULT_PAGE_SIZE,
      resolverTimeoutMs = DEFAULT_RESOLVER_TIMEOUT_MS,
      subscriptions,
      lists = [],
      ...settings
    } = options;
    const { clock = systemClock, logger = consoleLogger } = settings;
    if (!Number.isSafeInteger(pageSize) || pageSize < 1) {
      throw new ServerError('invalid_configuration', `pageSize must be a positive integer, not ${String(pageSize)}.`);
    }
    if (!(resolverTimeoutMs > 0)) {
      throw new ServerError('invalid_configuration', 'resolverTimeoutMs must be a number of milliseconds over 0.');
    }
    this.info = info;
    this.#resolving = { clock, timeoutMs: resolverTimeoutMs, logger: unfailing(logger) };
    this.#server = new Server(info, settings);
    this.#server.use(requestStateBoundary(security, { audience: info.name, logger }));
    this.#changes =
      subscriptions === false ? undefined : serveSubscriptions(this.#server, { ...subscriptions, logger });
    this.#tools = new Tools(pageSize, () => this.notifyToolsChanged());
    this.#prompts = new Prompts(pageSize, () => this.notifyPromptsChanged());
    this.#resources = new Resources(pageSize, () => this.notifyResourcesChanged());
    this.#completions = new Completions((target) =>
      'prompt' in target ? this.#prompts.has(target.prompt) : this.#resources.has(target.template),
    );
    if (lists.includes('tools')) this.#server.serveAll(this.#tools.handlers);
    if (lists.includes('prompts')) this.#server.serveAll(this.#prompts.handlers);
    if (lists.includes('resources')) this.#server.serveAll(this.#resources.handlers);
  }

  /**
   * Registers a tool: what the client's model may call.
   * @param run gets the validated arguments, with what the resolvers in `resolve` fill, and the context. It returns text,
   * content, structured output where `output` is declared, or, without resolvers, `inputRequired(…)`. What it throws becomes
   * a result that the model reads as a failure.
   * @throws {ServerError} `duplicate_name`, or `invalid_schema` for schemas that can't be listed.
   * @throws {InvalidSignatureError} for resolvers that don't fit the tool: a cycle, an argument that it lacks, a name used twice.
   */
  tool<
    I extends ArgumentsSchema = ArgumentsSchema,
    O extends StandardSchema | undefined = undefined,
    const N extends Needs = Record<never, never>,
  >(
    name: string,
    definition: ToolDefinition<I, O, N> & ResolveProblems<InputOf<I>, NoInfer<N>, T>,
    run: ToolFunction<I, O, T, NoInfer<N>>,
  ): Registration {
    const registration = this.#tools.add(registerTool(name, definition, run as Run, this.#resolving));
    this.#server.serveAll(this.#tools.handlers);
    return registration;
  }

  /**
   * Registers a prompt: messages that a person picks for the model.
   * @throws {ServerError} `duplicate_name`, or `invalid_schema` for a schema that can't be listed.
   * @throws {InvalidSignatureError} for resolvers that don't fit the prompt.
   */
  prompt<I extends ArgumentsSchema = ArgumentsSchema, const N extends Needs = Record<never, never>>(
    name: string,
    definition: PromptDefinition<I, N> & ResolveProblems<InputOf<I>, NoInfer<N>, T>,
    run: PromptFunction<I, T, NoInfer<N>>,
  ): Registration {
    const registration = this.#prompts.add(registerPrompt(name, definition, run as Run, this.#resolving));
    this.#server.serveAll(this.#prompts.handlers);
    return registration;
  }

  /**
   * Registers a resource under a fixed URI, or, where the URI has `{variables}`, a template (RFC 6570). Only a template's
   * function gets a context and may ask.
   * @throws {ServerError} `duplicate_name`, or `invalid_definition` for a URI or template that is none.
   * @throws {InvalidSignatureError} for resolvers that don't fit the template; a fixed URI can have none.
   */
  resource<const U extends string, const N extends Needs = Record<never, never>>(
    uri: U,
    definition: ResourceDefinition<N> & ReadProblems<U, NoInfer<N>, T>,
    read: ReadFunction<U, T, NoInfer<N>>,
  ): Registration {
    const registration = uri.includes('{')
      ? this.#resources.addTemplate(registerTemplate(uri, definition, read as Run, this.#resolving))
      : this.#resources.add(registerResource(uri, definition, read as ResourceFunction));
    this.#server.serveAll(this.#resources.handlers);
    return registration;
  }

  /**
   * Suggests values for an argument of a prompt or a variable of a template.
   * @throws {ServerError} `duplicate_name` where it has a completion.
   */
  completion(target: CompletionTarget, argument: string, completer: Completer<T>): Registration {
    const registration = this.#completions.add(target, argument, completer);
    this.#server.serveAll(this.#completions.handlers);
    return registration;
  }

  /**
   * Tells subscribers that the list of tools has changed. Registering and removing does so by itself: this is for lists that
   * differ between callers, or whose entries are made anew elsewhere. Never throws, as the three below.
   */
  notifyToolsChanged(): void {
    this.#changes?.notifyToolsChanged();
  }

  /** Tells subscribers that the list of prompts has changed; see {@link notifyToolsChanged}. */
  notifyPromptsChanged(): void {
    this.#changes?.notifyPromptsChanged();
  }

  /** Tells subscribers that the list of resources or of templates has changed; see {@link notifyToolsChanged}. */
  notifyResourcesChanged(): void {
    this.#changes?.notifyResourcesChanged();
  }

  /** Tells those who subscribed to exactly this URI that what is read there has changed. */
  notifyResourceUpdated(uri: string): void {
    this.#changes?.notifyResourceUpdated(uri);
  }

  /** Wraps every request, behind the boundary. */
  use(middleware: Middleware<T>): this {
    this.#server.use(middleware);
    return this;
  }

  /** Serves a method of your own; see {@link Server.handle}. */
  handle<S extends StandardSchema>(
    method: string,
    schema: S,
    handler: (
      ctx: RequestContext<T>,
      params: InferOutput<S>,
    ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
  ): this {
    this.#server.handle(method, schema, handler);
    return this;
  }

  /** The only door: one message in, its response out. Bound, so that it can be handed to a channel as it is. */
  get exchange(): Exchange {
    return this.#server.exchange;
  }

  /** Opens a session for a client that begins with `initialize`; see `Exchanger.openSession`. */
  get openSession(): Exchanger['openSession'] {
    return this.#server.openSession;
  }

  /**
   * Ends the server: subscriptions with their results, the lifespan value by its disposal. What comes later is answered with
   * -32603. Safe to call twice.
   */
  close(): Promise<void> {
    return this.#server.close();
  }

  /** Closes the server, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
