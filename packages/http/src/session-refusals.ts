/**
 * The ways a request of a session is turned away.
 *
 * Specification 2025-11-25, basic/transports "Session Management" and "Protocol Version Header".
 */
import { ErrorCode, type RequestId } from '@mrtr/types';
import { Refusal } from './refusal.js';

function refuse(status: number, message: string, id?: RequestId, headers?: Record<string, string>): Refusal {
  return Refusal.of(status, ErrorCode.InvalidRequest, message, id, headers);
}

/** Of no session, and of no revision that has none. */
export function sessionNeeded(id: RequestId | undefined): Refusal {
  return refuse(400, 'Bad request: send initialize first, and then the MCP-Session-Id that it is answered with', id);
}

/** The session has ended, or is somebody else's, or never was: a client can't tell these apart. */
export function sessionUnknown(id: RequestId | undefined): Refusal {
  return refuse(404, 'Session not found: send initialize without MCP-Session-Id for a new one', id);
}

/** What a request that still waits is told when its session ends. */
export const SESSION_GONE = sessionUnknown(undefined);

export function versionMismatch(version: string, id: RequestId | undefined): Refusal {
  return refuse(400, `Bad request: this session agreed on MCP-Protocol-Version ${version}`, id);
}

export function tooManyInFlight(id: RequestId | undefined): Refusal {
  return refuse(429, 'Too many requests: this session has as many under way as it may have', id, {
    'Retry-After': '1',
  });
}

export function noRoom(id: RequestId | undefined): Refusal {
  return refuse(503, 'Service unavailable: no more sessions can be opened now', id, { 'Retry-After': '10' });
}

export const STREAM_NEEDED = refuse(406, 'Not acceptable: this is answered with text/event-stream alone');
export const UNKNOWN_EVENT = refuse(400, 'Bad request: Last-Event-ID names no event that is still known here');
export const EMPTY_BATCH = refuse(400, 'Invalid request: a batch has at least one message');
export const MALFORMED_RESPONSE = refuse(400, 'Invalid request: a response has an id, and either a result or an error');
