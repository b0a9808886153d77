/**
 * The boundary between the wire, where `requestState` is an attacker's input, and the handlers, which read and write
 * plain text. It seals on the way out and verifies on the way in, for state of any making.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Server Requirements" 4–5.
 */
import {
  type Asked,
  type Binding,
  type FlowClaims,
  InvalidRequestStateError,
  type RequestStateSecurity,
  SealError,
  type SealedState,
} from '@mrtr/seal';
import { type InputRequests, type InputRequiredResult, isInputRequired, methodSpec, ProtocolError } from '@mrtr/types';
import type { Context, RequestContext } from './context.js';
import { FlowState } from './flow.js';
import { checkInterimShape } from './interim-shape.js';
import { consoleLogger, type Logger, unfailing } from './logger.js';
import type { AnyResult, Call, Middleware, Next } from './middleware.js';
import { defaultPrincipal } from './principal.js';
import { questionKind } from './questions/kind.js';
import { ServerError } from './server-error.js';

/** How a boundary is set up. */
export interface BoundaryOptions {
  /** Whose state this is; another service with the same keys and another audience refuses it. */
  readonly audience: string;
  /** Where refusals are reported. Default: the console. */
  readonly logger?: Logger | undefined;
}

const BOUNDARY = Symbol('mrtr.boundary');

/**
 * Protects `requestState` on `tools/call`, `prompts/get` and `resources/read`: every interim result leaves with a sealed
 * state, every state that comes in is verified before anything else runs, and handlers see plain text.
 * @throws {ServerError} `invalid_configuration` for shared keys without an audience.
 *
 * @example
 * server.use(requestStateBoundary(new RequestStateSecurity({ keys: [key] }), { audience: 'provisioner' }));
 */
export function requestStateBoundary<T>(
  security: RequestStateSecurity<RequestContext<T>>,
  options: BoundaryOptions,
): Middleware<T> {
  const boundary = new Boundary(security, options);
  const middleware: Middleware<T> = (call, next) => boundary.cross(call, next);
  return Object.assign(middleware, { [BOUNDARY]: true as const });
}

/** Whether a middleware is a boundary. */
export function isBoundary(middleware: unknown): boolean {
  return typeof middleware === 'function' && BOUNDARY in middleware;
}

class Boundary<T> {
  readonly #security: RequestStateSecurity<RequestContext<T>>;
  readonly #audience: string;
  readonly #logger: Logger;
  readonly #newFlow: () => FlowClaims;
  readonly #principal: (ctx: RequestContext<T>) => string | undefined | Promise<string | undefined>;

  constructor(
    security: RequestStateSecurity<RequestContext<T>>,
    { audience, logger = consoleLogger }: BoundaryOptions,
  ) {
    this.#security = security;
    this.#audience = security.audience ?? audience;
    if (!security.ephemeral && this.#audience.trim() === '') {
      throw new ServerError(
        'invalid_configuration',
        'State under keys of your own needs a name of the server, or an `audience`: it says whose requestState this is.',
      );
    }
    this.#logger = unfailing(logger);
    this.#newFlow = () => security.newFlow();
    this.#principal = security.bindPrincipal ?? defaultPrincipal(this.#logger);
  }

  async cross(call: Call<T>, next: Next): Promise<AnyResult> {
    const spec = methodSpec(call.method);
    if (!spec?.interim || spec.target === undefined) return next(call);
    const target = textOf(call.params[spec.target]);
    const ctx = call.ctx as Context<T>;
    if (ctx.backChannel) {
      // Nothing leaves the server between the rounds of a session, so there is nothing to seal.
      ctx.flow = ctx.flow ? FlowState.next(ctx.flow.claims, ctx.asked) : FlowState.first(this.#newFlow);
      return next(call);
    }
    const token = call.params['requestState'];
    let inner = call;
    if (token === undefined || token === null) {
      ctx.flow = FlowState.first(this.#newFlow);
      if (token === null) inner = withState(call, undefined);
    } else {
      const { flow, asked, state } = await this.#open(token, call, target);
      ctx.flow = FlowState.next(flow, asked);
      inner = withState(call, state);
    }
    const result = await next(inner);
    return isInputRequired(result) ? this.#seal(result, call, target, ctx.flow) : result;
  }

  /** @throws {InvalidRequestStateError} whatever is wrong, after it has been reported. */
  async #open(token: unknown, call: Call<T>, target: string | undefined): Promise<SealedState> {
    try {
      if (target === undefined) throw new InvalidRequestStateError('target');
      return await this.#security.open(token, bind(call, target, this.#audience, await this.#bindPrincipal(call.ctx)));
    } catch (error) {
      const refusal =
        error instanceof InvalidRequestStateError
          ? error
          : new InvalidRequestStateError('codec_error', { cause: error });
      this.#reject(refusal, call.method, target ?? '');
      throw refusal;
    }
  }

  async #bindPrincipal(ctx: RequestContext<T>): Promise<string | undefined> {
    try {
      return await this.#nameOfPrincipal(ctx);
    } catch (cause) {
      throw new InvalidRequestStateError('binder_error', { cause });
    }
  }

  /** Anything but text might be the same for two people. */
  async #nameOfPrincipal(ctx: RequestContext<T>): Promise<string | undefined> {
    const principal: unknown = await this.#principal(ctx);
    if (principal === undefined || typeof principal === 'string') return principal;
    throw new TypeError('bindPrincipal must return a string, or undefined for nobody.');
  }

  async #seal(
    result: InputRequiredResult,
    call: Call<T>,
    target: string | undefined,
    flow: FlowState,
  ): Promise<AnyResult> {
    checkInterimShape(result);
    try {
      const principal = await this.#nameOfPrincipal(call.ctx);
      const sealed = { flow: flow.claims, asked: askedIn(result.inputRequests), state: result.requestState };
      const requestState = await this.#security.seal(bind(call, target, this.#audience, principal), sealed);
      return { ...result, requestState };
    } catch (error) {
      // The arguments are the client's: what can't be bound is told to the one who can mend it.
      if (error instanceof SealError && error.code === 'not_canonical') {
        throw ProtocolError.invalidParams(`Invalid params for ${call.method}: arguments: ${error.message}`);
      }
      throw new ServerError(
        'state_not_sealed',
        `The requestState of an interim result could not be sealed: ${reasonOf(error)}`,
      );
    }
  }

  #reject({ reason, cause }: InvalidRequestStateError, method: string, target: string): void {
    const lost = reason === 'unknown_key' && this.#security.ephemeral;
    this.#logger.warn({
      event: 'request_state_rejected',
      message: lost
        ? 'A requestState under a key that this process does not hold. The default key lives and dies with the process: ' +
          'to serve from several processes, or across restarts, give RequestStateSecurity the same `keys` everywhere.'
        : `A requestState was refused${cause === undefined ? '' : ` (${nameOf(cause)})`}; the client was told "Invalid or expired requestState".`,
      method,
      target,
      reason,
    });
    try {
      this.#security.onReject?.({ reason, method, target });
    } catch (error) {
      this.#logger.error({ event: 'handler_failed', message: 'The onReject hook threw.', method, target, error });
    }
  }
}

/** What may be logged of a failure: our own messages hold no secret, anybody else's might. */
function reasonOf(error: unknown): string {
  return error instanceof SealError ? error.message : `the codec or the principal binder failed (${nameOf(error)}).`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Only a string names a tool, a prompt or a resource; the schema refuses the rest once the state has been judged. */
function textOf(target: unknown): string | undefined {
  return typeof target === 'string' ? target : undefined;
}

/** The call as the handlers see it: plain state in place of the token, or none. */
function withState<T>(call: Call<T>, state: string | undefined): Call<T> {
  const { requestState: _, ...params } = call.params;
  return { ...call, params: state === undefined ? params : { ...params, requestState: state } };
}

function bind(
  call: Pick<Call, 'method' | 'params'>,
  target: string | undefined,
  audience: string,
  principal: string | undefined,
): Binding {
  return { method: call.method, target: target ?? '', arguments: call.params['arguments'], audience, principal };
}

function askedIn(requests: InputRequests | undefined): Asked {
  return requests === undefined
    ? []
    : Object.entries(requests).map(([key, request]) => [key, questionKind(request)] as const);
}
