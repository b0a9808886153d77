/**
 * Somebody who answers by a script: a person, a model and a client in one, for tests of servers that ask.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Client Requirements".
 */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
  InputRequest,
  InputResponse,
  ListRootsResult,
} from '@mrtr/types';
import type { ScriptedAsk } from './answers.js';
import { Recorder, type RoundRecord } from './record-rounds.js';
import { Entries, type ScriptedAnswer, type ScriptEntries } from './script.js';
import { TestingError } from './testing-error.js';

/** How a script treats what it does not name. */
export interface ScriptOptions {
  /**
   * Answers every key that the script does not have. Default: such a key is an error. In a session of an older revision
   * questions have no keys of their own, and this answers all of them.
   */
  readonly otherwise?: ScriptedAnswer | undefined;
}

/**
 * Options for a client, and the record of what came of them. A callback is there only where the script has answers of
 * its kind, so that the client declares no more than it can answer: forms and pages for a person's, sampling for a
 * model's, and roots.
 */
export interface Script extends RoundRecord {
  /** Fills in forms. */
  readonly onElicit?: (params: ElicitRequestFormParams, ask: ScriptedAsk) => Promise<ElicitResult>;
  /** Agrees to open pages, or not. */
  readonly onElicitUrl?: (params: ElicitRequestURLParams, ask: ScriptedAsk) => Promise<ElicitResult>;
  /** Writes what a model would. */
  readonly onSample?: (params: CreateMessageRequestParams, ask: ScriptedAsk) => Promise<CreateMessageResult>;
  /** Lists folders. */
  readonly onListRoots?: (ask: ScriptedAsk) => Promise<ListRootsResult>;
  /** The keys that nobody has asked for, or not as often as the script has answers. */
  readonly unused: readonly string[];
  /**
   * Makes sure that the script was played to its end, and to nothing beyond it.
   * @throws {TestingError} the first that a question led to, although the caller may have caught it; else `unused`, naming
   * the keys.
   */
  assertDone(): void;
}

/**
 * Answers by key. Give it to a client as its options, or spread it among them.
 *
 * @throws {TestingError} `invalid_entry`, for what is no answer.
 *
 * @example
 * const script = scripted({ region: accept({ region: 'eu-west-1' }), backorder: decline() });
 * const client = new Client(server, script);
 * await client.callTool('order_book', { title: 'Dune' });
 * expect(script.asked).toEqual([['region'], ['backorder']]);
 * script.assertDone();
 */
export function scripted(entries: ScriptEntries, options: ScriptOptions = {}): Script {
  return new Player(entries, options);
}

class Player extends Recorder implements Script {
  // Own properties, so that they are still there where the script was spread among other options. Only declared, so that
  // those that it has no answers for are not there at all.
  declare readonly onElicit?: NonNullable<Script['onElicit']>;
  declare readonly onElicitUrl?: NonNullable<Script['onElicitUrl']>;
  declare readonly onSample?: NonNullable<Script['onSample']>;
  declare readonly onListRoots?: NonNullable<Script['onListRoots']>;
  readonly #entries: Entries;
  #failure: TestingError | undefined;

  constructor(entries: ScriptEntries, { otherwise }: ScriptOptions) {
    super();
    this.#entries = new Entries(entries, otherwise);
    const { answerers } = this.#entries;
    if (answerers.has('person')) {
      this.onElicit = (params, ask) => this.#answer({ method: 'elicitation/create', params }, ask);
      this.onElicitUrl = (params, ask) => this.#answer({ method: 'elicitation/create', params }, ask);
    }
    if (answerers.has('model')) {
      this.onSample = (params, ask) => this.#answer({ method: 'sampling/createMessage', params }, ask);
    }
    if (answerers.has('client')) this.onListRoots = (ask) => this.#answer({ method: 'roots/list' }, ask);
  }

  get unused(): readonly string[] {
    return this.#entries.unused;
  }

  assertDone(): void {
    if (this.#failure) throw this.#failure;
    if (this.unused.length === 0) return;
    throw new TestingError('unused', `Answers are left that nobody asked for: ${this.#entries.shortfall}.`);
  }

  /** The entries make sure that the answer is of the kind that was asked for. */
  async #answer<Answer extends InputResponse>(request: InputRequest, ask: ScriptedAsk): Promise<Answer> {
    const takeDown = this.answering(ask.key, ask.round, request);
    try {
      const answer = await this.#entries.answer(request, ask);
      takeDown(answer);
      return answer as Answer;
    } catch (error) {
      if (error instanceof TestingError) this.#failure ??= error;
      throw error;
    }
  }
}
