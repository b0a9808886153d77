/**
 * The way into sessions: which requests are theirs, and which session a request is of.
 *
 * Specification 2025-11-25, basic/transports "Session Management" and "Protocol Version Header"; 2026-07-28,
 * basic/transports/streamable-http "Backward Compatibility". A POST of neither era is left to the later one's rules.
 */
import {
  ErrorCode,
  isJsonRpcResponse,
  isRecord,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  LEGACY_PROTOCOL_VERSIONS,
  type RequestId,
} from '@mrtr/types';
import type { HttpSession } from './http-session.js';
import { checkMessage, isRequest } from './message.js';
import type { Rules } from './options.js';
import { Refusal } from './refusal.js';
import {
  EMPTY_BATCH,
  MALFORMED_RESPONSE,
  noRoom,
  sessionNeeded,
  sessionUnknown,
  versionMismatch,
} from './session-refusals.js';
import type { SessionStore } from './session-store.js';
import type { Shell } from './shell.js';

export class SessionRoutes {
  readonly #store: SessionStore;
  readonly #onError: Rules['onError'];

  constructor(store: SessionStore, onError: Rules['onError']) {
    this.#store = store;
    this.#onError = onError;
  }

  /**
   * Takes a POST that does not say of itself what later revisions do, or returns false for one that is theirs all the same.
   * @param body what it holds, as JSON.
   * @param message the one message that is, or the refusal it would have earned.
   */
  post(shell: Shell, body: unknown, message: JsonRpcRequest | JsonRpcNotification | Refusal): boolean {
    const id = idOf(message);
    if (shell.headers.get('mcp-session-id') !== null) {
      const session = this.#find(shell, id);
      if (session !== undefined) this.#deliver(shell, session, body, message);
      return true;
    }
    if (isInitialize(message)) this.#begin(shell, message);
    else if (isLater(shell, message)) return false;
    else shell.refuse(sessionNeeded(id));
    return true;
  }

  /** Takes a GET that names a session. */
  get(shell: Shell): void {
    this.#find(shell)?.listen(shell);
  }

  /** Takes a DELETE that names a session. */
  delete(shell: Shell): void {
    const session = this.#find(shell);
    if (session === undefined) return;
    session.close();
    shell.refuse(new Refusal(204, ''));
  }

  /** See {@link SessionStore.drain}. */
  drain(): void {
    this.#store.drain();
  }

  /** See {@link SessionStore.close}. */
  close(): void {
    this.#store.close();
  }

  #begin(shell: Shell, initialize: JsonRpcRequest): void {
    try {
      const session = this.#store.open(shell.auth);
      if (session === undefined) shell.refuse(noRoom(initialize.id));
      else void session.begin(shell, initialize);
    } catch (error) {
      this.#onError(error);
      shell.refuse(Refusal.of(500, ErrorCode.InternalError, 'Internal error', initialize.id));
    }
  }

  /** The session of a request, unless it is turned away. */
  #find(shell: Shell, id?: RequestId): HttpSession | undefined {
    const session = this.#store.find(shell.headers.get('mcp-session-id') ?? '', shell.auth);
    const version = shell.headers.get('mcp-protocol-version');
    if (session === undefined) shell.refuse(sessionUnknown(id));
    // A client of 2025-03-26 sends no version, and the session knows it anyway.
    else if (version !== null && version !== session.protocolVersion) {
      shell.refuse(versionMismatch(session.protocolVersion ?? 'none', id));
    } else return session;
    return undefined;
  }

  #deliver(shell: Shell, session: HttpSession, body: unknown, message: JsonRpcMessage | Refusal): void {
    // The one revision that has batches: it must take them.
    const isBatch = Array.isArray(body) && session.protocolVersion === '2025-03-26';
    const messages = isBatch ? body.map(checkInSession) : [asResponse(body) ?? message];
    const refusal = messages.length === 0 ? EMPTY_BATCH : messages.find((each) => each instanceof Refusal);
    if (refusal !== undefined) shell.refuse(refusal);
    else session.post(shell, messages as JsonRpcMessage[], isBatch);
  }
}

/** Whether a POST without a session is for the rules of later revisions: it says so, or they have the better answer. */
function isLater(shell: Shell, message: JsonRpcMessage | Refusal): boolean {
  if (message instanceof Refusal) return true;
  const version = shell.headers.get('mcp-protocol-version');
  // A request is told what its `_meta` lacks; a notification would be lost without a word.
  if (version === null) return isRequest(message);
  return !(LEGACY_PROTOCOL_VERSIONS as readonly string[]).includes(version);
}

function checkInSession(body: unknown): JsonRpcMessage | Refusal {
  return asResponse(body) ?? checkMessage(body);
}

/** The answer to a question of the server's, if it is one. */
function asResponse(body: unknown): JsonRpcMessage | Refusal | undefined {
  if (!isRecord(body) || Object.hasOwn(body, 'method')) return undefined;
  if (!Object.hasOwn(body, 'result') && !Object.hasOwn(body, 'error')) return undefined;
  return isJsonRpcResponse(body) ? body : MALFORMED_RESPONSE;
}

function isInitialize(message: JsonRpcMessage | Refusal): message is JsonRpcRequest {
  return !(message instanceof Refusal) && isRequest(message) && message.method === 'initialize';
}

function idOf(message: JsonRpcMessage | Refusal): RequestId | undefined {
  return message instanceof Refusal || !isRequest(message) ? undefined : message.id;
}
