/**
 * The two contracts a channel joins: an exchanger answers messages, a transport carries them to one.
 *
 * Both are as small as Specification 2026-07-28 allows: every request is independent and has a response stream of
 * its own (basic/index "Statelessness"), so a request goes in and its notifications and its response come out. For the
 * revisions before it a server also opens sessions, in which it may ask in the middle of a call.
 */
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, ProtocolVersion } from '@mrtr/types';

/** Who is calling, as the channel itself verified it. What a client merely claims is never in here. */
export interface AuthInfo {
  /** The OAuth client the credential was issued to. */
  readonly clientId: string;
  /** Who issued the credential (`iss`). */
  readonly issuer?: string | undefined;
  /** Whom the credential speaks for (`sub`), where the verifier knows. */
  readonly subject?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** When the credential expires, in seconds since the epoch. */
  readonly expiresAt?: number | undefined;
}

/** Reads a header by its name, in any case. `Headers` fits. */
export interface HeaderReader {
  /** The header's value, or `null` where it is missing. */
  get(name: string): string | null;
}

/**
 * What the channel knows of a message beyond its JSON. Hand it on as the object it is, and never spread it: a channel
 * may make a member when it is first read, and a copy would leave that member out.
 */
export interface ExchangeInfo {
  /** The request's headers, on channels that have them. */
  readonly headers?: HeaderReader | undefined;
  /** The validated caller, on channels that authenticate. */
  readonly auth?: AuthInfo | undefined;
  /** Aborts when the caller cancels or goes away. A channel may make it when it is first read. */
  readonly signal?: AbortSignal | undefined;
  /** Takes a notification that belongs to this request, to be delivered before its response. */
  readonly notify?: ((notification: JsonRpcNotification) => void) | undefined;
  /**
   * Takes a request of the server's to its client that belongs to this one, on the same stream. Only in a session: later
   * revisions have no such requests.
   */
  readonly ask?: ((request: JsonRpcRequest) => void) | undefined;
}

/**
 * One message in, its response out; `undefined` for a notification. The message is whatever the channel parsed, so
 * it is checked here and nowhere before. Never rejects: what goes wrong is an error response.
 */
export type Exchange = (message: unknown, info?: ExchangeInfo) => Promise<JsonRpcResponse | undefined>;

/** Something that answers messages: both servers are, and all that a channel ever sees of them. */
export interface Exchanger {
  readonly exchange: Exchange;
  /**
   * Opens a session for a client that begins with `initialize` (revisions up to 2025-11-25, basic/lifecycle). `undefined`
   * where the server speaks none of these.
   */
  readonly openSession?: ((peer: SessionPeer) => Session) | undefined;
}

/** A client of the handshake era, as its server holds it: what was agreed on lasts as long as the session. */
export interface Session {
  /**
   * Takes whatever the client sends in this session, its answers to the server's requests and its cancellations too.
   * `undefined` for what has no response, and for a request that was cancelled.
   */
  readonly exchange: Exchange;
  /** The revision that was agreed on; `undefined` before `initialize`. */
  readonly protocolVersion: ProtocolVersion | undefined;
  /** Ends the session: what is under way is aborted, and what it still waits for is rejected. Safe to call twice. */
  close(): void;
}

/** How a session reaches its client with what belongs to no request. */
export interface SessionPeer {
  /** Sends a notification, or a request that the client answers by a message of its own. */
  send(message: JsonRpcNotification | JsonRpcRequest): void;
}

/** How one request is sent. */
export interface SendOptions {
  /** Cancels the request on the wire; `send` then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Takes each notification that arrives for this request, in order, before its response. If it throws, the request is
   * cancelled and `send` rejects with what it threw.
   */
  readonly onNotification?: ((notification: JsonRpcNotification) => void) | undefined;
  /** More headers for this request, on channels that have them (`Mcp-Param-*`). Others ignore them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The client's end of a channel. */
export interface Transport {
  /**
   * Sends one request and resolves with its response, a JSON-RPC error being one too.
   * @throws {TransportError} when no response can be had.
   */
  send(request: JsonRpcRequest, options?: SendOptions): Promise<JsonRpcResponse>;
  /** Ends the channel; what is under way rejects with a `TransportError` of code `closed`. Safe to call twice. */
  close(): Promise<void>;
}
