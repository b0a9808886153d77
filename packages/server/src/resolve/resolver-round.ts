/** The resolvers of one round: those that are needed run, each once, after those that it needs and beside the others. */
import { copyJson } from '@mrtr/transport';
import { isInputRequired, ProtocolError } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import { isQuestion } from '../questions/questions.js';
import { ServerError, type ServerErrorCode } from '../server-error.js';
import { fillArguments, fillValues } from './fill.js';
import { findNonJson } from './json-value.js';
import type { Plan, PlanNode } from './plan.js';
import type { QuestionBook, Settled } from './question-book.js';
import { ResolverRun, type RunSettings } from './resolver-run.js';
import { isWaiting } from './wait.js';
import { findWanted, type Want } from './wanted.js';

const PENDING: Settled = { kind: 'pending' };

export class ResolverRound {
  /** The values of resolvers with `once`, as far as this round needs them. */
  readonly kept = new Map<string, unknown>();
  /** Whether any took its time. */
  later = false;
  readonly #nodes: readonly PlanNode[];
  readonly #args: Readonly<Record<string, unknown>>;
  readonly #ctx: RequestContext;
  readonly #settings: RunSettings;
  readonly #questions: QuestionBook;
  readonly #keptBefore: ReadonlyMap<string, unknown>;
  readonly #wanted: readonly (Want | undefined)[];
  readonly #settled: (Settled | Promise<Settled>)[] = [];
  readonly #runs: ResolverRun[] = [];
  /** With what the round has ended, though not all have settled. */
  #ended: Error | undefined;

  /** @param keptBefore the values that earlier rounds of the flow have kept. */
  constructor(
    plan: Plan,
    { args, ctx }: { readonly args: Readonly<Record<string, unknown>>; readonly ctx: RequestContext },
    settings: RunSettings,
    questions: QuestionBook,
    keptBefore: ReadonlyMap<string, unknown>,
  ) {
    this.#nodes = plan.nodes;
    this.#args = args;
    this.#ctx = ctx;
    this.#settings = settings;
    this.#questions = questions;
    this.#keptBefore = keptBefore;
    this.#wanted = findWanted(plan, (node) => this.#isKnown(node));
  }

  /**
   * What each resolver came to, by its index. The first that fails ends the others.
   * @throws what {@link resolveRound} throws.
   */
  settle(): readonly Settled[] | Promise<readonly Settled[]> {
    for (const node of this.#nodes) this.#settled.push(this.#wanted[node.index] ? this.#attempt(node) : PENDING);
    this.later = this.#settled.some(isSettling);
    return this.later ? this.#settleLater() : (this.#settled as Settled[]);
  }

  async #settleLater(): Promise<readonly Settled[]> {
    try {
      await Promise.all(this.#settled.filter(isSettling));
    } catch (error) {
      this.#ended = error as Error;
      for (const run of this.#runs) run.stop(error);
      throw error;
    }
    return this.#settled as Settled[];
  }

  /** What fails at once is a rejection too, so that it ends those that were started before it. */
  #attempt(node: PlanNode): Settled | Promise<Settled> {
    try {
      const settled = this.#settleInTurn(node);
      return settled instanceof Promise ? this.#later(node, settled) : settled;
    } catch (error) {
      return this.#later(node, Promise.reject(error));
    }
  }

  /** Those that need this one look it up, once it has settled. */
  async #later(node: PlanNode, settling: Promise<Settled>): Promise<Settled> {
    try {
      return (this.#settled[node.index] = await settling);
    } catch (error) {
      throw failureOf(node, error);
    }
  }

  #settleInTurn(node: PlanNode): Settled | Promise<Settled> {
    if (this.#isKnown(node)) return this.#finish(node, { kind: 'value', value: this.#keptBefore.get(node.key) });
    const needs = node.needs.map((edge) => this.#settled[edge.node.index]);
    if (!needs.some(isSettling)) return this.#run(node);
    return Promise.all(needs.filter(isSettling)).then(() => this.#runUnlessEnded(node));
  }

  /** A channel makes its signal when it is first read, at the cost of a resolver: only for one that is about to run. */
  #runUnlessEnded(node: PlanNode): Settled | Promise<Settled> {
    if (this.#ended) throw this.#ended;
    if (!this.#waits(node)) this.#ctx.signal.throwIfAborted();
    return this.#run(node);
  }

  #waits({ needs }: PlanNode): boolean {
    return needs.some(({ node }) => (this.#settled[node.index] as Settled).kind === 'pending');
  }

  /** Runs a resolver, now that all it needs has settled. */
  #run(node: PlanNode): Settled | Promise<Settled> {
    if (this.#waits(node)) {
      // The key of one that may not ask is another's, whose question this round may have judged already.
      if (node.mayAsk) this.#questions.keep(node.key);
      return PENDING;
    }
    const run = new ResolverRun(this.#ctx, this.#settings);
    this.#runs.push(run);
    const input: Record<string, unknown> = {};
    fillArguments(input, node.args, this.#args);
    fillValues(input, node.needs, this.#settled as Settled[]);
    const returned = run.start(node, input);
    return returned instanceof Promise ? returned.then((value) => this.#take(node, value)) : this.#take(node, returned);
  }

  #take(node: PlanNode, returned: unknown): Settled | Promise<Settled> {
    if (isWaiting(returned)) return PENDING;
    if (isInputRequired(returned)) {
      throw new ServerError(
        'invalid_interim_result',
        'it returned an interim result; return one question, such as elicit(…)',
      );
    }
    if (!isQuestion(returned)) return this.#finish(node, { kind: 'value', value: returned });
    if (!node.mayAsk) {
      throw new ServerError(
        'invalid_definition',
        'it asks, and another resolver has its name for a key; give it a `key`',
      );
    }
    const settled = this.#questions.ask(node.key, returned);
    return settled instanceof Promise
      ? settled.then((later) => this.#finish(node, later))
      : this.#finish(node, settled);
  }

  #finish(node: PlanNode, settled: Settled): Settled {
    const parameter = this.#wanted[node.index]?.endsAs;
    if (settled.kind === 'refused' && parameter !== undefined) throw refusal(parameter, settled.action);
    if (settled.kind === 'value' && node.once) {
      // No value is one that JSON keeps as nothing.
      const unsafe = settled.value === undefined ? undefined : findNonJson(settled.value);
      if (unsafe !== undefined) {
        throw new ServerError('invalid_definition', `its value is kept (once) as JSON, which can't hold ${unsafe}`);
      }
      // A copy, since whoever gets the value may change it.
      this.kept.set(node.key, copyJson(settled.value));
    }
    return settled;
  }

  #isKnown({ once, key }: PlanNode): boolean {
    return once && this.#keptBefore.has(key);
  }
}

function isSettling(settled: Settled | Promise<Settled> | undefined): settled is Promise<Settled> {
  return settled instanceof Promise;
}

function refusal(parameter: string, action: 'decline' | 'cancel'): ServerError {
  const said = action === 'decline' ? 'was declined' : 'was left without an answer';
  return new ServerError('declined', `${JSON.stringify(parameter)} ${said}, and the call needs it. Nothing was done.`);
}

/** What ends the call says so by itself; anything else is the failure of this resolver. */
const ENDINGS: ReadonlySet<ServerErrorCode> = new Set([
  'declined',
  'unfit_answer',
  'unstable_question',
  'resolver_failed',
]);

function failureOf({ key }: PlanNode, error: unknown): Error {
  if (error instanceof ProtocolError || (error instanceof ServerError && ENDINGS.has(error.code))) return error;
  return new ServerError('resolver_failed', `Could not resolve ${JSON.stringify(key)}`, { cause: error });
}
