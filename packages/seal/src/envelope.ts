/**
 * What is sealed: the claims that bind a token to one call at one time, and the plain state.
 *
 * MCP 2026-07-28, basic/patterns/mrtr "Security": state should be bound to the principal, to the request that it belongs
 * to and to a short time. The claims are stamped before any codec seals and judged after it has unsealed.
 */
import { digestArguments } from './canonical.js';
import { readFields, writeFields, type EnvelopeFields } from './envelope-fields.js';
import { claimPrincipal, isPrincipal } from './principal.js';
import type { RandomBytes } from './random.js';
import { InvalidRequestStateError } from './reasons.js';

/** The call that a token belongs to. Equal on both sides, or the token is refused. */
export interface Binding {
  /** Such as `tools/call`. */
  readonly method: string;
  /** The name of the tool or prompt, or the resource's URI. */
  readonly target: string;
  /** The call's arguments as JSON values; absent, `null` and `{}` are one. */
  readonly arguments: unknown;
  /** The service that seals, and that alone opens. */
  readonly audience: string;
  /** For whom, where that is known. */
  readonly principal?: string | undefined;
}

/** What identifies a flow, all the rounds of one call. */
export interface FlowClaims {
  /** The same in every round. */
  readonly id: string;
  /** Counts from 1. */
  readonly round: number;
  /** When the first round was, in seconds since the epoch, to the millisecond. */
  readonly startedAt: number;
}

/** The questions that this flow has asked: the key of each and its kind. */
export type Asked = readonly (readonly [key: string, kind: string])[];

/** What comes out again as it went in. */
export interface SealedState {
  readonly flow: FlowClaims;
  readonly asked: Asked;
  /** The plain state, character by character. */
  readonly state: string | undefined;
}

/** How far the clocks of two instances may be apart, in seconds: a token issued later than that after now is refused. */
export const clockSkewSeconds = 30;

/** Stamps the claims. `now` and `ttl` are in milliseconds. Throws `SealError` for claims that could not be opened. */
export function stampEnvelope(
  binding: Binding,
  sealed: SealedState,
  options: { readonly now: number; readonly ttl: number; readonly randomBytes: RandomBytes },
): Uint8Array {
  const { principal } = binding;
  return writeFields({
    issuedAt: options.now,
    expiresAt: options.now + options.ttl,
    flowStartedAt: Math.round(sealed.flow.startedAt * 1000),
    flowId: sealed.flow.id,
    round: sealed.flow.round,
    method: binding.method,
    target: binding.target,
    argumentsDigest: digestArguments(binding.arguments),
    audience: binding.audience,
    principal: principal === undefined ? null : claimPrincipal(principal, options.randomBytes),
    asked: sealed.asked,
    state: sealed.state,
  });
}

/**
 * Reads authenticated bytes and judges every claim. `now` and `flowTtl` are in milliseconds. Throws
 * `InvalidRequestStateError` with the reason that came first.
 */
export function openEnvelope(
  bytes: Uint8Array,
  binding: Binding,
  options: { readonly now: number; readonly flowTtl: number | undefined },
): SealedState {
  const fields = readFields(bytes);
  judgeTime(fields, options);
  judgeBinding(fields, binding);
  return {
    flow: { id: fields.flowId, round: fields.round, startedAt: fields.flowStartedAt / 1000 },
    asked: fields.asked,
    state: fields.state,
  };
}

function judgeTime(fields: EnvelopeFields, options: { now: number; flowTtl: number | undefined }): void {
  const { now, flowTtl } = options;
  // Each is written so that a clock that tells NaN refuses.
  if (!(now < fields.expiresAt)) throw new InvalidRequestStateError('expired');
  if (!(fields.issuedAt <= now + clockSkewSeconds * 1000)) throw new InvalidRequestStateError('future');
  if (flowTtl !== undefined && !(now < fields.flowStartedAt + flowTtl)) {
    throw new InvalidRequestStateError('flow_expired');
  }
}

function judgeBinding(fields: EnvelopeFields, binding: Binding): void {
  if (fields.audience !== binding.audience) throw new InvalidRequestStateError('audience');
  if (fields.method !== binding.method) throw new InvalidRequestStateError('method');
  if (fields.target !== binding.target) throw new InvalidRequestStateError('target');
  judgePrincipal(fields.principal, binding.principal);
  judgeArguments(fields.argumentsDigest, binding.arguments);
}

function judgePrincipal(claim: string | null, principal: string | undefined): void {
  if (claim === null && principal === undefined) return;
  if (claim === null || principal === undefined) throw new InvalidRequestStateError('principal_drift');
  const same = isPrincipal(claim, principal);
  if (same === undefined) throw new InvalidRequestStateError('malformed');
  if (!same) throw new InvalidRequestStateError('principal');
}

function judgeArguments(digest: string, value: unknown): void {
  let presented: string;
  try {
    presented = digestArguments(value);
  } catch (cause) {
    throw new InvalidRequestStateError('arguments', { cause });
  }
  if (digest !== presented) throw new InvalidRequestStateError('arguments');
}
