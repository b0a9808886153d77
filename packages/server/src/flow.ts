/**
 * One flow: all the rounds of one call, correlated by an identifier that rides the sealed state.
 *
 * Specification 2026-07-28, basic/patterns/mrtr: rounds are independent requests, so what joins them travels with them.
 */
import type { Asked, FlowClaims } from '@mrtr/seal';

/** What a handler may know of the flow that it is part of. */
export interface Flow {
  /** The same in every round of one call, and different between calls: for an out-of-band page, an audit line, an idempotency key. */
  readonly id: string;
  /** Which round this is, from 1. */
  readonly round: number;
}

/** A flow as the boundary carries it: its claims, made only when somebody needs them, and what the last round asked. */
export class FlowState implements Flow {
  #claims: FlowClaims | undefined;
  readonly #begin: () => FlowClaims;
  /** The questions that the sealed state says were asked; empty in the first round. */
  readonly asked: Asked;
  /** Whether the questions of this flow are resolvers', which may ask in every revision. */
  byResolvers = false;

  /** A call's first round. */
  static first(begin: () => FlowClaims): FlowState {
    return new FlowState(begin, undefined, []);
  }

  /** The round after one whose sealed state was verified. */
  static next(previous: FlowClaims, asked: Asked): FlowState {
    const claims = { ...previous, round: previous.round + 1 };
    return new FlowState(() => claims, claims, asked);
  }

  private constructor(begin: () => FlowClaims, claims: FlowClaims | undefined, asked: Asked) {
    this.#begin = begin;
    this.#claims = claims;
    this.asked = asked;
  }

  /** The claims to seal into the next interim result. */
  get claims(): FlowClaims {
    return (this.#claims ??= this.#begin());
  }

  get id(): string {
    return this.claims.id;
  }

  get round(): number {
    return this.#claims?.round ?? 1;
  }
}
