/**
 * Joins the parts of a flow: the loop, the legs, the callbacks and the answers. Client, session and pending calls all
 * send through here, so that each of them has the same headers, limits and checks.
 *
 * Specification 2026-07-28, basic/patterns/mrtr.
 */
import type { InputResponse, InputResponses, InterimMethod, ListToolsResult, Tool } from '@mrtr/types';
import { type AskedRound, askRound } from './ask-round.js';
import { argumentsOf, type Call, createCall, describe, isInterimMethod } from './call.js';
import type { Asker } from './channel.js';
import { ClientError } from './client-error.js';
import { readDuration } from './clock.js';
import { deepFreeze } from './deep-freeze.js';
import { FlowScope } from './flow-scope.js';
import { Interim, readInterim } from './interim.js';
import type { JsonRecord } from './json-guards.js';
import { type CallOptions, type LegOptions, readRoundLimits, type RoundEvent, type Settings } from './options.js';
import {
  advance,
  type Continuation,
  type LegHooks,
  type Position,
  type RoundHooks,
  type RoundLimits,
  runRounds,
  startAt,
} from './round-loop.js';
import { saveCall } from './save-call.js';
import { type Headers, sameHeaders, ToolHeaders } from './tool-headers.js';
import { isHeaderMismatch, type Wire } from './wire.js';

type Hooks = RoundHooks<JsonRecord, Interim, InputResponses>;

/** No server needs more pages to say how one tool is called. */
const MAX_TOOL_PAGES = 100;

export class FlowRunner {
  readonly settings: Settings;
  readonly #wire: Wire;
  readonly #toolHeaders: ToolHeaders;
  readonly #scopes = new Set<FlowScope>();
  #closed = false;

  constructor(wire: Wire, settings: Settings) {
    this.settings = settings;
    this.#wire = wire;
    this.#toolHeaders = new ToolHeaders(settings.logger);
  }

  /** Runs a call from its first leg to its result, with the registered callbacks. */
  async run(method: string, params: JsonRecord, options: CallOptions): Promise<JsonRecord> {
    const call = createCall(method, params);
    const limits = this.limits(options);
    const scope = this.open(call, options);
    try {
      // Most calls take one leg; the loop is for those that don't.
      const first = await this.leg(call, undefined, options, scope);
      if (!isInterim(first)) return first;
      // From here on callbacks see the parameters, and none of them may change what the next leg sends.
      deepFreeze(call.params);
      const hooks = this.hooks(call, options, scope);
      return await runRounds<JsonRecord, Interim, InputResponses>(
        advance(startAt(limits), first, limits, hooks),
        limits,
        hooks,
      );
    } finally {
      this.release(scope);
    }
  }

  /** Opens the scope of a flow, and lets go of it however the flow ends. */
  async during<T>(call: Call, options: CallOptions, flow: (scope: FlowScope) => Promise<T>): Promise<T> {
    const scope = this.open(call, options);
    try {
      return await flow(scope);
    } finally {
      this.release(scope);
    }
  }

  /** @throws {ClientError} `closed` */
  open(call: Call, { signal, deadlineMs }: CallOptions): FlowScope {
    if (this.#closed) throw closedError();
    const limit = readDuration('deadlineMs', deadlineMs, this.settings.deadlineMs);
    const scope = new FlowScope(this.settings.clock, signal, limit, call);
    this.#scopes.add(scope);
    return scope;
  }

  release(scope: FlowScope): void {
    this.#scopes.delete(scope);
    scope.dispose();
  }

  limits(options: CallOptions): RoundLimits {
    return readRoundLimits(options, this.settings.rounds);
  }

  /** The effects of a flow that answers with the registered callbacks. */
  hooks(call: Call, options: CallOptions, scope: FlowScope): Hooks {
    return {
      answer: (interim, round) => this.answer(call, interim, round, scope, interim.questions),
      onRound: (position) => this.show(position, options),
      ...this.legHooks(call, options, scope),
    };
  }

  /** The effects of a flow whose rounds somebody else answers. */
  legHooks(call: Call, options: CallOptions, scope: FlowScope): LegHooks<JsonRecord, Interim, InputResponses> {
    return {
      send: (continuation) => this.leg(call, continuation, options, scope),
      isInterim,
      sleep: (ms) => scope.sleep(ms),
      tooManyRounds: (position) => tooManyRounds(call, position),
    };
  }

  show({ round, interim, pauseMs }: Position<Interim>, { onRound }: CallOptions): void {
    const shownByClient = this.settings.onRound;
    if (interim === undefined || (onRound === undefined && shownByClient === undefined)) return;
    const { inputRequests: requests, requestState } = interim;
    const event: RoundEvent = { round, requests, requestState, pauseMs };
    shownByClient?.(event);
    onRound?.(event);
  }

  /** Has questions of a round answered by the registered callbacks. Nobody is asked unless all can be. */
  async answer(
    call: Call,
    interim: Interim,
    round: number,
    scope: FlowScope,
    questions: Interim['questions'],
  ): Promise<InputResponses> {
    const asked: AskedRound = { call, round, questions, server: interim.server };
    return askRound(asked, this.settings.callbacks, this.settings.maxConcurrentInputs, scope);
  }

  /** Checks an interim result that was saved in another process, as if it had just arrived. */
  restore(interim: JsonRecord): Interim {
    return readInterim(interim, this.#wire.can, this.settings.interim, this.#wire.serverInfo);
  }

  /** Sends one leg, with the headers that its tool asks for. */
  async leg(
    call: Call,
    continuation: Continuation<InputResponses> | undefined,
    options: LegOptions,
    scope: FlowScope,
  ): Promise<JsonRecord | Interim> {
    const onAsk = this.#wire.mayAsk ? this.#asker(call, scope) : undefined;
    if (call.method !== 'tools/call') return this.#wire.leg(call, continuation, options, scope, onAsk);
    const planned = this.#toolHeaders.of(call.target, argumentsOf(call));
    try {
      return await this.#wire.leg(call, continuation, withHeaders(options, planned), scope, onAsk);
    } catch (error) {
      if (!isHeaderMismatch(error)) throw error;
      await this.#listAnew(call, options, scope);
      const renewed = this.#toolHeaders.of(call.target, argumentsOf(call));
      if (sameHeaders(planned, renewed)) throw error;
      return this.#wire.leg(call, continuation, withHeaders(options, renewed), scope, onAsk);
    }
  }

  /**
   * Answers what the server of a session asks in the middle of a call, with the callbacks that answer interim results. Each
   * of its requests is a round by itself.
   */
  #asker(call: Call, scope: FlowScope): Asker {
    let round = 0;
    return async ({ id, method, params }) => {
      const key = String(id);
      const interim = this.#wire.readAsk(key, { method, ...(params && { params }) });
      deepFreeze(call.params);
      const answers = await this.answer(call, interim, ++round, scope, interim.questions);
      return answers[key] as InputResponse;
    };
  }

  /** Remembers what a page of tools says about headers, and leaves out the tools that say it wrongly. */
  learnTools(page: ListToolsResult): ListToolsResult {
    const tools: Tool[] = this.#toolHeaders.learn(page.tools);
    return tools === page.tools ? page : { ...page, tools };
  }

  /** Ends whatever is under way. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const scope of this.#scopes) scope.end(closedError());
    this.#scopes.clear();
    await this.#wire.close();
  }

  /** Reads the tool list anew, up to the page that has the tool, as far as there is one to be had. */
  async #listAnew(call: Call, { timeoutMs, headers }: LegOptions, scope: FlowScope): Promise<void> {
    let cursor: string | undefined;
    try {
      for (let page = 0; page < MAX_TOOL_PAGES; page++) {
        const list = createCall('tools/list', cursor === undefined ? {} : { cursor });
        const result = (await this.#wire.leg(
          list,
          undefined,
          { timeoutMs, headers },
          scope,
        )) as unknown as ListToolsResult;
        this.#toolHeaders.learn(result.tools);
        cursor = result.nextCursor;
        if (cursor === undefined || result.tools.some(({ name }) => name === call.target)) break;
      }
    } catch {
      // The mismatch is the better error, unless the flow has ended meanwhile.
      scope.throwIfEnded();
    }
  }
}

function isInterim(result: JsonRecord | Interim): result is Interim {
  return result instanceof Interim;
}

function withHeaders(options: LegOptions, planned: Headers): LegOptions {
  return planned === undefined ? options : { ...options, headers: { ...options.headers, ...planned } };
}

function tooManyRounds(call: Call, position: Position<Interim>): ClientError {
  const rounds = position.round - 1;
  return new ClientError(
    'too_many_rounds',
    `${describe(call)} still asks for input after ${rounds} rounds; raise inputRequiredMaxRounds or waiting.maxRounds, ` +
      "or go on with client.resume(error.pending) if the server's questions make sense",
    isInterimMethod(call.method) ? { pending: saveCall(call as Call<InterimMethod>, position) } : {},
  );
}

function closedError(): ClientError {
  return new ClientError('closed', 'The client is closed; make another one');
}
