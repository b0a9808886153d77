/**
 * The two contracts a channel joins: an exchanger answers messages, a transport carries them to one.
 *
 * Both are as small as Specification 2026-07-28 allows: every request is independent and has a response stream of
 * its own (basic/index "Statelessness"), so a request goes in and its notifications and its response come out. For the
 * revisions before it a server also opens sessions, in which it may ask in the middle of a call.
 */
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, ProtocolVersion, RequestId } from '@mrtr/types';

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
  /**
   * Opens the one session that the channel can have, for a server that wants `initialize` first (revisions up to
   * 2025-11-25, basic/lifecycle). Absent where the channel has no sessions.
   */
  readonly openSession?: ((peer: ClientPeer) => ClientSession) | undefined;
  /** Whether a server that does not answer what it does not know is an old one: so on stdio, where nothing lies between. */
  readonly silentWhenOld?: boolean | undefined;
}

/** A session as its client holds it: requests as on any channel, and messages of either side beside them. */
export interface ClientSession {
  /** As `Transport.send`. The first request is `initialize`. Aborting sends `notifications/cancelled`. */
  readonly send: Transport['send'];
  /**
   * Sends a notification.
   * @throws {TransportError} when it can't be delivered.
   */
  notify(notification: JsonRpcNotification): Promise<void>;
  /** Tells the channel what was agreed on, which some send with every message. */
  agreed(version: ProtocolVersion): void;
  /** Ends the session and its channel. Safe to call twice. */
  close(): Promise<void>;
}

/** What the server reaches in a session: requests of its own, and notifications that belong to no request. */
export interface ClientPeer {
  /**
   * Answers a request of the server's. Never rejects: what goes wrong is an error response.
   * @param signal aborts when the server takes the request back, or the session ends.
   * @param related the id of the client's request on whose stream it came, on channels that have a stream for each.
   */
  onRequest(request: JsonRpcRequest, signal: AbortSignal, related?: RequestId): Promise<JsonRpcResponse>;
  /** Takes a notification that belongs to no request. */
  onNotification(notification: JsonRpcNotification): void;
  /** The session has ended, and not by `close`: the server lost or ended it. */
  onEnd(reason: unknown): void;
}
