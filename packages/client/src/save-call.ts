/**
 * A call between two rounds turned into data and back. What comes back is checked like anything from outside.
 *
 * Specification 2026-07-28, basic/patterns/mrtr: "the requests in each step are completely independent".
 */
import type { InterimMethod } from '@mrtr/types';
import type { CallParams } from './call-params.js';
import { type Call, createCall, isInterimMethod } from './call.js';
import { ClientError } from './client-error.js';
import type { Interim } from './interim.js';
import { isRecord, own, type JsonRecord } from './json-guards.js';
import type { Position } from './round-loop.js';
import type { SavedCall } from './saved-call.js';

/** What a saved call goes on from. */
export interface RestoredCall {
  readonly call: Call<InterimMethod>;
  readonly round: number;
  /** In the shape of an interim result, not yet checked; undefined before the first request. */
  readonly interim: JsonRecord | undefined;
}

/** Turns a call into plain data. Answers are never in it: whoever goes on is asked again. */
export function saveCall<M extends InterimMethod>(call: Call<M>, { round, interim }: Position<Interim>): SavedCall<M> {
  return {
    version: 1,
    method: call.method,
    params: call.params as unknown as CallParams<M>,
    round,
    ...(interim !== undefined && !interim.waiting && { inputRequests: interim.inputRequests }),
    ...(interim?.requestState !== undefined && { requestState: interim.requestState }),
  };
}

/** @throws {ClientError} `invalid_saved_call`, saying what is wrong. */
export function readSavedCall(saved: unknown): RestoredCall {
  if (typeof saved === 'string') throw invalid('it is text; give what JSON.parse makes of it');
  if (!isRecord(saved)) throw invalid('it is not an object');
  if (own(saved, 'version') !== 1)
    throw invalid('it is of another version; use the release of this library that saved it');
  const method = own(saved, 'method');
  const params = own(saved, 'params');
  const round = own(saved, 'round');
  if (!isInterimMethod(method)) throw invalid('its method is not one that has rounds');
  if (!isRecord(params)) throw invalid('its params are not an object');
  const call = createCall(method, params);
  if (call.target === undefined) throw invalid('its params do not say what to call');
  if (typeof round !== 'number' || !Number.isSafeInteger(round) || round < 0)
    throw invalid('its round is not a number');
  return { call, round, interim: readInterimPart(saved, round) };
}

function readInterimPart(saved: JsonRecord, round: number): JsonRecord | undefined {
  const inputRequests = own(saved, 'inputRequests');
  const requestState = own(saved, 'requestState');
  if (inputRequests !== undefined && !isRecord(inputRequests)) throw invalid('its inputRequests are not an object');
  if (requestState !== undefined && typeof requestState !== 'string') throw invalid('its requestState is not a string');
  const open = inputRequests !== undefined || requestState !== undefined;
  if (open !== round > 0) throw invalid('its round does not agree with what is open');
  if (!open) return undefined;
  return {
    resultType: 'input_required',
    ...(inputRequests !== undefined && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  };
}

function invalid(problem: string): ClientError {
  return new ClientError('invalid_saved_call', `The saved call can't be resumed: ${problem}`);
}
