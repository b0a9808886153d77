/**
 * A record of the rounds of a client's calls, as plain data that any test framework compares.
 *
 * Specification 2026-07-28, basic/patterns/mrtr.
 */
import type { InputRequest, InputRequests, InputResponse, InputResponses } from '@mrtr/types';
import { kindOf, messageOf, type QuestionKind } from './questions.js';

/** A round as a client shows it. `RoundEvent` of `@mrtr/client` is one. */
export interface ShownRound {
  /** The number of the round in its call, from 1. */
  readonly round: number;
  readonly requests: InputRequests;
  readonly requestState: string | undefined;
}

/** A round as it was. All maps are by key. */
export interface RecordedRound {
  /** The number of the round in its call, from 1. */
  readonly round: number;
  /** What kind each question is of. */
  readonly kinds: Readonly<Record<string, QuestionKind>>;
  /** What each question says: to the person, or last to the model. The roots are asked for without words. */
  readonly messages: Readonly<Record<string, string>>;
  /** The questions as the server sent them. */
  readonly requests: Readonly<InputRequests>;
  /** What a script answered. Empty where the callbacks are your own. */
  readonly answers: Readonly<InputResponses>;
  /** The server's state. It is a credential: don't print it where others read. */
  readonly requestState: string | undefined;
}

/** What has been recorded so far. */
export interface RoundRecord {
  /** Give it to a client or to a call as `onRound`. */
  readonly onRound: (round: ShownRound) => void;
  /** Every round of every call, in order. */
  readonly rounds: readonly RecordedRound[];
  /** The keys that each round asked; none for a round that only waited. */
  readonly asked: readonly (readonly string[])[];
}

/**
 * Records the rounds of a client whose callbacks are your own.
 *
 * @example
 * const record = recordRounds();
 * const client = new Client(server, { onElicit, onRound: record.onRound });
 * await client.callTool('provision', { name: 'orders' });
 * expect(record.asked).toEqual([['region']]);
 */
export function recordRounds(): RoundRecord {
  return new Recorder();
}

/** A record that answers are added to. */
export class Recorder implements RoundRecord {
  readonly rounds: RecordedRound[] = [];
  readonly #answered = new WeakMap<RecordedRound, Set<string>>();

  // An own property, so that it is still there where the record was spread among other options.
  readonly onRound = (shown: ShownRound): void => void this.#add(shown);

  get asked(): string[][] {
    return this.rounds.map(({ requests }) => Object.keys(requests));
  }

  /**
   * Notes that a question is being answered, and returns what takes the answer down. A question that no round has shown,
   * as in sessions of older revisions, is a round by itself.
   */
  answering(key: string, round: number, request: InputRequest): (answer: InputResponse) => void {
    const asking =
      // The last, since an earlier call may have failed before it had its answers.
      this.rounds.findLast(
        (shown) => shown.round === round && Object.hasOwn(shown.requests, key) && !this.#answered.get(shown)?.has(key),
      ) ?? this.#add({ round, requests: { [key]: request }, requestState: undefined });
    this.#answered.get(asking)?.add(key);
    return (answer) => {
      // No assignment: a key may be `__proto__`.
      const property = { value: answer, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(asking.answers, key, property);
    };
  }

  #add({ round, requests, requestState }: ShownRound): RecordedRound {
    const entries = Object.entries(requests);
    const recorded: RecordedRound = {
      round,
      kinds: Object.fromEntries(entries.map(([key, request]) => [key, kindOf(request)])),
      messages: Object.fromEntries(
        entries.flatMap(([key, request]) => {
          const message = messageOf(request);
          return message === undefined ? [] : [[key, message]];
        }),
      ),
      requests,
      answers: {},
      requestState,
    };
    this.rounds.push(recorded);
    this.#answered.set(recorded, new Set());
    return recorded;
  }
}
