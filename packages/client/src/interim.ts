/**
 * An interim result as the rounds go on with it: checked, within limits, its questions read.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "InputRequiredResult".
 */
import type { Implementation, InputRequests, InputRequiredResult } from '@mrtr/types';
import type { Answerable } from './capabilities.js';
import { ClientError } from './client-error.js';
import { isRecord, own, type JsonRecord } from './json-guards.js';
import { readQuestions, type Question } from './questions.js';

/** How much a server may ask for at once. */
export interface InterimLimits {
  /** Input requests in one round. */
  readonly maxInputRequests: number;
  /** The size of a state in UTF-8 bytes. */
  readonly maxStateBytes: number;
}

/** What one round left open. */
export class Interim {
  readonly questions: readonly Question[];
  /** As the server sent them; empty where it asks nothing. */
  readonly inputRequests: InputRequests;
  readonly requestState: string | undefined;
  /** Who asks, where the result says so. */
  readonly server: Implementation | undefined;
  /** The whole result. */
  readonly result: InputRequiredResult;

  constructor(result: JsonRecord, questions: readonly Question[], server: Implementation | undefined) {
    this.result = result as InputRequiredResult;
    this.questions = questions;
    this.inputRequests = this.result.inputRequests ?? {};
    this.requestState = this.result.requestState;
    this.server = server;
  }

  /** True when the server asks nothing and only wants to be called again. */
  get waiting(): boolean {
    return this.questions.length === 0;
  }
}

/**
 * Reads an interim result. Nobody has been asked anything when it throws.
 * @throws {ClientError} `invalid_result`, `limit_exceeded`, `invalid_question` or `capability_not_declared`.
 */
export function readInterim(
  result: JsonRecord,
  can: Answerable,
  limits: InterimLimits,
  server: Implementation | undefined,
): Interim {
  const requests = own(result, 'inputRequests');
  const state = own(result, 'requestState');
  if (requests !== undefined && !isRecord(requests)) throw invalid('its inputRequests are not an object');
  if (state !== undefined && typeof state !== 'string') throw invalid('its requestState is not a string');
  const count = requests === undefined ? 0 : Object.keys(requests).length;
  if (count === 0 && state === undefined) throw invalid('it has neither input requests nor a requestState');
  if (count > limits.maxInputRequests) {
    throw new ClientError(
      'limit_exceeded',
      `The server asks ${count} things in one round, over maxInputRequests (${limits.maxInputRequests}); raise it if that is right`,
    );
  }
  if (state !== undefined && isLarger(state, limits.maxStateBytes)) {
    throw new ClientError(
      'limit_exceeded',
      `The server's requestState is larger than maxStateBytes (${limits.maxStateBytes}); raise it if that is right`,
    );
  }
  return new Interim(result, requests === undefined ? [] : readQuestions(requests, can), server);
}

function invalid(problem: string): ClientError {
  return new ClientError('invalid_result', `The server's interim result is invalid: ${problem}`);
}

/** Whether a text takes more than `bytes` in UTF-8, without making the bytes where its length already tells. */
function isLarger(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  if (text.length * 3 <= bytes) return false;
  return new TextEncoder().encode(text).length > bytes;
}
