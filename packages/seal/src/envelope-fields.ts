/**
 * The envelope as bytes: a line of JSON with the claims, then the state as it is; read as strictly as it is written.
 *
 * RFC 8259. As an array the claims have no names for a peer's keys to meet, and JSON escapes line breaks and lone
 * surrogates, so the first line break ends the claims. A large state is not escaped, which is half of its cost.
 */
import { InvalidRequestStateError, SealError } from './reasons.js';
import { decodeUtf8, encodeUtf8, isUtf8Text } from './utf8.js';

const version = 1;
const lineBreak = 0x0a;

/** Everything in an envelope but its version. Times are in milliseconds since the epoch. */
export interface EnvelopeFields {
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly flowStartedAt: number;
  readonly flowId: string;
  readonly round: number;
  readonly method: string;
  readonly target: string;
  readonly argumentsDigest: string;
  readonly audience: string;
  /** The salted claim, or null for a flow without a principal. */
  readonly principal: string | null;
  readonly asked: readonly (readonly [key: string, kind: string])[];
  readonly state: string | undefined;
}

/** The first line. */
type Claims = readonly [
  version: number,
  issuedAt: number,
  expiresAt: number,
  flowStartedAt: number,
  flowId: string,
  round: number,
  method: string,
  target: string,
  argumentsDigest: string,
  audience: string,
  principal: string | null,
  asked: readonly (readonly [key: string, kind: string])[],
  /** Null for none, true for the rest of the bytes, or the text itself where UTF-8 can't hold it. */
  state: string | true | null,
];

/** Throws `SealError` ('invalid_claims') for what {@link readFields} would refuse. */
export function writeFields(fields: EnvelopeFields): Uint8Array {
  const { state } = fields;
  const follows = typeof state === 'string' && isUtf8Text(state);
  const claims: Claims = [
    version,
    fields.issuedAt,
    fields.expiresAt,
    fields.flowStartedAt,
    fields.flowId,
    fields.round,
    fields.method,
    fields.target,
    fields.argumentsDigest,
    fields.audience,
    fields.principal,
    fields.asked,
    follows || (state ?? null),
  ];
  if (!areClaims(claims)) {
    throw new SealError(
      'invalid_claims',
      'A claim has the wrong type: method, target, audience and flow.id are strings, flow.round counts from 1, ' +
        'flow.startedAt and now() are finite, asked is a list of pairs of strings, state is a string or undefined.',
    );
  }
  const line = JSON.stringify(claims);
  return encodeUtf8(follows ? `${line}\n${state}` : line);
}

/**
 * Throws `InvalidRequestStateError`: 'version' for an envelope of another version, 'malformed' for anything else that is
 * not one of ours.
 */
export function readFields(bytes: Uint8Array): EnvelopeFields {
  const end = bytes.indexOf(lineBreak);
  const claims: unknown = parseClaims(end < 0 ? bytes : bytes.subarray(0, end));
  if (!Array.isArray(claims) || typeof claims[0] !== 'number') throw new InvalidRequestStateError('malformed');
  if (claims[0] !== version) throw new InvalidRequestStateError('version');
  const follows = end >= 0;
  if (!areClaims(claims) || (claims[12] === true) !== follows) throw new InvalidRequestStateError('malformed');
  return {
    issuedAt: claims[1],
    expiresAt: claims[2],
    flowStartedAt: claims[3],
    flowId: claims[4],
    round: claims[5],
    method: claims[6],
    target: claims[7],
    argumentsDigest: claims[8],
    audience: claims[9],
    principal: claims[10],
    asked: claims[11],
    state: claims[12] === true ? text(bytes.subarray(end + 1)) : (claims[12] ?? undefined),
  };
}

function parseClaims(line: Uint8Array): unknown {
  const json = text(line);
  try {
    return JSON.parse(json);
  } catch {
    // Without the cause: the message of a SyntaxError quotes the text, which may be the state.
    throw new InvalidRequestStateError('malformed');
  }
}

function text(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    throw new InvalidRequestStateError('malformed', { cause });
  }
}

function areClaims(list: readonly unknown[]): list is Claims {
  if (list.length !== 13) return false;
  for (let at = 1; at <= 3; at++) if (!Number.isSafeInteger(list[at])) return false;
  if (!Number.isSafeInteger(list[5]) || (list[5] as number) < 1) return false;
  for (const at of [4, 6, 7, 8, 9]) if (typeof list[at] !== 'string') return false;
  if (list[10] !== null && typeof list[10] !== 'string') return false;
  if (!Array.isArray(list[11]) || !list[11].every(isPair)) return false;
  return list[12] === null || list[12] === true || typeof list[12] === 'string';
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string';
}
