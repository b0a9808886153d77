/**
 * The policy that protects a server's `requestState`: seals it on the way out, opens it on the way in, bound and timed.
 *
 * MCP 2026-07-28, basic/patterns/mrtr "Security". It knows of calls only what {@link Binding} says, and nothing of MCP's
 * messages, so other protocols that hand a token to a client can use it as well.
 */
import { isBytes } from '@noble/ciphers/utils.js';
import { base64Url } from './base64url.js';
import type { RequestStateCodec } from './codec.js';
import { openEnvelope, stampEnvelope, type Binding, type FlowClaims, type SealedState } from './envelope.js';
import {
  readPolicy,
  type Policy,
  type PolicyOptions,
  type PrincipalBinder,
  type Rejection,
  type RequestStateSecurityOptions,
} from './policy.js';
import { saltLength } from './principal.js';
import { drawRandom } from './random.js';
import { InvalidRequestStateError, SealError } from './reasons.js';

const masterKeyLength = 32;
const flowIdLength = 16;

/**
 * How tokens are sealed and what they are bound to.
 *
 * @example
 * ```ts
 * const security = new RequestStateSecurity({ keys: [process.env.STATE_KEY], ttl: 300 });
 * const call = { method: 'tools/call', target: 'deploy', arguments: { to: 'eu' }, audience: 'ops', principal: 'alice' };
 * const token = await security.seal(call, { flow: security.newFlow(), asked: [['region', 'elicit']], state: 'draft 7' });
 * const { flow, asked, state } = await security.open(token, call); // throws InvalidRequestStateError for any other call
 * ```
 */
export class RequestStateSecurity<Context = unknown> {
  /** The service that the tokens are for, where the policy says so. */
  readonly audience: string | undefined;
  /** Names the principal; called by the server, which passes the name on in the binding. */
  readonly bindPrincipal: PrincipalBinder<Context> | undefined;
  /** Told of each refused token; called by the server, once for each. */
  readonly onReject: ((rejection: Rejection) => void) | undefined;
  readonly #policy: Policy;
  #ephemeral = false;

  /** Throws `SealError` for options that can't work. */
  constructor(options: RequestStateSecurityOptions<Context>) {
    this.#policy = readPolicy(options);
    this.audience = options.audience;
    this.bindPrincipal = options.bindPrincipal;
    this.onReject = options.onReject;
  }

  /** A policy with a random key that lives and dies with the process: after a restart no token of before is opened. */
  static ephemeral<Context = unknown>(
    options: PolicyOptions<Context> & Pick<RequestStateSecurityOptions, 'aead'> = {},
  ): RequestStateSecurity<Context> {
    const { keys, codec } = options as Partial<RequestStateSecurityOptions<Context>>;
    if (keys !== undefined || codec !== undefined) {
      throw new SealError('invalid_option', 'ephemeral() makes its own key. Use the constructor for keys or a codec.');
    }
    const security = new RequestStateSecurity<Context>({
      ...options,
      keys: [drawRandom(options.randomBytes, masterKeyLength)],
    });
    security.#ephemeral = true;
    return security;
  }

  /** Whether the key ends with this process. */
  get ephemeral(): boolean {
    return this.#ephemeral;
  }

  /** Claims for a flow that begins now: a random id, round 1. */
  newFlow(): FlowClaims {
    const id = base64Url.encode(this.#policy.random.take(flowIdLength));
    return { id, round: 1, startedAt: this.#now() / 1000 };
  }

  /**
   * Seals the state of one round for one call, valid for `ttl` seconds from now. A string when the codec answers at once.
   *
   * Throws or rejects with `SealError`: 'state_too_large' over `maxBytes`, 'not_canonical' for arguments without a digest,
   * 'invalid_claims', 'invalid_codec'; and with whatever a codec of your own throws.
   */
  seal(binding: Binding, sealed: SealedState): string | Promise<string> {
    const { codec, ttl, random, codecRandomness } = this.#policy;
    random.reserve(codecRandomness + (binding.principal === undefined ? 0 : saltLength));
    const bytes = stampEnvelope(binding, sealed, { now: this.#now(), ttl, randomBytes: random.take });
    const token = codec.seal(bytes);
    return isPromise(token)
      ? Promise.resolve(token).then((later) => this.#checked(later, sealed))
      : this.#checked(token, sealed);
  }

  /**
   * Opens a token for one call: authenticates it, reads it, and judges its claims, in that order. At once when the codec
   * answers at once; what is refused before the codec is asked always throws at once, so await it inside a `try`.
   *
   * Throws or rejects with `InvalidRequestStateError` and nothing else.
   */
  open(token: unknown, binding: Binding): SealedState | Promise<SealedState> {
    if (typeof token !== 'string' || token === '') throw new InvalidRequestStateError('malformed');
    if (token.length > this.#policy.maxBytes) throw new InvalidRequestStateError('oversize');
    const opened = unsealWith(this.#policy.codec, token);
    return isPromise(opened)
      ? Promise.resolve(opened).then((bytes) => this.#judged(bytes, binding), refuse)
      : this.#judged(opened, binding);
  }

  #now(): number {
    return Math.floor(this.#policy.now());
  }

  #checked(token: string, sealed: SealedState): string {
    const { maxBytes } = this.#policy;
    if (typeof token !== 'string' || token === '') {
      throw new SealError('invalid_codec', 'The codec must return a token, a string that is not empty.');
    }
    if (token.length > maxBytes) {
      throw new SealError(
        'state_too_large',
        `The sealed state has ${token.length} bytes, and maxBytes allows ${maxBytes}. The plain state has ` +
          `${sealed.state?.length ?? 0} characters and the flow ${sealed.asked.length} questions: keep less in it, ` +
          'keep a reference to it, or raise maxBytes.',
      );
    }
    return token;
  }

  #judged(bytes: Uint8Array, binding: Binding): SealedState {
    const { flowTtl } = this.#policy;
    if (!isBytes(bytes)) throw new InvalidRequestStateError('codec_error');
    return openEnvelope(bytes, binding, { now: this.#now(), flowTtl });
  }
}

function unsealWith(codec: RequestStateCodec, token: string): Uint8Array | Promise<Uint8Array> {
  try {
    return codec.unseal(token);
  } catch (error) {
    return refuse(error);
  }
}

/** A codec refuses with the one error; whatever else it throws is a fault of its own, and refuses just the same. */
function refuse(error: unknown): never {
  throw error instanceof InvalidRequestStateError
    ? error
    : new InvalidRequestStateError('codec_error', { cause: error });
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
