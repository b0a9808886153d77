/**
 * The marker by which a resolver says that its value is not there yet, and that there is nothing to ask meanwhile.
 *
 * Specification 2026-07-28, basic/patterns/mrtr: an interim result with only a `requestState`, which a client answers by
 * calling again after a pause.
 */

const WAITING: unique symbol = Symbol.for('mrtr.waiting');

/** What {@link wait} returns. */
export interface Waiting {
  readonly [WAITING]: true;
}

const waiting: Waiting = Object.freeze({ [WAITING]: true as const });

/**
 * Not there yet: the client calls again after a pause, and the resolver runs anew. For what happens out of band, such as a
 * login on a page or an approval in another program.
 *
 * @example
 * const session = resolver({ needs: { page: loginPage } }, (_, ctx) => sessions.get(ctx.flow.id) ?? wait());
 */
export function wait(): Waiting {
  return waiting;
}

/** Whether a resolver's return value is the marker. */
export function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'object' && value !== null && WAITING in value;
}
