/**
 * Where the messages of a session's streams are kept for clients that come back for them.
 *
 * Specification 2025-11-25, basic/transports "Resumability and Redelivery". The channel numbers the messages; a store only
 * keeps them, so that nothing waits for one.
 */

/** One message of a stream. */
export interface StreamEvent {
  /** Its place in its stream, from 1 up, without gaps. */
  readonly number: number;
  /** The message as JSON text. */
  readonly data: string;
}

/**
 * Keeps messages by session and stream, as long as it likes: one that it no longer has is passed over, and the client
 * gets the rest. Sessions live in one process, so a store outside of it saves memory and no session. One on Redis keeps
 * a stream as a Redis stream, with `0-<number>` for an entry's id.
 *
 * What a method throws, or rejects with, goes to `onError`; the messages still reach the client that is connected.
 */
export interface EventStore {
  /**
   * Keeps an event. The calls for one stream come in the order of their numbers.
   * @param session names the session here; it is not the id that its client knows, so it may be logged.
   * @param stream names the stream within its session.
   */
  append(session: string, stream: string, event: StreamEvent): void | Promise<void>;
  /** What it has of a stream after a number, in order. What is appended meanwhile may be there or not. */
  replay(session: string, stream: string, after: number): Iterable<StreamEvent> | AsyncIterable<StreamEvent>;
  /** Lets go of a stream that nobody will come back for, or of all streams of a session that has ended. */
  forget(session: string, stream?: string): void | Promise<void>;
}
