/**
 * One leg by itself: an interim result goes to the caller who allowed it, and is an error for one who did not.
 *
 * Specification 2026-07-28, basic/patterns/mrtr.
 */
import type { InputResponses, InterimMethod } from '@mrtr/types';
import { type Call, describe } from './call.js';
import { ClientError } from './client-error.js';
import type { FlowRunner } from './flow-runner.js';
import { Interim } from './interim.js';
import { isRecord } from './json-guards.js';
import { type Continuation, startAt } from './round-loop.js';
import { saveCall } from './save-call.js';
import type { SingleLegOptions } from './session.js';

/** @throws {ClientError} `input_required` for an interim result without `allowInputRequired`; `invalid_option`. */
export async function sendSingleLeg(
  runner: FlowRunner,
  call: Call<InterimMethod>,
  options: SingleLegOptions,
): Promise<unknown> {
  const continuation = readContinuation(options);
  const result = await runner.during(call, options, (scope) => runner.leg(call, continuation, options, scope));
  if (!(result instanceof Interim)) return result;
  if (options.allowInputRequired === true) return result.result;
  throw inputRequired(call, runner, result);
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
