/** Waits for a failure, since `rejects` can't look at more than one thing of an error. */
import { ClientError } from '@mrtr/client';
import { expect } from 'vitest';

export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    (value) => expect.fail(`Expected a failure, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

export async function clientErrorOf(promise: Promise<unknown>): Promise<ClientError> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

/** Runs a function that must throw a `ClientError`. */
export function thrownBy(run: () => unknown): ClientError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ClientError);
    return error as ClientError;
  }
  return expect.fail('Expected an error');
}
