/** Collects the body of a request, within a limit of bytes and of time. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ErrorCode } from '@mrtr/types';
import { TOO_LARGE, TOO_SLOW } from './guard.js';
import { NOT_JSON } from './message.js';
import type { Rules } from './options.js';
import { Refusal } from './refusal.js';

/**
 * Calls back once with the body's text, or with the refusal it has earned; never, if the client goes away first. A body
 * that a framework has consumed already is taken from where frameworks leave it: `req.rawBody`, else `req.body`.
 */
export function readNodeBody(request: IncomingMessage, rules: Rules, done: (body: string | Refusal) => void): void {
  if (request.readableEnded) return done(consumedBody(request, rules));
  let first: Buffer | undefined;
  let others: Buffer[] | undefined;
  let size = 0;

  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > rules.maxBodyBytes) return finish(TOO_LARGE);
    if (first === undefined) first = chunk;
    else (others ??= []).push(chunk);
  };
  const onEnd = (): void => {
    const body = first === undefined ? EMPTY : others === undefined ? first : Buffer.concat([first, ...others], size);
    finish(textOf(body));
  };
  const stop = (): void => {
    rules.timers.clearTimeout(timer);
    request.off('data', onData);
    request.off('end', onEnd);
    request.off('close', stop);
  };
  const finish = (body: string | Refusal): void => {
    stop();
    done(body);
  };

  const timer = rules.timers.setTimeout(() => finish(TOO_SLOW), rules.bodyTimeoutMs);
  request.on('data', onData);
  request.on('end', onEnd);
  // The client has gone: there is nobody to tell.
  request.on('close', stop);
}

const EMPTY = Buffer.alloc(0);

function textOf(bytes: Uint8Array): string | Refusal {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : NOT_JSON;
}

function consumedBody(request: IncomingMessage, rules: Rules): string | Refusal {
  const { rawBody, body } = request as IncomingMessage & { rawBody?: unknown; body?: unknown };
  for (const value of [rawBody, body]) {
    if (typeof value === 'string') return value;
    if (value instanceof Uint8Array) return textOf(value);
  }
  if (typeof body === 'object' && body !== null) return textOfParsed(body);
  rules.onError(
    new TypeError('The body was read before this listener, and left neither in req.rawBody nor in req.body'),
  );
  return BODY_GONE;
}

function textOfParsed(body: object): string | Refusal {
  try {
    return JSON.stringify(body);
  } catch {
    // It nests too deeply for the engine's own stack.
    return NOT_JSON;
  }
}

const BODY_GONE = Refusal.of(500, ErrorCode.InternalError, 'Internal error');
