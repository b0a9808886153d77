/**
 * The questions of one round: each is looked up among the answers that the flow has, and asked where it has none.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Error Handling": what is missing is asked again.
 */
import { copyJson } from '@mrtr/transport';
import type { InputRequest, InputResponse } from '@mrtr/types';
import type { Question } from '../questions/questions.js';
import { ServerError } from '../server-error.js';
import { digestQuestion, judgeQuestion } from './judge-question.js';
import type { Asked } from './progress.js';
import { askedAgain, settleAnswer, type Settlement } from './settle-answer.js';

/** What a question came to. */
export type Settled = Exclude<Settlement, { kind: 'misfit' }> | { readonly kind: 'pending' };

/** So many answers in vain tell a question that never stays the same from one that changed. */
const MAX_DISCARDED = 3;
/** The second answer that does not fit is no slip. */
const MAX_MISFITS = 2;

export class QuestionBook {
  /** What is known after this round, by key. */
  readonly asked = new Map<string, Asked>();
  /** What goes out in this round, by key. */
  readonly requests = new Map<string, InputRequest>();
  readonly #before: ReadonlyMap<string, Asked>;
  readonly #arrived: (key: string) => InputResponse | undefined;
  readonly #onChanged: (key: string, discarded: number) => void;

  /**
   * @param before what the rounds before have asked.
   * @param arrived the answer of this round to what the last one asked under a key.
   * @param onChanged told of each answer that is discarded, as its question has changed.
   */
  constructor(
    before: ReadonlyMap<string, Asked>,
    arrived: (key: string) => InputResponse | undefined,
    onChanged: (key: string, discarded: number) => void,
  ) {
    this.#before = before;
    this.#arrived = arrived;
    this.#onChanged = onChanged;
  }

  /**
   * The answer to a question, or that it is asked now.
   * @throws {ServerError} `unstable_question` for one that changes in every round, `unfit_answer` for the second answer that
   * does not fit.
   */
  ask(key: string, question: Question): Settled | Promise<Settled> {
    const judgement = judgeQuestion(digestQuestion(question.request), this.#before.get(key), this.#arrived(key));
    const { entry } = judgement;
    this.asked.set(key, entry);
    if (judgement.kind === 'open') {
      if (judgement.changed) this.#checkStability(key, entry.discarded);
      return this.#open(key, question.request);
    }
    // Of a copy, since whoever gets the value may change it, and the answer is kept as it was given.
    const settlement = settleAnswer(question, copyJson(judgement.answer));
    return settlement instanceof Promise
      ? settlement.then((later) => this.#take(key, question, entry, later))
      : this.#take(key, question, entry, settlement);
  }

  /** Keeps what is known of a question whose resolver could not run in this round, with the answer that has come to it. */
  keep(key: string): void {
    const known = this.#before.get(key);
    if (known) this.asked.set(key, { ...known, answer: known.answer ?? this.#arrived(key) });
  }

  #take(key: string, question: Question, entry: Asked, settlement: Settlement): Settled {
    if (settlement.kind !== 'misfit') return settlement;
    const misfits = entry.misfits + 1;
    if (misfits >= MAX_MISFITS) {
      throw new ServerError(
        'unfit_answer',
        `The answer to ${JSON.stringify(key)} does not fit the question, for the second time: ${settlement.problem}`,
      );
    }
    this.asked.set(key, { ...entry, misfits, answer: undefined });
    return this.#open(key, askedAgain(question, settlement.problem));
  }

  #open(key: string, request: InputRequest): Settled {
    this.requests.set(key, request);
    return { kind: 'pending' };
  }

  #checkStability(key: string, discarded: number): void {
    this.#onChanged(key, discarded);
    if (discarded < MAX_DISCARDED) return;
    throw new ServerError(
      'unstable_question',
      `The resolver ${JSON.stringify(key)} asks another question in every round, so that none of ${discarded} answers counts.`,
    );
  }
}
