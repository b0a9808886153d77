/** Reads the body of a response, within a limit. */
import { TransportError } from '@mrtr/transport';

/** Takes one chunk; returns true to go on. */
export type TakeChunk = (chunk: Uint8Array) => boolean;

/**
 * Reads to the end, or until `take` has enough.
 * @throws {TransportError} `unreachable` when the connection breaks.
 */
export async function readChunks(response: Response, take: TakeChunk): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const part = await reader.read().catch((cause: unknown) => {
        throw new TransportError('unreachable', 'The connection broke before the response was complete', { cause });
      });
      if (part.done || !take(part.value)) return;
    }
  } finally {
    // Frees the connection, or closes the stream, which is what cancels the request on the server.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * The whole body as text.
 * @throws {TransportError} `too_large`, `invalid_response` for what is not UTF-8, or `unreachable`.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const decode = utf8Decoder();
  let text = '';
  let size = 0;
  await readChunks(response, (chunk) => {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge('The response is over maxResponseBytes; raise that, or ask for less');
    text += decode(chunk);
    return true;
  });
  return text + decode();
}

/** Decodes chunk by chunk; without a chunk, the end. */
export function utf8Decoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new TransportError('invalid_response', 'The other side answered with something that is not UTF-8', {
        cause,
      });
    }
  };
}

export function tooLarge(message: string): TransportError {
  return new TransportError('too_large', message);
}

/** Lets go of a body that nobody wants. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
