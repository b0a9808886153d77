/**
 * One stream of a session: its messages in order, and the connection that they go to. A client that loses the connection
 * comes back on another one and gets the rest, each message once.
 *
 * Specification 2025-11-25, basic/transports "Resumability and Redelivery". A stream has one connection at a time, so no
 * message is sent twice; the newest wins, since the one before it may be dead without anybody having noticed.
 */
import { eventId } from './event-id.js';
import type { StreamEvent } from './event-store.js';
import { encodeEvent, primingEvent } from './event-stream.js';
import type { SessionConnection } from './session-connection.js';
import type { SessionLog } from './session-log.js';

export class SessionStream {
  readonly name: string;
  readonly #log: SessionLog;
  /** How many messages there are. */
  #last = 0;
  /** The last message that the newest connection has taken. */
  #taken = 0;
  #ended = false;
  #reader: Reader | undefined;

  constructor(name: string, log: SessionLog) {
    this.name = name;
    this.#log = log;
  }

  /** Whether there is something to come after a message, now or later. */
  continuesAfter(number: number): boolean {
    return number < this.#last || !this.#ended;
  }

  /** Whether a client can have got as far as this. */
  reaches(number: number): boolean {
    return number <= this.#last;
  }

  /** Adds a message. Without a connection it waits for one, as long as the store keeps it. */
  send(data: string, isLast = false): void {
    const event = { number: ++this.#last, data };
    this.#log.append(this.name, event);
    const reader = this.#reader;
    if (!reader?.isLive) return;
    if (isLast) this.#finish(reader, event);
    else if (!this.#write(reader, event)) this.#goOn(reader, event.number - 1);
  }

  /** Ends the stream with what it has. */
  end(): void {
    this.#ended = true;
    if (this.#reader?.isLive) this.#reader.connection.end();
  }

  /** Ends the connection, and not the stream. */
  detach(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.connection.end();
  }

  /**
   * Sends to this connection from now on, first whatever comes after a message.
   * @param after default: the last that the connection before it has taken.
   */
  attach(connection: SessionConnection, after = this.#taken): void {
    this.detach();
    if (!connection.open()) return;
    const reader: Reader = { connection, isLive: true };
    this.#reader = reader;
    connection.onOver(() => {
      if (this.#reader === reader) this.#reader = undefined;
    });
    const { primes, retryMs } = this.#log;
    if (primes) connection.write(primingEvent(eventId({ stream: this.name, after }), retryMs));
    if (after < this.#last) this.#goOn(reader, after);
    else if (this.#ended) connection.end();
  }

  /** Takes the connection through what it has not had, and makes it live again. */
  #goOn(reader: Reader, after: number): void {
    reader.isLive = false;
    // Without its messages a connection is worth nothing; its client comes back for them.
    this.#catchUp(reader, after).catch(() => reader.connection.end());
  }

  /** Reads from the store until nothing is left in it that the connection hasn't had, as fast as that takes it. */
  async #catchUp(reader: Reader, after: number): Promise<void> {
    let at = after;
    while (at < this.#last) {
      const target = this.#last;
      for await (const event of this.#log.replay(this.name, at)) {
        while (this.#reader === reader && !this.#write(reader, event)) await reader.connection.writable();
        if (this.#reader !== reader) return;
        at = event.number;
      }
      if (this.#reader !== reader) return;
      // What is still missing is no longer kept, and never will be.
      at = Math.max(at, target);
    }
    reader.isLive = true;
    if (this.#ended) reader.connection.end();
  }

  #write(reader: Reader, { number, data }: StreamEvent): boolean {
    if (!reader.connection.write(this.#encode(number, data))) return false;
    this.#taken = number;
    return true;
  }

  #finish(reader: Reader, { number, data }: StreamEvent): void {
    this.#taken = number;
    reader.connection.end(this.#encode(number, data));
  }

  #encode(number: number, data: string): string {
    return encodeEvent(data, eventId({ stream: this.name, after: number }));
  }
}

/** The connection of a stream. */
interface Reader {
  readonly connection: SessionConnection;
  /** It has had all that came before, and takes more: messages go to it directly. */
  isLive: boolean;
}
