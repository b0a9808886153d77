/**
 * The ways in which a token may come back other than it went out, for tests that each is refused.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Security": a client holds the state between rounds, so what comes back is
 * an attacker's until it has been verified.
 */

/** What comes back in the place of a token. */
export interface Tampered {
  /** What was done to it, for the name of a test. No two of one token have the same. */
  readonly name: string;
  /** Nearly always text; a client may send anything. */
  readonly token: unknown;
}

/** What to tamper with beside the token. */
export interface TamperOptions {
  /** Another token of the same server, to splice this one with. Default: none is spliced. */
  readonly with?: string | undefined;
  /** How long the variant is that is far too long, in characters. 0 leaves it out. Default: 10,000,000. */
  readonly oversize?: number | undefined;
}

/**
 * Every variant of a token: each bit flipped, each character replaced, left out and doubled, each truncation, text added
 * around and within, other prefixes, cases and encodings, two tokens spliced, and what is no text at all. They are the same
 * in every run, about ten for each character, and never the token itself.
 *
 * Without a state a call begins anew, so neither `undefined` nor `null` is among them.
 *
 * @example
 * for (const { name, token } of tamper(requestState)) {
 *   await expect(retryWith(token), name).rejects.toMatchObject({ code: -32602 });
 * }
 */
export function* tamper(token: string, options: TamperOptions = {}): Generator<Tampered, void, undefined> {
  for (const variant of variants(token, options)) if (variant.token !== token) yield variant;
}

function* variants(token: string, options: TamperOptions): Generator<Tampered, void, undefined> {
  const { with: other, oversize = 10_000_000 } = options;
  for (let at = 0; at < token.length; at++) yield* changedAt(token, at);
  yield* added(token);
  yield* respelt(token);
  if (other !== undefined) yield* spliced(token, other);
  yield* noText(token);
  if (oversize > 0) yield { name: `${oversize} characters`, token: token.padEnd(oversize, 'A').slice(0, oversize) };
}

/** The alphabet of base64url, in the order of its values. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS = [0, 1, 2, 3, 4, 5];

function* changedAt(token: string, at: number): Generator<Tampered, void, undefined> {
  const [before, character, after] = [token.slice(0, at), token.charAt(at), token.slice(at + 1)];
  const value = ALPHABET.indexOf(character);
  if (value === -1) yield { name: `character ${at} replaced`, token: `${before}A${after}` };
  else {
    // Each bit by itself: the last ones of a token may lie beyond its last byte, and count no less.
    for (const bit of BITS) {
      const flipped = ALPHABET.charAt(value ^ (1 << bit));
      yield { name: `character ${at} replaced: bit ${bit} flipped`, token: before + flipped + after };
    }
  }
  yield { name: `character ${at} left out`, token: before + after };
  yield { name: `character ${at} doubled`, token: before + character + character + after };
  yield { name: at === 0 ? 'nothing' : `its first ${at} characters`, token: before };
  if (at > 0) yield { name: `all but its first ${at} characters`, token: token.slice(at) };
}

const ADDITIONS: readonly (readonly [name: string, text: string])[] = [
  ['padding', '='],
  ['two characters of padding', '=='],
  ['a space', ' '],
  ['a tab', '\t'],
  ['a line break', '\n'],
  ['a NUL', '\0'],
  ['a byte order mark', '\uFEFF'],
  ['a character more', 'A'],
  ['a block more', 'AAAA'],
  ['a dot', '.'],
  ['a letter with an accent', '\u00E9'],
  ['a lone surrogate', '\uD800'],
];

function* added(token: string): Generator<Tampered, void, undefined> {
  const middle = Math.floor(token.length / 2);
  for (const [name, text] of ADDITIONS) {
    yield { name: `${name} after it`, token: token + text };
    yield { name: `${name} before it`, token: text + token };
    yield { name: `${name} within it`, token: token.slice(0, middle) + text + token.slice(middle) };
    yield { name: `${name} around it`, token: text + token + text };
  }
}

function* respelt(token: string): Generator<Tampered, void, undefined> {
  yield { name: 'twice in a row', token: token + token };
  yield { name: 'twice, with a dot between', token: `${token}.${token}` };
  yield { name: 'in capitals', token: token.toUpperCase() };
  yield { name: 'in small letters', token: token.toLowerCase() };
  yield { name: 'with its cases swapped', token: token.replaceAll(/[A-Za-z]/gu, swapCase) };
  yield { name: 'backwards', token: token.split('').toReversed().join('') };
  yield { name: 'in the other alphabet of base64', token: token.replaceAll('-', '+').replaceAll('_', '/') };
  yield { name: 'in quotes', token: `"${token}"` };
  yield { name: 'percent-encoded', token: token.replaceAll(/[._-]/gu, percentEncoded) };
  const dot = token.indexOf('.');
  if (dot === -1) return;
  const [prefix, body] = [token.slice(0, dot), token.slice(dot + 1)];
  for (let at = 1; at < body.length; at++) {
    yield { name: `its prefix, and all but the first ${at} characters after it`, token: `${prefix}.${body.slice(at)}` };
  }
  yield { name: 'nothing but its prefix', token: `${prefix}.` };
  yield { name: 'without its prefix', token: body };
  yield { name: 'its prefix twice', token: `${prefix}.${token}` };
  yield { name: 'its prefix with its case swapped', token: `${prefix.replaceAll(/[A-Za-z]/gu, swapCase)}.${body}` };
  for (const version of ['v0', 'v1', 'v2', 'v10', 'v01', '']) {
    yield { name: `the prefix ${JSON.stringify(version)}`, token: `${version}.${body}` };
  }
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function* spliced(token: string, other: string): Generator<Tampered, void, undefined> {
  for (let at = 1; at < token.length; at++) {
    const heads = [token.slice(0, at) + other.slice(at), other.slice(0, at) + token.slice(at)] as const;
    // The other token is a good one.
    if (heads[0] !== other) yield { name: `its first ${at} characters, then another token`, token: heads[0] };
    if (heads[1] !== other) yield { name: `another token up to character ${at}`, token: heads[1] };
  }
  yield { name: 'followed by another token', token: token + other };
}

function* noText(token: string): Generator<Tampered, void, undefined> {
  yield { name: 'a number', token: 7 };
  yield { name: 'true', token: true };
  yield { name: 'false', token: false };
  yield { name: 'an empty list', token: [] };
  yield { name: 'a list with the token', token: [token] };
  yield { name: 'an empty object', token: {} };
  yield { name: 'an object with the token', token: { token } };
}
