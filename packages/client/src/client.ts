/**
 * The client: one method for each thing that a server offers, with all rounds of a call inside.
 *
 * Specification 2026-07-28, basic/patterns/mrtr and the pages under server.
 */
import {
  type CallToolResult,
  type CompleteResult,
  type DiscoverResult,
  type GetPromptResult,
  type Implementation,
  type InterimMethod,
  LATEST_PROTOCOL_VERSION,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  type MethodName,
  type Prompt,
  type PromptReference,
  type ProtocolVersion,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
  type ResourceTemplateReference,
  type ResultOf,
  type ServerCapabilities,
  type SubscriptionFilter,
  type Tool,
} from '@mrtr/types';
import { version } from '../package.json';
import type { CallParams } from './call-params.js';
import { createCall } from './call.js';
import { declareCapabilities } from './capabilities.js';
import { ClientError } from './client-error.js';
import { deepFreeze } from './deep-freeze.js';
import { FlowRunner } from './flow-runner.js';
import type { Agreement } from './legacy/handshake.js';
import type { JsonRecord } from './json-guards.js';
import type { ListenOptions, Subscription } from './live-subscription.js';
import { type CallOptions, type ClientOptions, type LegOptions, readOptions } from './options.js';
import { eachItem } from './pages.js';
import type { AnyPendingCall, PendingCall } from './pending-call.js';
import { RoundByRound } from './round-by-round.js';
import { type CustomRequestOptions, parseCustomResult } from './custom-result.js';
import { readSavedCall } from './save-call.js';
import { sendSingleLeg } from './single-leg.js';
import { Session, withArguments } from './session.js';
import { listenInLoop, listenWith, type SubscriptionStream } from './subscription.js';
import type { SubscriptionEvent } from './subscription-event.js';
import { openChannel, type Target } from './target.js';
import { Wire } from './wire.js';

/** Which page of a list. */
export interface PageParams {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** An MCP client. Safe to use from many places at once: no call knows of another. */
export class Client {
  /** Single legs, for callers with a loop of their own. */
  readonly session: Session;
  readonly #wire: Wire;
  readonly #runner: FlowRunner;
  #version: ProtocolVersion = LATEST_PROTOCOL_VERSION;
  #discovered: DiscoverResult | undefined;

  /**
   * Makes a client without contacting the server.
   * @throws {ClientError} `invalid_option`
   */
  constructor(target: Target, options: ClientOptions = {}) {
    const settings = readOptions(options);
    const info: Implementation = options.info ?? { name: '@mrtr/client', version };
    const identity = {
      version: this.#version,
      info: deepFreeze(structuredClone(info)),
      capabilities: declareCapabilities(settings.callbacks, options.capabilities),
    };
    const channel = openChannel(target, {
      mode: options.mode,
      http: options.http,
      identity,
      clock: settings.clock,
      probeTimeoutMs: settings.probeTimeoutMs,
      onAgreed: (agreement) => this.#agree(agreement),
    });
    this.#discovered = options.discovered;
    this.#wire = new Wire(channel, identity, settings);
    this.#runner = new FlowRunner(this.#wire, settings);
    this.session = new Session((call, leg) => sendSingleLeg(this.#runner, call, leg));
  }

  /**
   * Makes a client and asks the server about itself, so that `serverInfo`, `serverCapabilities` and `instructions` are
   * known (server/discover).
   * @param discovery options of that one request.
   * @throws {ClientError} `unsupported_version` when the server speaks no version that this client does.
   */
  static async connect(target: Target, options: ClientOptions = {}, discovery: LegOptions = {}): Promise<Client> {
    const client = new Client(target, options);
    try {
      const { supportedVersions } = await client.discover(discovery);
      if (!supportedVersions.includes(client.protocolVersion)) throw unsupportedVersion(client.protocolVersion);
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** The revision of the protocol that requests are made under; with `mode: 'auto'` it is known after the first one. */
  get protocolVersion(): ProtocolVersion {
    return this.#version;
  }

  /** What the server says it is, once it has answered anything. For display; don't decide by it. */
  get serverInfo(): Implementation | undefined {
    return this.#wire.serverInfo;
  }

  /** What the server says it can do, after `connect` or `discover`. */
  get serverCapabilities(): ServerCapabilities | undefined {
    return this.#discovered?.capabilities;
  }

  /** How to use the server, for a model to read, after `connect` or `discover`. */
  get instructions(): string | undefined {
    return this.#discovered?.instructions;
  }

  /**
   * Calls a tool and answers whatever the server asks meanwhile. A tool that fails gives a result with `isError`.
   * @throws {ProtocolError} the error that the server answered with.
   * @throws {ClientError} where this side fails: see its `code`.
   * @throws {TransportError} when no response can be had.
   */
  callTool(name: string, args?: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<CallToolResult> {
    return this.#run('tools/call', withArguments(name, args), options);
  }

  /** Gets a prompt and answers whatever the server asks meanwhile. Throws as `callTool` does. */
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options: CallOptions = {},
  ): Promise<GetPromptResult> {
    return this.#run('prompts/get', withArguments(name, args), options);
  }

  /** Reads a resource and answers whatever the server asks meanwhile. Throws as `callTool` does. */
  readResource(uri: string, options: CallOptions = {}): Promise<ReadResourceResult> {
    return this.#run('resources/read', { uri }, options);
  }

  /**
   * One page of the tools. Tools with invalid header annotations are left out, and the logger is told
   * (basic/transports/streamable-http "Custom Headers from Tool Parameters").
   */
  async listTools(page: PageParams = {}, options: LegOptions = {}): Promise<ListToolsResult> {
    return this.#runner.learnTools(await this.#run('tools/list', pageParams(page), options));
  }

  /** One page of the prompts. */
  listPrompts(page: PageParams = {}, options: LegOptions = {}): Promise<ListPromptsResult> {
    return this.#run('prompts/list', pageParams(page), options);
  }

  /** One page of the resources. */
  listResources(page: PageParams = {}, options: LegOptions = {}): Promise<ListResourcesResult> {
    return this.#run('resources/list', pageParams(page), options);
  }

  /** One page of the resource templates. */
  listResourceTemplates(page: PageParams = {}, options: LegOptions = {}): Promise<ListResourceTemplatesResult> {
    return this.#run('resources/templates/list', pageParams(page), options);
  }

  /** All tools, page by page as they are asked for. */
  tools(options: LegOptions = {}): AsyncGenerator<Tool, void, undefined> {
    return eachItem(
      (cursor) => this.listTools({ cursor }, options),
      (page) => page.tools,
    );
  }

  /** All prompts, page by page as they are asked for. */
  prompts(options: LegOptions = {}): AsyncGenerator<Prompt, void, undefined> {
    return eachItem(
      (cursor) => this.listPrompts({ cursor }, options),
      (page) => page.prompts,
    );
  }

  /** All resources, page by page as they are asked for. */
  resources(options: LegOptions = {}): AsyncGenerator<Resource, void, undefined> {
    return eachItem(
      (cursor) => this.listResources({ cursor }, options),
      (page) => page.resources,
    );
  }

  /** All resource templates, page by page as they are asked for. */
  resourceTemplates(options: LegOptions = {}): AsyncGenerator<ResourceTemplate, void, undefined> {
    return eachItem(
      (cursor) => this.listResourceTemplates({ cursor }, options),
      (page) => page.resourceTemplates,
    );
  }

  /** Suggests values for an argument of a prompt or of a resource template. `context` has the arguments chosen so far. */
  complete(
    ref: PromptReference | ResourceTemplateReference,
    argument: { readonly name: string; readonly value: string },
    context?: { readonly arguments?: Readonly<Record<string, string>> },
    options: LegOptions = {},
  ): Promise<CompleteResult> {
    const params = context === undefined ? { ref, argument } : { ref, argument, context };
    return this.#run('completion/complete', params, options);
  }

  /** Asks the server which versions it speaks and what it can do. */
  async discover(options: LegOptions = {}): Promise<DiscoverResult> {
    this.#discovered = await this.#run('server/discover', {}, options);
    return this.#discovered;
  }

  /**
   * Subscribes to changes of lists and resources, as far as the server offers them, and resolves once it has said how far
   * that is. Read the events in a loop; after a loss the subscription is opened again by itself.
   * @throws {ClientError} `timeout` when the server does not acknowledge the subscription within `timeoutMs`.
   */
  listen(filter: SubscriptionFilter, options?: ListenOptions): Promise<SubscriptionStream>;
  /**
   * The same, with a function that takes each event.
   * @param onEvent what it throws goes to the logger.
   */
  listen(
    filter: SubscriptionFilter,
    onEvent: (event: SubscriptionEvent) => void,
    options?: ListenOptions,
  ): Promise<Subscription>;
  async listen(
    filter: SubscriptionFilter,
    first: ((event: SubscriptionEvent) => void) | ListenOptions = {},
    second: ListenOptions = {},
  ): Promise<Subscription> {
    return typeof first === 'function'
      ? listenWith(this.#runner, filter, first, second)
      : listenInLoop(this.#runner, filter, first);
  }

  /** Sends any request of the protocol, with all its rounds. Throws as `callTool` does. */
  request<M extends MethodName>(method: M, params: CallParams<M>, options?: CallOptions): Promise<ResultOf<M>>;
  /**
   * Sends a request of an extension. It can't have rounds.
   * @throws {ClientError} `invalid_result` when the result does not fit `options.result`.
   */
  request<T>(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: CustomRequestOptions<T>,
  ): Promise<T>;
  async request(
    method: string,
    params: JsonRecord | undefined,
    options: CallOptions | CustomRequestOptions<unknown> = {},
  ): Promise<unknown> {
    const result = await this.#runner.run(method, params ?? {}, options);
    return 'result' in options ? parseCustomResult(method, result, options.result) : result;
  }

  /**
   * Begins a call whose rounds the caller runs. Nothing is sent before its first round is asked for. The options hold
   * for this process: `deadlineMs` and the number of rounds count anew in each loop over the call.
   * @throws {ClientError} `invalid_option`
   */
  begin<M extends InterimMethod>(method: M, params: CallParams<M>, options: CallOptions = {}): PendingCall<M> {
    return new RoundByRound<M>(this.#runner, createCall(method, params as JsonRecord), options);
  }

  /**
   * Goes on with a call that was saved as JSON, here or in another process.
   * @param saved what `JSON.parse` made of it. It is checked like anything that comes from outside.
   * @throws {ClientError} `invalid_saved_call`; and, as for a fresh round, `invalid_question`, `limit_exceeded` or
   * `capability_not_declared`.
   */
  resume(saved: unknown, options: CallOptions = {}): AnyPendingCall {
    const { call, round, interim } = readSavedCall(saved);
    const restored = interim && this.#runner.restore(interim);
    return new RoundByRound(this.#runner, call, options, round, restored) as AnyPendingCall;
  }

  /** Ends what is under way and closes the channel. Safe to call twice. */
  close(): Promise<void> {
    return this.#runner.close();
  }

  /** The same, at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What a handshake came to is what the server says of itself. */
  #agree({ version: agreed, serverInfo, capabilities, instructions }: Agreement): void {
    this.#version = agreed;
    this.#wire.serverInfo = serverInfo;
    this.#discovered = {
      resultType: 'complete',
      supportedVersions: [agreed],
      capabilities,
      ttlMs: 0,
      cacheScope: 'private',
      ...(instructions === undefined ? undefined : { instructions }),
    };
  }

  #run<M extends MethodName>(method: M, params: object, options: CallOptions): Promise<ResultOf<M>> {
    return this.#runner.run(method, params as JsonRecord, options) as unknown as Promise<ResultOf<M>>;
  }
}

function pageParams({ cursor }: PageParams): JsonRecord {
  return cursor === undefined ? {} : { cursor };
}

function unsupportedVersion(spoken: ProtocolVersion): ClientError {
  return new ClientError(
    'unsupported_version',
    `The server does not speak ${spoken}; use a client that speaks one of its versions`,
  );
}
