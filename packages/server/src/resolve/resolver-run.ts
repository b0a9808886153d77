/**
 * One run of a resolver: its function with a signal of its own, which aborts when the run takes too long, when the request
 * is cancelled, and when the call has ended without it.
 */
import type { Clock } from '../clock.js';
import type { RequestContext } from '../context.js';
import { RoundContext } from '../flow-context.js';
import { ServerError } from '../server-error.js';
import type { PlanNode } from './plan.js';

/** What all runs of a round share. */
export interface RunSettings {
  readonly clock: Clock;
  /** Milliseconds, for resolvers that don't say; `Infinity` for no bound. */
  readonly timeoutMs: number;
}

/** The longest delay that timers take, 24 days; a longer one would fire at once, and is as good as no bound. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class ResolverRun {
  readonly #ctx: ResolverContext<unknown>;
  readonly #settings: RunSettings;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(ctx: RequestContext, settings: RunSettings) {
    this.#ctx = new ResolverContext(ctx);
    this.#settings = settings;
  }

  /** Runs the function: at once where it answers at once. */
  start({ run, timeoutMs = this.#settings.timeoutMs }: PlanNode, input: Readonly<Record<string, unknown>>): unknown {
    const returned = run(input, this.#ctx as never);
    return isThenable(returned) ? this.#within(returned, timeoutMs) : returned;
  }

  /** Ends the run: nobody needs its value any more. */
  stop(reason: unknown): void {
    this.#ctx.abort(reason);
    this.#reject?.(reason);
  }

  /** A run that never ends would keep its call for ever, since nothing else bounds what an author awaits. */
  #within(returned: PromiseLike<unknown>, timeoutMs: number): Promise<unknown> {
    const { clock } = this.#settings;
    const timer =
      timeoutMs > LONGEST_TIMER_MS ? undefined : clock.setTimeout(() => this.stop(tooLong(timeoutMs)), timeoutMs);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      returned.then(resolve, reject);
    }).finally(() => clock.clearTimeout(timer));
  }
}

function tooLong(timeoutMs: number): ServerError {
  return new ServerError('resolver_timeout', `it took longer than ${timeoutMs} ms`);
}

class ResolverContext<Lifespan> extends RoundContext<Lifespan> {
  #controller: AbortController | undefined;
  #signal: AbortSignal | undefined;

  /** Most resolvers never look at it. */
  override get signal(): AbortSignal {
    return (this.#signal ??= AbortSignal.any([super.signal, (this.#controller ??= new AbortController()).signal]));
  }

  abort(reason: unknown): void {
    (this.#controller ??= new AbortController()).abort(reason);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
