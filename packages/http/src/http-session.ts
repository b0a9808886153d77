/**
 * One session as its client reaches it over HTTP: calls by POST, a stream for the rest by GET, and what is left of streams
 * that were cut.
 *
 * Specification 2025-11-25, basic/transports "Session Management" and "Listening for Messages from the Server".
 */
import type { ExchangeInfo, Exchanger, Session } from '@mrtr/transport';
import {
  ErrorCode,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type ProtocolVersion,
  type RequestId,
} from '@mrtr/types';
import { readEventId } from './event-id.js';
import { isRequest } from './message.js';
import type { Rules } from './options.js';
import { Refusal } from './refusal.js';
import { type Answer, type CallHost, SessionCall } from './session-call.js';
import { SessionConnection } from './session-connection.js';
import { SessionLog } from './session-log.js';
import type { SessionRules } from './session-options.js';
import { noRoom, STREAM_NEEDED, tooManyInFlight, UNKNOWN_EVENT } from './session-refusals.js';
import { SessionStream } from './session-stream.js';
import type { Shell } from './shell.js';

/** What a session tells whoever keeps it. */
export interface SessionKeeper {
  /** Its client is there. */
  busy(session: HttpSession): void;
  /** Nothing of its client is open any more. */
  idle(session: HttpSession): void;
  closed(session: HttpSession): void;
}

/** How many finished streams can still be come back to. */
const FINISHED_STREAMS = 64;

export class HttpSession implements CallHost {
  readonly id: string;
  readonly #session: Session;
  readonly #rules: Rules;
  readonly #maxInFlight: number;
  readonly #keeper: SessionKeeper;
  readonly #log: SessionLog;
  /** For what belongs to no request. */
  readonly #general: SessionStream;
  readonly #streams = new Map<string, SessionStream>();
  readonly #finished: SessionStream[] = [];
  readonly #connections = new Set<SessionConnection>();
  readonly #calls = new Set<SessionCall>();
  #inFlight = 0;
  #lastStream = -1;
  #isLeaving = false;
  #isClosed = false;

  /**
   * @param id what the client knows it by.
   * @param name what the event store knows it by.
   */
  constructor(
    id: string,
    name: string,
    open: NonNullable<Exchanger['openSession']>,
    rules: Rules,
    { maxInFlight, eventStore, retryMs }: SessionRules,
    keeper: SessionKeeper,
  ) {
    this.id = id;
    this.#rules = rules;
    this.#maxInFlight = maxInFlight;
    this.#keeper = keeper;
    this.#log = new SessionLog(name, eventStore, retryMs, rules.onError);
    this.#general = this.newStream();
    this.#session = open({ send: (message) => this.send(message) });
  }

  get protocolVersion(): ProtocolVersion | undefined {
    return this.#session.protocolVersion;
  }

  /** Shakes hands. A session that comes to nothing, or whose id nobody is there to read, ends at once. */
  async begin(shell: Shell, initialize: JsonRpcRequest): Promise<void> {
    const connection = this.#connect(shell);
    const answer = await this.exchange(initialize, { headers: shell.headers, auth: shell.auth });
    const version = this.#session.protocolVersion;
    this.#log.primes = version !== undefined && version >= '2025-11-25';
    if (answer !== undefined && version !== undefined && !connection.isOver) {
      return connection.respond(200, answer.text, { 'MCP-Session-Id': this.id });
    }
    if (answer !== undefined) connection.respond(answer.status === 200 ? 400 : answer.status, answer.text);
    this.close();
  }

  /** Takes what the client sends, and answers. */
  post(shell: Shell, messages: readonly JsonRpcMessage[], isBatch: boolean): void {
    const requests = messages.filter(isRequest);
    if (this.#inFlight + requests.length > this.#maxInFlight) return shell.refuse(tooManyInFlight(requests[0]?.id));
    const call = new SessionCall(this, this.#connect(shell), shell);
    this.#inFlight += requests.length;
    this.#calls.add(call);
    void call.run(messages, isBatch).finally(() => {
      this.#inFlight -= requests.length;
      this.#calls.delete(call);
    });
  }

  /** Opens the stream for what belongs to no request, or goes on with a stream that was cut. */
  listen(shell: Shell): void {
    if (!shell.accepts.stream) return shell.refuse(STREAM_NEEDED);
    const lastEventId = shell.headers.get('last-event-id');
    const cursor = lastEventId === null ? undefined : readEventId(lastEventId);
    const stream = lastEventId === null ? this.#general : this.#streams.get(cursor?.stream ?? '');
    if (stream === undefined || (cursor && !stream.reaches(cursor.after))) return shell.refuse(UNKNOWN_EVENT);
    if (stream === this.#general && this.#isLeaving) return shell.refuse(noRoom(undefined));
    // In the terms of event streams: there is nothing to come back for.
    if (cursor && !stream.continuesAfter(cursor.after)) return shell.refuse(new Refusal(204, ''));
    stream.attach(this.#connect(shell), cursor?.after);
  }

  /** Ends the stream on which a client only listens, for good. */
  stopListening(): void {
    this.#isLeaving = true;
    this.#general.detach();
  }

  /** Ends the session, whatever of it is under way, and every connection. Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#keeper.closed(this);
    this.#session.close();
    for (const connection of this.#connections) connection.close();
    this.#log.close();
  }

  async exchange(message: JsonRpcMessage, info: ExchangeInfo): Promise<Answer | undefined> {
    try {
      const response = await this.#session.exchange(message, info);
      return response && { text: JSON.stringify(response), status: statusInSession(response) };
    } catch (error) {
      this.#rules.onError(error);
      const id = isRequest(message) ? message.id : undefined;
      const { body } = Refusal.of(500, ErrorCode.InternalError, 'Internal error', id);
      return { text: body, status: id === undefined ? 500 : 200 };
    }
  }

  newStream(): SessionStream {
    const stream = new SessionStream(String(++this.#lastStream), this.#log);
    this.#streams.set(stream.name, stream);
    return stream;
  }

  send(message: JsonRpcNotification | JsonRpcRequest): void {
    if (message.method === 'notifications/cancelled') {
      // Beside the call that the question belongs to: not every client listens for the rest.
      const id = message.params?.['requestId'] as RequestId;
      for (const call of this.#calls) if (call.takes(id, message)) return;
    }
    this.#general.send(JSON.stringify(message));
  }

  ended(stream: SessionStream): void {
    this.#finished.push(stream);
    if (this.#finished.length <= FINISHED_STREAMS) return;
    const { name } = this.#finished.shift() as SessionStream;
    this.#streams.delete(name);
    this.#log.forget(name);
  }

  #connect(shell: Shell): SessionConnection {
    const connection = new SessionConnection(shell, this.#rules);
    this.#connections.add(connection);
    this.#keeper.busy(this);
    connection.onOver(() => {
      this.#connections.delete(connection);
      if (this.#connections.size === 0 && !this.#isClosed) this.#keeper.idle(this);
    });
    connection.take();
    return connection;
  }
}

/** A 404 would say that the session has ended; what went wrong in answering is the payload of a 200. */
function statusInSession(response: JsonRpcResponse): number {
  return 'error' in response && response.error.code === ErrorCode.InvalidRequest ? 400 : 200;
}
