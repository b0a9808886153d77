/**
 * One round of a call with resolvers: it comes to the values of the parameters, or to all the questions that can be asked
 * now and the state to come back with.
 *
 * Specification 2026-07-28, basic/patterns/mrtr: one interim result may carry several questions.
 */
import type { InputRequiredResult } from '@mrtr/types';
import type { RequestContext } from '../context.js';
import type { Logger } from '../logger.js';
import type { Answers } from '../mcp-server/answers.js';
import { inputRequired } from '../questions/input-required.js';
import { fillValues } from './fill.js';
import type { Plan } from './plan.js';
import { readProgress, writeProgress } from './progress.js';
import { QuestionBook } from './question-book.js';
import type { RunSettings } from './resolver-run.js';
import { ResolverRound } from './resolver-round.js';

/** One round of one call. */
export interface Round {
  /** The tool, prompt or template, as log entries name it. */
  readonly target: string;
  /** The arguments, validated. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly ctx: RequestContext;
  /** What this function sealed in the round before. */
  readonly requestState: string | undefined;
  readonly answers: Answers;
}

/** What a server lends to all its rounds. */
export interface ResolveSettings extends RunSettings {
  readonly logger: Logger;
}

/** What a round came to. */
export type Resolution =
  | {
      readonly kind: 'filled';
      /** The arguments, and what the resolvers fill. */
      readonly input: Readonly<Record<string, unknown>>;
      /** Whether they took their time, in which the client may have left. */
      readonly later: boolean;
    }
  | { readonly kind: 'asking'; readonly result: InputRequiredResult };

/**
 * Runs one round.
 * @throws {ServerError} `declined`, `unfit_answer`, `unstable_question` or `resolver_failed`, with which the call ends; each
 * names the resolver.
 * @throws {ProtocolError} what a resolver throws as such.
 */
export async function resolveRound(plan: Plan, round: Round, settings: ResolveSettings): Promise<Resolution> {
  const before = readProgress(round.requestState);
  const questions = new QuestionBook(
    before.asked,
    (key) => round.answers.given(key),
    (key, discarded) => warnOfChange(key, discarded, round, settings.logger),
  );
  const resolvers = new ResolverRound(plan, round, settings, questions, before.kept);
  const settled = await resolvers.settle();
  if (plan.parameters.every(({ node }) => settled[node.index]?.kind !== 'pending')) {
    const input = { ...round.args };
    fillValues(input, plan.parameters, settled);
    return { kind: 'filled', input, later: resolvers.later };
  }
  const requestState = writeProgress({ asked: questions.asked, kept: resolvers.kept });
  return { kind: 'asking', result: inputRequired(Object.fromEntries(questions.requests), { requestState }) };
}

function warnOfChange(key: string, discarded: number, { ctx, target }: Round, logger: Logger): void {
  logger.warn({
    event: 'question_changed',
    message: `The question of the resolver ${JSON.stringify(key)} changed after it was answered (answers discarded in this flow: ${discarded}).`,
    method: ctx.method,
    target,
  });
}
