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
import { type Call, createCall } from './call.js';
import type { JsonRecord } from './json-guards.js';
import type { LegOptions } from './options.js';

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

type SendSingleLeg = (call: Call<InterimMethod>, options: SingleLegOptions) => Promise<unknown>;

/** Sends one request for each call. Input requests are checked as everywhere, and never answered. */
export class Session {
  readonly #send: SendSingleLeg;

  /** @internal Use `client.session`. */
  constructor(send: SendSingleLeg) {
    this.#send = send;
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
    return this.#send(createCall(method, params), options);
  }
}

/** The parameters of a tool or prompt: arguments that are absent stay absent. */
export function withArguments(name: string, args: JsonRecord | undefined): JsonRecord {
  return args === undefined ? { name } : { name, arguments: args };
}
