/**
 * The options of the policy, checked once: what can't work is refused when the server is built, not when a flow ends.
 *
 * MCP 2026-07-28, basic/patterns/mrtr "Security" names what a policy decides: secrecy, expiry, binding.
 */
import { aeadCodec, type AeadCodecOptions } from './aead-codec.js';
import type { RequestStateCodec } from './codec.js';
import { RandomReserve, type RandomBytes } from './random.js';
import { SealError, type RejectionReason } from './reasons.js';
import { nonceLength } from './token.js';

/** Names the principal of a request, or undefined for nobody. What it throws refuses the request. */
export type PrincipalBinder<Context> = (context: Context) => string | undefined | Promise<string | undefined>;

/** What is told of a refused token: never the token, the state or the principal. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly method: string;
  readonly target: string;
}

/** The options that don't say who seals. */
export interface PolicyOptions<Context> {
  /** For how long the token of one round is valid, in seconds. Default: 600. Bounds how long a person may think. */
  readonly ttl?: number | undefined;
  /** For how long the rounds of one flow may go on, in seconds. Default: no bound beyond that of each round. */
  readonly flowTtl?: number | undefined;
  /** Whom to bind tokens to. Default: left to the server. */
  readonly bindPrincipal?: PrincipalBinder<Context> | undefined;
  /** The service that the tokens are for. Default: left to the server. Services that share it accept each other's. */
  readonly audience?: string | undefined;
  /** How long a token may be, in characters (which are bytes, as tokens are URL-safe). Default: 65536. */
  readonly maxBytes?: number | undefined;
  /** The clock, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Where nonces, salts and flow ids come from. Default: `crypto.getRandomValues`. */
  readonly randomBytes?: RandomBytes | undefined;
  /** Told of every refused token by the server that uses the policy. */
  readonly onReject?: ((rejection: Rejection) => void) | undefined;
}

/** A policy seals with `keys` or with a `codec` of your own, never both. */
export type RequestStateSecurityOptions<Context = unknown> = PolicyOptions<Context> &
  (
    | (Pick<AeadCodecOptions, 'keys' | 'aead'> & { readonly codec?: undefined })
    | { readonly codec: RequestStateCodec; readonly keys?: undefined; readonly aead?: undefined }
  );

const defaultTtl = 600;
const defaultMaxBytes = 65_536;
/** About 31 years, in seconds: beyond that it is a mistake of units, and sums would stop being exact. */
const longestTtl = 1e9;

/** The options with their defaults; times in milliseconds. */
export interface Policy {
  readonly codec: RequestStateCodec;
  readonly ttl: number;
  readonly flowTtl: number | undefined;
  readonly maxBytes: number;
  readonly now: () => number;
  readonly random: RandomReserve;
  /** How many random bytes the codec will take from `random` for one token. */
  readonly codecRandomness: number;
}

/** Throws `SealError`, 'invalid_option' or 'invalid_key', saying which option and what it may be. */
export function readPolicy<Context>(options: RequestStateSecurityOptions<Context>): Policy {
  if (typeof options !== 'object' || options === null) refuse('options must be an object with keys or a codec.');
  const { ttl = defaultTtl, flowTtl, maxBytes = defaultMaxBytes, now = Date.now } = options;
  for (const name of ['bindPrincipal', 'now', 'randomBytes', 'onReject'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'function') refuse(`${name} must be a function.`);
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) refuse('maxBytes must be a whole number of bytes, at least 1.');
  if (options.audience !== undefined && (typeof options.audience !== 'string' || options.audience === '')) {
    refuse('audience must be a string that is not empty.');
  }
  const random = new RandomReserve(options.randomBytes);
  return {
    codec: codecOf(options, random),
    ttl: milliseconds('ttl', ttl),
    flowTtl: flowTtl === undefined ? undefined : milliseconds('flowTtl', flowTtl),
    maxBytes,
    now,
    random,
    codecRandomness: options.codec === undefined ? nonceLength : 0,
  };
}

function codecOf<Context>(options: RequestStateSecurityOptions<Context>, random: RandomReserve): RequestStateCodec {
  const { keys, codec, aead } = options;
  if (codec === undefined) {
    if (keys === undefined) refuse('give keys or a codec, or use RequestStateSecurity.ephemeral() for a random key.');
    return aeadCodec({ keys, aead, randomBytes: random.take });
  }
  if (keys !== undefined || aead !== undefined) refuse('give either keys (and aead) or a codec: a codec has its own.');
  if (typeof codec?.seal !== 'function' || typeof codec.unseal !== 'function') {
    refuse('codec must have seal(bytes) and unseal(token).');
  }
  return codec;
}

function milliseconds(name: string, seconds: unknown): number {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestTtl)) {
    refuse(`${name} must be a number of seconds, more than 0 and at most ${longestTtl}.`);
  }
  return Math.ceil(seconds * 1000);
}

function refuse(message: string): never {
  throw new SealError('invalid_option', `RequestStateSecurity: ${message}`);
}
