/**
 * Resolvers: functions that fill one parameter of a tool, a prompt or a resource template before its body runs, and may
 * ask for the value.
 *
 * They write the interim results of Specification 2026-07-28, basic/patterns/mrtr, and read their answers, so that no
 * body has to.
 */
import type { FlowContext } from '../flow-context.js';
import { isQuestion, type Question } from '../questions/questions.js';
import type {
  AnswerOf,
  ArgumentSchemas,
  DeclarationProblems,
  Dependency,
  LifespanOf,
  Needs,
  Outcome,
  OutputsOf,
  ReadsOf,
  Simplify,
  ValueOf,
  ValuesOf,
} from './signature.js';

/** What a resolver reads, and how it is treated. */
export interface ResolverDeclaration<A extends ArgumentSchemas, N extends Needs> {
  /**
   * The arguments of the call that it reads, by name, each with the schema of the value that the call's own `input` makes
   * of it. The schema says the type; the argument has been validated by then.
   */
  readonly args?: A | undefined;
  /** Other resolvers that go before it, by the names under which their values arrive. */
  readonly needs?: N | undefined;
  /**
   * The key of its question on the wire. Default: the name under which the resolver is first found, level by level from the
   * tool's own `resolve`. Give one where two resolvers of a tool share a name and both ask, or where a name may change.
   */
  readonly key?: string | undefined;
  /**
   * Keeps the computed value in the sealed state, for the later rounds of the flow: a price that was shown is the price that
   * is charged. Only for JSON values.
   */
  readonly once?: boolean | undefined;
  /** How long one run may take, in milliseconds. Default: the server's `resolverTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
}

/**
 * What fills a parameter with a `Value`. `Reads` are the arguments that it and those before it read, `Lifespan` is what it
 * expects of the server's lifespan value.
 */
export interface Resolver<Value, Reads = Record<never, never>, Lifespan = unknown> extends Dependency<
  Value,
  Reads,
  Lifespan
> {
  readonly kind: 'resolver';
}

/** A parameter that is told what came of a question, also where the person said no. */
export interface OutcomeOf<Value, Reads = Record<never, never>, Lifespan = unknown> extends Dependency<
  Outcome<Value>,
  Reads,
  Lifespan
> {
  readonly kind: 'outcome';
}

/**
 * Declares a resolver.
 * @param run gets the arguments and values that it declares, and the request. It returns the value, or a marker that asks
 * for it: `elicit(…)`, `elicitUrl(…)`, `sample(…)`, `listRoots()`, or `wait()`. It runs anew in each round, so that
 * effects belong in the body of the tool, which runs once.
 *
 * @example
 * const backorder = resolver({ args: { title: z.string() }, needs: { stock } }, ({ title, stock }) =>
 *   stock.copies > 0 ? { confirm: true } : elicit(`'${title}' is out of stock. Backorder it?`, Backorder),
 * );
 */
export function resolver<
  const A extends ArgumentSchemas = Record<never, never>,
  N extends Needs = Record<never, never>,
  L = unknown,
  R = unknown,
>(
  declaration: ResolverDeclaration<A, N> & DeclarationProblems<NoInfer<A>, NoInfer<N>>,
  run: (input: Simplify<OutputsOf<A> & ValuesOf<N>>, ctx: FlowContext<L>) => R | Promise<R>,
): Resolver<AnswerOf<R>, Simplify<OutputsOf<A> & ReadsOf<N>>, NoInfer<L> & LifespanOf<N>> {
  const declared: DeclaredResolver = { kind: 'resolver', declaration, run: run as DeclaredResolver['run'] };
  return declared as never;
}

/**
 * The same parameter with what came of the question: `{ action: 'accept', data }`, or `{ action: 'decline' }` or
 * `{ action: 'cancel' }`, with which the call would have ended. A value that needed no question is accepted.
 *
 * @example
 * server.tool('order', { input, resolve: { backorder: outcome(backorder) } }, ({ backorder }) =>
 *   backorder.action === 'accept' ? 'Ordered.' : 'Nothing was ordered.',
 * );
 */
export function outcome<const D extends Resolver<unknown, never, never> | Question>(
  of: D,
): OutcomeOf<ValueOf<D>, ReadsOf<{ of: D }>, LifespanOf<{ of: D }>> {
  const declared: DeclaredOutcome = { kind: 'outcome', of };
  return declared as never;
}

/** A resolver as the plan reads it. */
export interface DeclaredResolver {
  readonly kind: 'resolver';
  readonly declaration: ResolverDeclaration<ArgumentSchemas, Needs>;
  readonly run: (input: Readonly<Record<string, unknown>>, ctx: FlowContext<never>) => unknown;
}

/** An outcome as the plan reads it. */
export interface DeclaredOutcome {
  readonly kind: 'outcome';
  readonly of: Resolver<unknown, never, never> | Question;
}

/** What a name in `resolve` or `needs` stands for; `undefined` for something that is no resolver. */
export function readDependency(
  value: unknown,
): { readonly of: DeclaredResolver | Question; readonly asOutcome: boolean } | undefined {
  if (isQuestion(value)) return { of: value, asOutcome: false };
  const declared = value as DeclaredResolver | DeclaredOutcome | null | undefined;
  switch (declared?.kind) {
    case 'resolver':
      return { of: declared, asOutcome: false };
    case 'outcome': {
      const inner = readDependency(declared.of);
      return inner && { of: inner.of, asOutcome: true };
    }
    default:
      return undefined;
  }
}
