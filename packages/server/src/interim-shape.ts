/**
 * Whether an interim result is one: something to ask or a state to keep, and nothing but input requests to ask.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Server Requirements". Most are made by `inputRequired`; those that a
 * handler writes by hand are held to the same rules, before they are sealed and before they are sent.
 */
import { type InputRequest, type InputRequiredResult, isRecord } from '@mrtr/types';
import { ServerError } from './server-error.js';

/**
 * The input requests of an interim result.
 * @throws {ServerError} `invalid_interim_result` where it has neither requests nor a state, or a malformed one of them.
 */
export function checkInterimShape({ inputRequests, requestState }: InputRequiredResult): readonly InputRequest[] {
  if (requestState !== undefined && typeof requestState !== 'string') throw refuse('its requestState is no string');
  if (inputRequests !== undefined && !isRecord(inputRequests)) throw refuse('its inputRequests are no object');
  const requests = Object.values(inputRequests ?? {});
  if (requests.length === 0 && requestState === undefined) throw refuse('it needs inputRequests or a requestState');
  for (const request of requests as unknown[]) {
    if (!isInputRequest(request)) throw refuse('one of its inputRequests is none');
  }
  return requests;
}

function isInputRequest(request: unknown): boolean {
  if (!isRecord(request)) return false;
  switch (request['method']) {
    case 'elicitation/create':
    case 'sampling/createMessage':
      return isRecord(request['params']);
    case 'roots/list':
      return true;
    default:
      return false;
  }
}

function refuse(problem: string): ServerError {
  return new ServerError('invalid_interim_result', `An interim result can't be sent: ${problem}.`);
}
