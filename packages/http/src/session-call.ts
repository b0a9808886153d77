/**
 * One POST in a session: a message, or in 2025-03-26 a batch of them, and what the server answers.
 *
 * Specification 2025-11-25, basic/transports "Sending Messages to the Server". The answer is JSON, unless a handler
 * notifies or asks first: then it is a stream, which its client can leave and come back to.
 */
import type { AuthInfo, ExchangeInfo, HeaderReader } from '@mrtr/transport';
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, RequestId } from '@mrtr/types';
import { isRequest } from './message.js';
import type { SessionConnection } from './session-connection.js';
import type { SessionStream } from './session-stream.js';
import type { Shell } from './shell.js';

/** What the server answers to one message. */
export interface Answer {
  /** The response, as JSON. */
  readonly text: string;
  /** Its HTTP status, where it is all that is answered. */
  readonly status: number;
}

/** The session behind a call. */
export interface CallHost {
  /** Gives a message to the server; `undefined` for what has no response. Never rejects. */
  exchange(message: JsonRpcMessage, info: ExchangeInfo): Promise<Answer | undefined>;
  newStream(): SessionStream;
  /** Sends what can't go beside the call. */
  send(message: JsonRpcRequest): void;
  /** A stream has had its last message. */
  ended(stream: SessionStream): void;
}

export class SessionCall implements ExchangeInfo {
  readonly headers: HeaderReader;
  readonly auth: AuthInfo | undefined;
  readonly #host: CallHost;
  readonly #connection: SessionConnection;
  readonly #streamFirst: boolean;
  /** What the server asks beside this call. */
  readonly #asked = new Set<RequestId>();
  readonly #answers: Answer[] = [];
  #stream: SessionStream | undefined;
  #isOver = false;

  constructor(host: CallHost, connection: SessionConnection, { headers, auth, accepts }: Shell) {
    this.#streamFirst = accepts.streamFirst;
    this.#host = host;
    this.#connection = connection;
    this.headers = headers;
    this.auth = auth;
  }

  readonly notify = (notification: JsonRpcNotification): void => {
    // Before the stream is opened: one that is not JSON is its maker's error and changes nothing here.
    const data = JSON.stringify(notification);
    this.#beside()?.send(data);
  };

  readonly ask = (request: JsonRpcRequest): void => {
    const data = JSON.stringify(request);
    this.#asked.add(request.id);
    const stream = this.#beside();
    // A client that takes no stream here, or has left before there was one, may listen elsewhere.
    if (stream === undefined) this.#host.send(request);
    else stream.send(data);
  };

  /** Takes a notification that belongs to a question of this call, if it does. */
  takes(id: RequestId, notification: JsonRpcNotification): boolean {
    if (!this.#asked.has(id) || this.#stream === undefined) return false;
    this.notify(notification);
    return true;
  }

  /** Gives the messages to the server, all at once, and answers when the last has its response. */
  async run(messages: readonly JsonRpcMessage[], isBatch: boolean): Promise<void> {
    const requests = messages.filter(isRequest);
    let left = requests.length;
    // Then a call that says nothing can be come back to as well.
    if (left > 0 && this.#streamFirst) this.#beside();
    const others = messages.filter((message) => !isRequest(message));
    const accepted = Promise.all(others.map((message) => this.#host.exchange(message, this)));
    await Promise.all(
      requests.map(async (request) => this.#answer(await this.#host.exchange(request, this), --left === 0)),
    );
    this.#isOver = true;
    if (this.#stream !== undefined) this.#end(this.#stream);
    else if (requests.length > 0) this.#respond(isBatch);
    else this.#acknowledge(await accepted);
  }

  #beside(): SessionStream | undefined {
    if (this.#isOver) return undefined;
    if (this.#stream === undefined && this.#connection.open()) {
      this.#stream = this.#host.newStream();
      this.#stream.attach(this.#connection);
      for (const { text } of this.#answers.splice(0)) this.#stream.send(text);
    }
    return this.#stream;
  }

  /** `undefined` for a request that was cancelled, which has no response. */
  #answer(answer: Answer | undefined, isLast: boolean): void {
    if (isLast) this.#isOver = true;
    if (answer === undefined) return;
    if (this.#stream === undefined) this.#answers.push(answer);
    else this.#stream.send(answer.text, isLast);
  }

  #end(stream: SessionStream): void {
    stream.end();
    this.#host.ended(stream);
  }

  #respond(isBatch: boolean): void {
    const [first] = this.#answers;
    if (first === undefined) {
      // All were cancelled. An empty stream says so; a client that takes none gets no more than an acknowledgment.
      if (this.#connection.open()) this.#connection.end();
      else this.#connection.respond(202, '');
    } else if (isBatch) this.#connection.respond(200, `[${this.#answers.map(({ text }) => text).join(',')}]`);
    else this.#connection.respond(first.status, first.text);
  }

  #acknowledge(answers: readonly (Answer | undefined)[]): void {
    const problem = answers.find((answer) => answer !== undefined);
    // What was not accepted is never answered with a 200.
    if (problem === undefined) this.#connection.respond(202, '');
    else this.#connection.respond(problem.status === 200 ? 400 : problem.status, problem.text);
  }
}
