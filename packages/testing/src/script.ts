/** The entries of a script: which answer comes next under a key, what kind it is of, and which nobody has asked for. */
import type { InputRequest, InputResponse } from '@mrtr/types';
import { sampled, type ScriptedAsk, type ScriptedModel, type ScriptedPerson } from './answers.js';
import { describe, kindOf } from './questions.js';
import { quote, TestingError } from './testing-error.js';

/** An answer, or what makes it of the question: a function for a person, `sampled(function)` for a model. */
export type ScriptedAnswer = InputResponse | ScriptedPerson | ScriptedModel;

/**
 * Answers by the server's keys. An answer by itself is given whenever its key is asked; a list has one for each time.
 * `__proto__` is a key like any other, and in an object literal it is written `['__proto__']`.
 */
export type ScriptEntries = Readonly<Record<string, ScriptedAnswer | readonly ScriptedAnswer[]>>;

/** Who can give an answer. A person has forms and pages. */
export type Answerer = 'person' | 'model' | 'client';

const ANSWERS = {
  person: "a person's answer",
  model: 'a sample',
  client: 'roots',
} as const satisfies Record<Answerer, string>;

interface Entry {
  readonly answers: readonly ScriptedAnswer[];
  readonly repeats: boolean;
  times: number;
}

/** A script and how far it has been played. */
export class Entries {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #otherwise: ScriptedAnswer | undefined;

  /** @throws {TestingError} `invalid_entry`, for what is no answer. */
  constructor(entries: ScriptEntries, otherwise: ScriptedAnswer | undefined) {
    this.#entries = new Map(
      Object.entries(entries).map(([key, entry]) => {
        const answers = isList(entry) ? [...entry] : [entry];
        for (const answer of answers) {
          if (answererOf(answer) === undefined) throw invalidEntry(quote(key), key);
        }
        return [key, { answers, repeats: !isList(entry), times: 0 }];
      }),
    );
    if (otherwise !== undefined && answererOf(otherwise) === undefined) throw invalidEntry('otherwise');
    this.#otherwise = otherwise;
  }

  /** Who of the three has an answer in the script. */
  get answerers(): ReadonlySet<Answerer> {
    const all = [...this.#entries.values()].flatMap(({ answers }) => answers);
    if (this.#otherwise !== undefined) all.push(this.#otherwise);
    return new Set(all.flatMap((answer) => answererOf(answer) ?? []));
  }

  get unused(): string[] {
    return [...this.#entries].flatMap(([key, { answers, times }]) => (times < answers.length ? [key] : []));
  }

  /** How often each key of {@link unused} was asked, in words. */
  get shortfall(): string {
    const lines = this.unused.map((key) => {
      const { answers, times } = this.#entries.get(key) as Entry;
      return times === 0 ? quote(key) : `${quote(key)} (${times} of ${answers.length} answers)`;
    });
    return lines.join(', ');
  }

  /**
   * Answers one question.
   * @throws {TestingError} `unscripted`, `used_up` or `wrong_kind`; and what a function of the script throws.
   */
  async answer(request: InputRequest, ask: ScriptedAsk): Promise<InputResponse> {
    const answer = await play(this.#next(ask.key, request), request, ask);
    requireAnswerer(answer, request, ask.key);
    return answer as InputResponse;
  }

  #next(key: string, request: InputRequest): ScriptedAnswer {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      if (this.#otherwise !== undefined) return this.#otherwise;
      const names = this.#entries.size === 0 ? 'nothing' : [...this.#entries.keys()].map(quote).join(', ');
      throw new TestingError(
        'unscripted',
        `The server asks ${quote(key)} (${describe(request)}), and the script answers ${names}.`,
        key,
      );
    }
    const { answers, repeats } = entry;
    const answer = answers[repeats ? 0 : entry.times];
    entry.times += 1;
    if (answer !== undefined) return answer;
    throw new TestingError(
      'used_up',
      `The server asks ${quote(key)} (${describe(request)}) again, and the script answers it ` +
        `${answers.length === 1 ? 'once' : `${answers.length} times`}.`,
      key,
    );
  }
}

/** Makes the answer, where the entry is not one already. What is for another kind of question is left as it is. */
async function play(answer: ScriptedAnswer, request: InputRequest, ask: ScriptedAsk): Promise<unknown> {
  if (typeof answer === 'function' && request.method === 'elicitation/create') return answer(request.params, ask);
  if ('sample' in answer && request.method === 'sampling/createMessage') {
    return sampled(await answer.sample(request.params, ask));
  }
  return answer;
}

/** @throws {TestingError} `wrong_kind` */
function requireAnswerer(answer: unknown, request: InputRequest, key: string): void {
  const answerer = answererOf(answer);
  if (answerer === whoAnswers(request)) return;
  const had = answerer === undefined ? 'nothing that is an answer' : ANSWERS[answerer];
  throw new TestingError(
    'wrong_kind',
    `The server asks ${quote(key)} (${describe(request)}), and the script has ${had} for it.`,
    key,
  );
}

function whoAnswers(request: InputRequest): Answerer {
  const kind = kindOf(request);
  if (kind === 'roots') return 'client';
  return kind === 'sampling' ? 'model' : 'person';
}

/** Undefined for what is no answer: types don't reach every author. */
function answererOf(answer: unknown): Answerer | undefined {
  if (typeof answer === 'function') return 'person';
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('action' in answer) return 'person';
  if ('sample' in answer || 'role' in answer) return 'model';
  return 'roots' in answer ? 'client' : undefined;
}

function isList(entry: ScriptedAnswer | readonly ScriptedAnswer[]): entry is readonly ScriptedAnswer[] {
  return Array.isArray(entry);
}

function invalidEntry(where: string, key?: string): TestingError {
  return new TestingError(
    'invalid_entry',
    `The script has no answer under ${where}: use accept({ … }), decline(), cancel(), sampled(…), roots([…]), a function, or a list of these.`,
    key,
  );
}
