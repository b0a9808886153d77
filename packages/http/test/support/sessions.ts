/** A server that opens sessions, made by hand: it answers each method in one known way, and keeps what it was shown. */
import type { ExchangeInfo, Exchanger, Session, SessionPeer } from '@mrtr/transport';
import {
  isProtocolVersion,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type ProtocolVersion,
  type RequestId,
} from '@mrtr/types';
import { deferred, exchangerOf, resultOf } from './exchanger.js';

/** Answers a request of a session; `undefined` where there is no response. */
type SessionAnswer = (request: JsonRpcRequest, info: ExchangeInfo, session: ScriptedSession) => unknown;

/** A server whose sessions answer by functions by method; what isn't listed is echoed. */
export function sessionServerOf(
  answers: Record<string, SessionAnswer> = {},
): Exchanger & { readonly sessions: ScriptedSession[] } {
  const sessions: ScriptedSession[] = [];
  return {
    ...exchangerOf(),
    sessions,
    openSession: (peer) => {
      const session = new ScriptedSession(peer, answers);
      sessions.push(session);
      return session;
    },
  };
}

export class ScriptedSession implements Session {
  readonly peer: SessionPeer;
  /** All that came in, in order. */
  readonly received: unknown[] = [];
  protocolVersion: ProtocolVersion | undefined;
  isClosed = false;
  readonly #answers: Record<string, SessionAnswer>;
  readonly #asked = new Map<RequestId, (result: unknown) => void>();
  readonly #closed = deferred();

  constructor(peer: SessionPeer, answers: Record<string, SessionAnswer>) {
    this.peer = peer;
    this.#answers = answers;
  }

  /** Resolves when the session is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  readonly exchange = async (message: unknown, info: ExchangeInfo = {}): Promise<JsonRpcResponse | undefined> => {
    this.received.push(message);
    const request = message as JsonRpcRequest;
    if (!Object.hasOwn(request, 'method')) {
      const { id, result } = message as { id: RequestId; result?: unknown };
      this.#asked.get(id)?.(result);
      return undefined;
    }
    const answer = this.#answers[request.method] ?? (request.method === 'initialize' ? this.#initialize : echo);
    const response = await answer(request, info, this);
    return Object.hasOwn(request, 'id') || request.method in this.#answers ? (response as JsonRpcResponse) : undefined;
  };

  /** Asks beside a call, and gives the answer. */
  ask(info: ExchangeInfo, id: RequestId, method = 'elicitation/create'): Promise<unknown> {
    const { promise, resolve } = deferred<unknown>();
    this.#asked.set(id, resolve);
    info.ask?.({ jsonrpc: '2.0', id, method, params: {} });
    return promise;
  }

  close(): void {
    this.isClosed = true;
    this.#closed.resolve();
  }

  readonly #initialize = (request: JsonRpcRequest): JsonRpcResponse => {
    const { protocolVersion } = request.params ?? {};
    this.protocolVersion = isProtocolVersion(protocolVersion) ? protocolVersion : '2025-11-25';
    return resultOf(request, { protocolVersion: this.protocolVersion, capabilities: {} });
  };
}

const echo: SessionAnswer = (request) => resultOf(request, { echo: request.params ?? null });

/** Notifications that can be told apart. */
export function note(text: string | number): { jsonrpc: '2.0'; method: string; params: { text: string | number } } {
  return { jsonrpc: '2.0', method: 'notifications/note', params: { text } };
}
