/**
 * Text in an HTTP header: as it is where a header can hold it, else as Base64 between two marks.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Value Encoding".
 */
import { TransportError } from './transport-error.js';

const PREFIX = '=?base64?';
const SUFFIX = '?=';
/** What can stand in a header without being changed on the way: visible ASCII, with spaces between. */
const PLAIN = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;
/** What a receiver lets pass unencoded: also tabs, and the spaces around a value that a parser may have kept. */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * Writes any text as a header value. Text that looks like an encoded value is encoded too, so that every value reads
 * back as what it was.
 * @throws {TransportError} `invalid_message` for a lone surrogate, which has no UTF-8.
 */
export function encodeHeaderValue(text: string): string {
  // `=?base64?=` has both marks too, overlapping: a careless reader would take it for an encoded value.
  if (PLAIN.test(text) && !(text.startsWith(PREFIX) && text.endsWith(SUFFIX))) return text;
  if (/\p{Surrogate}/u.test(text)) {
    throw new TransportError(
      'invalid_message',
      'A lone surrogate can not be sent in a header; send well-formed Unicode',
    );
  }
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return PREFIX + btoa(binary) + SUFFIX;
}

/** Reads a header value back; `undefined` where it has characters, Base64 or UTF-8 that the format doesn't allow. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!isEncoded(value)) return FIELD_VALUE.test(value) ? value : undefined;
  const base64 = value.slice(PREFIX.length, -SUFFIX.length);
  if (!BASE64.test(base64)) return undefined;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  try {
    // `ignoreBOM` keeps a byte order mark, which is part of the text.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isEncoded(value: string): boolean {
  return value.length >= PREFIX.length + SUFFIX.length && value.startsWith(PREFIX) && value.endsWith(SUFFIX);
}
