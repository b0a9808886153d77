/**
 * The port between the policy and the cryptography: bytes to a token and back.
 *
 * MCP 2026-07-28, basic/patterns/mrtr leaves the form of `requestState` to the server. Claims are the policy's, the
 * same for every codec: a codec only has to keep bytes whole and secret.
 */

/**
 * Turns bytes into a token and back, at once or later. Bring your own to keep the bytes in a store or to have a key
 * service seal them; {@link aeadCodec} is the default.
 */
export interface RequestStateCodec {
  /** Returns a token for these bytes, never an empty one. What it throws is passed on to whoever was sealing. */
  seal(bytes: Uint8Array): string | Promise<string>;
  /**
   * Returns the bytes that `seal` was given for this token. Throws `InvalidRequestStateError` for a token that it did
   * not mint; anything else that it throws is taken for a fault of the codec, and the token is refused.
   */
  unseal(token: string): Uint8Array | Promise<Uint8Array>;
}
