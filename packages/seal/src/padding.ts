/**
 * Padding in steps, so that a token's length tells little about what is inside.
 *
 * ISO/IEC 7816-4: a byte 0x80, then zeros. The steps are 64 bytes up to 512, then an eighth of the power of two below
 * (the idea of Padmé, https://lbarman.ch/blog/padme/): at most 12.5 % more, and few distinct lengths.
 */
import { InvalidRequestStateError } from './reasons.js';

const marker = 0x80;
const smallStep = 64;

/** The smallest step that holds `length` bytes. A step is its own step. */
export function stepFor(length: number): number {
  const powerBelow = 31 - Math.clz32(length);
  const step = powerBelow < 9 ? smallStep : 1 << (powerBelow - 3);
  return Math.ceil(length / step) * step;
}

/** Copies `bytes` into the smallest step that holds them and the marker. */
export function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(stepFor(bytes.length + 1));
  padded.set(bytes);
  padded[bytes.length] = marker;
  return padded;
}

/**
 * The bytes that were padded, as a view. Throws `InvalidRequestStateError` ('malformed') for what {@link pad} would not
 * have made. To be called with authenticated bytes only: an answer about padding is an oracle for anything else.
 */
export function unpad(padded: Uint8Array): Uint8Array {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end--;
  if (padded[end] !== marker || stepFor(end + 1) !== padded.length) throw new InvalidRequestStateError('malformed');
  return padded.subarray(0, end);
}
