/**
 * The first look at a request: its head alone, in the order of the checks, before any of its body is read.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Security & Endpoint" and "Sending Messages".
 */
import { ErrorCode, type RequestId } from '@mrtr/types';
import { type Accepts, readAccept } from './accept.js';
import { allowsHost, allowsOrigin, type Names } from './hosts.js';
import type { Rules } from './options.js';
import { Refusal } from './refusal.js';

/** The head of a request, as either shell finds it. Headers that are missing are `null` or `undefined`. */
export interface Head extends Names {
  readonly method: string | undefined;
  readonly contentType: string | null | undefined;
  readonly contentEncoding: string | null | undefined;
  readonly contentLength: string | null | undefined;
  readonly accept: string | null | undefined;
  /** The session that is named, where there are any; of a POST it does not matter yet. */
  readonly sessionId: string | string[] | null | undefined;
}

/** The forms of response to choose from, or the refusal. */
export function guard(rules: Rules, head: Head): Accepts | Refusal {
  const isPost = head.method === 'POST';
  if (!isPost && !(head.method === 'GET' || head.method === 'DELETE')) return NOT_POST;
  // What later revisions have no use for belongs to a session, or is not allowed.
  if (!isPost && typeof head.sessionId !== 'string') return NOT_POST;
  if (!allowsHost(rules.allowedHosts, head)) return FOREIGN_HOST;
  if (!allowsOrigin(rules.allowedOrigins, rules.allowedHosts, head)) return FOREIGN_ORIGIN;
  if (!isPost) return readAccept(head.accept);
  if (!isJson(head.contentType)) return NOT_JSON;
  if (!isPlain(head.contentEncoding)) return ENCODED;
  const accepts = readAccept(head.accept);
  if (!accepts.json && !accepts.stream) return NOTHING_ACCEPTED;
  if (Number(head.contentLength ?? 0) > rules.maxBodyBytes) return TOO_LARGE;
  return accepts;
}

/** `application/json`, in UTF-8 where it names an encoding at all. */
function isJson(contentType: string | null | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...params] = (contentType ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') return false;
  return params.every((param) => {
    const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(param);
    return charset === null || /^(?:utf-?8|us-ascii)$/i.test(charset[1] as string);
  });
}

function isPlain(contentEncoding: string | null | undefined): boolean {
  return !contentEncoding || contentEncoding.trim().toLowerCase() === 'identity';
}

const refuse = (status: number, message: string, headers?: Record<string, string>): Refusal =>
  Refusal.of(status, ErrorCode.InvalidRequest, message, undefined, headers);

const NOT_POST = refuse(405, 'Method not allowed: send each message as a POST', { Allow: 'POST' });
const FOREIGN_HOST = refuse(
  403,
  'Forbidden: this server does not answer to this Host; its allowedHosts names those it does',
);
const FOREIGN_ORIGIN = refuse(
  403,
  'Forbidden: pages of this Origin may not call; its allowedOrigins names those that may',
);
const NOT_JSON = refuse(415, 'Unsupported media type: send Content-Type: application/json, in UTF-8');
const ENCODED = refuse(415, 'Unsupported media type: send the body without Content-Encoding', {
  'Accept-Encoding': 'identity',
});
const NOTHING_ACCEPTED = refuse(406, 'Not acceptable: send Accept: application/json, text/event-stream');

/** `subscriptions/listen` has no answer but a stream. */
export function streamNeeded(id: RequestId): Refusal {
  return Refusal.of(
    406,
    ErrorCode.InvalidRequest,
    'Not acceptable: this method answers with text/event-stream alone',
    id,
  );
}

/** The body went over the limit, or says that it will. */
export const TOO_LARGE = refuse(413, 'Content too large: the body is over the limit of this server');
/** The body did not arrive in time. */
export const TOO_SLOW = refuse(408, 'Request timeout: the body did not arrive in time');
