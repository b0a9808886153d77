/**
 * UTF-8, strictly: one encoder and one decoder that are made once.
 *
 * RFC 3629. The decoder refuses what is not UTF-8 and keeps a byte order mark, so no two byte strings read as one text.
 */
const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const loneSurrogate = /\p{Surrogate}/u;

/** Text to bytes. A lone surrogate becomes U+FFFD: see {@link isUtf8Text} where it matters. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Bytes to text. Throws `TypeError` for what is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Whether the text survives UTF-8: it has no lone surrogate. */
export function isUtf8Text(text: string): boolean {
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  return isWellFormed === undefined ? !loneSurrogate.test(text) : isWellFormed.call(text);
}
