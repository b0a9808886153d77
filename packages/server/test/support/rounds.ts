/** The rounds of one call run by hand, as a client would: send, answer what is asked, send again with the state. */
import type { ExchangeInfo, Exchanger } from '@mrtr/transport';
import type { InputRequest, InputResponse, JsonRpcResponse } from '@mrtr/types';
import { send, type RequestOptions, type WireError, type WireResult } from './requests.js';

/** Answers one question, or leaves it without an answer. */
export type Answering = (key: string, request: InputRequest) => InputResponse | undefined;

type Params = Readonly<Record<string, unknown>>;

/** What a flow came to. */
export interface FlowOutcome {
  /** The keys that each round asked. */
  readonly asked: readonly (readonly string[])[];
  readonly result?: WireResult;
  readonly error?: WireError;
}

/** One call under way. */
export class Rounds {
  /** What each interim result asked, by round. */
  readonly requests: Readonly<Record<string, InputRequest>>[] = [];
  requestState: string | undefined;
  readonly #server: Exchanger;
  readonly #method: string;
  readonly #params: Params;
  readonly #options: RequestOptions;

  constructor(server: Exchanger, method: string, params: Params, options: RequestOptions = {}) {
    this.#server = server;
    this.#method = method;
    this.#params = params;
    this.#options = options;
  }

  /** The keys that each round asked. */
  get asked(): string[][] {
    return this.requests.map((requests) => Object.keys(requests));
  }

  /** Sends the next round. Without `responses` the first, or one that answers nothing. */
  async next(responses?: Params, server: Exchanger = this.#server): Promise<WireResult> {
    const response = await this.raw(responses, server);
    if ('error' in response) throw new Error(`${this.#method} failed: ${JSON.stringify(response.error)}`);
    return response.result as WireResult;
  }

  async raw(responses?: Params, server: Exchanger = this.#server): Promise<JsonRpcResponse> {
    const continued = {
      ...(this.requestState === undefined ? {} : { requestState: this.requestState }),
      ...(responses === undefined ? {} : { inputResponses: responses }),
    };
    const response = await send(server, this.#method, { ...this.#params, ...continued }, this.#options);
    if ('result' in response && response.result['resultType'] === 'input_required') {
      const { inputRequests = {}, requestState } = response.result as Partial<WireResult>;
      this.requests.push(inputRequests);
      this.requestState = requestState;
    }
    return response;
  }

  /** Goes on to the end. */
  async run(answer: Answering, maxRounds = 60): Promise<FlowOutcome> {
    let response = await this.raw();
    for (let round = 0; round < maxRounds; round++) {
      if ('error' in response) return { asked: this.asked, error: response.error };
      const result = response.result as WireResult;
      if (result.resultType !== 'input_required') return { asked: this.asked, result };
      const responses = Object.entries(result.inputRequests ?? {}).flatMap(([key, request]) => {
        const given = answer(key, request);
        return given === undefined ? [] : [[key, given] as const];
      });
      response = await this.raw(Object.fromEntries(responses));
    }
    throw new Error(`Still asking after ${maxRounds} rounds: ${JSON.stringify(this.asked)}`);
  }
}

/** A call of a tool. */
export function callOf(server: Exchanger, name: string, args: Params = {}, info?: ExchangeInfo): Rounds {
  return new Rounds(server, 'tools/call', { name, arguments: args }, info === undefined ? {} : { info });
}

/** An accepted form. */
export function accept(content: Params): InputResponse {
  return { action: 'accept', content } as InputResponse;
}

/** Says yes to every form with the same content, to pages, to roots and to samples. */
export function agreeing(content: Params): Answering {
  return (_key, { method }) => {
    switch (method) {
      case 'elicitation/create':
        return accept(content);
      case 'sampling/createMessage':
        return { role: 'assistant', model: 'm', content: { type: 'text', text: 'short' } };
      case 'roots/list':
        return { roots: [{ uri: 'file:///home/ada' }] };
    }
  };
}
