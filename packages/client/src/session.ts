/**
 * Single legs, for callers with a loop of their own: what the server answers is what they get, an interim result too.
 *
 * Specification 2026-07-28, basic/patterns/mrtr.
 */
import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  InputResponses,
  InterimMethod,
  ReadResourceResult,
} from '@mrtr/types';
import { type Call, createCall, describe } from './call.js';
import { ClientError } from './client-error.js';
import type { FlowRunner } from './flow-runner.js';
import { Interim } from './interim.js';
import { isRecord, type JsonRecord } from './json-guards.js';
import type { LegOptions } from './options.js';
import type { Continuation } from './round-loop.js';
import { startAt } from './round-loop.js';
import { saveCall } from './saved-call.js';

/** What one leg of a flow is sent with. */
export interface SingleLegOptions extends LegOptions {
  /** Return an interim result rather than throw at it. */
  readonly allowInputRequired?: boolean | undefined;
  /** The answers to the questions of the last round, and of no other. They are sent as they are. */
  readonly inputResponses?: InputResponses | undefined;
  /** The state of the last round, exactly as it came; leave it out where none came. */
  readonly requestState?: string | undefined;
}

/** Options that ask for interim results. */
export interface InterimLegOptions extends SingleLegOptions {
  readonly allowInputRequired: true;
}

/** Options without that wish: an interim result is thrown as `input_required`. */
export interface FinalLegOptions extends SingleLegOptions {
  readonly allowInputRequired?: false | undefined;
}

/** Sends one request for each call. Input requests are checked as everywhere, and never answered. */
export class Session {
  readonly #runner: FlowRunner;

  /** @internal Use `client.session`. */
  constructor(runner: FlowRunner) {
    this.#runner = runner;
  }

  /**
   * Calls a tool, one leg.
   * @throws {ClientError} `input_required` for an interim result without `allowInputRequired`.
   */
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>> | undefined,
    options: InterimLegOptions,
  ): Promise<CallToolResult | InputRequiredResult>;
  callTool(name: string, args?: Readonly<Record<string, unknown>>, options?: FinalLegOptions): Promise<CallToolResult>;
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>> | undefined,
    options?: SingleLegOptions,
  ): Promise<CallToolResult | InputRequiredResult>;
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options: SingleLegOptions = {},
  ): Promise<CallToolResult | InputRequiredResult> {
    return this.#leg('tools/call', withArguments(name, args), options) as Promise<CallToolResult | InputRequiredResult>;
  }

  /**
   * Gets a prompt, one leg.
   * @throws {ClientError} `input_required` for an interim result without `allowInputRequired`.
   */
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>> | undefined,
    options: InterimLegOptions,
  ): Promise<GetPromptResult | InputRequiredResult>;
  getPrompt(name: string, args?: Readonly<Record<string, string>>, options?: FinalLegOptions): Promise<GetPromptResult>;
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>> | undefined,
    options?: SingleLegOptions,
  ): Promise<GetPromptResult | InputRequiredResult>;
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options: SingleLegOptions = {},
  ): Promise<GetPromptResult | InputRequiredResult> {
    return this.#leg('prompts/get', withArguments(name, args), options) as Promise<
      GetPromptResult | InputRequiredResult
    >;
  }

  /**
   * Reads a resource, one leg.
   * @throws {ClientError} `input_required` for an interim result without `allowInputRequired`.
   */
  readResource(uri: string, options: InterimLegOptions): Promise<ReadResourceResult | InputRequiredResult>;
  readResource(uri: string, options?: FinalLegOptions): Promise<ReadResourceResult>;
  readResource(uri: string, options?: SingleLegOptions): Promise<ReadResourceResult | InputRequiredResult>;
  readResource(uri: string, options: SingleLegOptions = {}): Promise<ReadResourceResult | InputRequiredResult> {
    return this.#leg('resources/read', { uri }, options) as Promise<ReadResourceResult | InputRequiredResult>;
  }

  async #leg(method: InterimMethod, params: JsonRecord, options: SingleLegOptions): Promise<unknown> {
    const call = createCall(method, params);
    const continuation = readContinuation(options);
    const result = await this.#runner.during(call, options, (scope) =>
      this.#runner.leg(call, continuation, options, scope),
    );
    if (!(result instanceof Interim)) return result;
    if (options.allowInputRequired === true) return result.result;
    throw inputRequired(call, this.#runner, result);
  }
}

/** The parameters of a tool or prompt: arguments that are absent stay absent. */
export function withArguments(name: string, args: JsonRecord | undefined): JsonRecord {
  return args === undefined ? { name } : { name, arguments: args };
}

function readContinuation({
  inputResponses,
  requestState,
}: SingleLegOptions): Continuation<InputResponses> | undefined {
  if (inputResponses !== undefined && !isRecord(inputResponses)) {
    throw new ClientError('invalid_option', 'inputResponses must be an object with an answer under each key');
  }
  if (requestState !== undefined && typeof requestState !== 'string') {
    throw new ClientError('invalid_option', 'requestState must be the string that the server sent');
  }
  return inputResponses === undefined && requestState === undefined ? undefined : { inputResponses, requestState };
}

function inputRequired(call: Call<InterimMethod>, runner: FlowRunner, interim: Interim): ClientError {
  return new ClientError(
    'input_required',
    `${describe(call)} needs input before it can finish; pass allowInputRequired: true to get the interim result, ` +
      'or call the method of the client itself, which answers with the callbacks',
    { pending: saveCall(call, startAt(runner.limits({}), 1, interim)) },
  );
}
