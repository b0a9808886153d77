/**
 * base64url without padding, in one spelling only: what decodes is exactly what encoding would have written.
 *
 * RFC 4648 sections 3.5 and 5. The platform's own codec is used where there is one (`Uint8Array.prototype.toBase64`,
 * `Buffer`), looked up on the global object so that nothing is imported; they are lenient, so the spelling is checked.
 */

/** Both directions. `decode` returns undefined for anything but the canonical spelling. */
export interface Base64Url {
  readonly encode: (bytes: Uint8Array) => string;
  readonly decode: (text: string) => Uint8Array | undefined;
}

/** What of the global object is looked at. Each may be missing. */
export interface Base64UrlScope {
  readonly Uint8Array?: unknown;
  readonly Buffer?: unknown;
}

/** The best implementation that a global object offers; all of them give the same results. */
export function base64UrlOf(scope: Base64UrlScope): Base64Url {
  return ofUint8Array(scope.Uint8Array) ?? ofBuffer(scope.Buffer) ?? plain;
}

interface NativeUint8Array {
  fromBase64(text: string, options: { alphabet: 'base64url'; lastChunkHandling: 'loose' }): Uint8Array;
  readonly prototype: {
    readonly toBase64: (this: Uint8Array, options: { alphabet: 'base64url'; omitPadding: true }) => string;
  };
}

function ofUint8Array(candidate: unknown): Base64Url | undefined {
  const native = candidate as NativeUint8Array | undefined;
  if (typeof native?.fromBase64 !== 'function' || typeof native.prototype?.toBase64 !== 'function') return undefined;
  const { toBase64 } = native.prototype;
  return strict({
    encode: (bytes) => toBase64.call(bytes, { alphabet: 'base64url', omitPadding: true }),
    decode: (text) => native.fromBase64(text, { alphabet: 'base64url', lastChunkHandling: 'loose' }),
  });
}

interface NativeBuffer {
  from(text: string, encoding: 'base64url'): Uint8Array;
  from(memory: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'base64url'): string };
}

function ofBuffer(candidate: unknown): Base64Url | undefined {
  const native = candidate as NativeBuffer | undefined;
  if (typeof native?.from !== 'function') return undefined;
  return strict({
    encode: (bytes) => native.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url'),
    decode: (text) => native.from(text, 'base64url'),
  });
}

/** Native decoders skip what they don't know; writing the bytes again shows whether they did. */
function strict(native: {
  readonly encode: (bytes: Uint8Array) => string;
  readonly decode: (text: string) => Uint8Array;
}): Base64Url {
  return {
    encode: native.encode,
    decode(text) {
      try {
        const bytes = native.decode(text);
        return native.encode(bytes) === text ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const sextets: ReadonlyMap<string, number> = new Map(Array.from(alphabet, (character, value) => [character, value]));

const plain: Base64Url = {
  encode(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const characters = Math.min(bytes.length - at, 3) + 1;
      for (let index = 0; index < characters; index++) text += alphabet[(group >>> (18 - 6 * index)) & 63];
    }
    return text;
  },
  decode(text) {
    if (text.length % 4 === 1) return undefined;
    const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
    let written = 0;
    let pending = 0;
    let bits = 0;
    for (let at = 0; at < text.length; at++) {
      const sextet = sextets.get(text.charAt(at));
      if (sextet === undefined) return undefined;
      pending = (pending << 6) | sextet;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      bytes[written++] = pending >>> bits;
      pending &= (1 << bits) - 1;
    }
    // RFC 4648 section 3.5: bits left over must be zero, else four or sixteen spellings would mean the same bytes.
    return pending === 0 ? bytes : undefined;
  },
};

/** The implementation that this package uses. */
export const base64Url: Base64Url = /* @__PURE__ */ base64UrlOf(globalThis);
