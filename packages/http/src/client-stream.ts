/**
 * A response that is a stream of events: notifications, and in the end the response itself.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Receiving Messages". The server sends no requests on it,
 * and streams can't be resumed.
 */
import { nestsTooDeep, readResponse, type SendOptions, TransportError } from '@mrtr/transport';
import { isJsonRpcNotification, type JsonRpcResponse, type RequestId } from '@mrtr/types';
import { createParser } from 'eventsource-parser';
import { readChunks, tooLarge, utf8Decoder } from './client-body.js';

/** How an answer is read. */
export interface Reading {
  /** The id of the request. */
  readonly id: RequestId;
  readonly onNotification: SendOptions['onNotification'];
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The largest response in bytes, and the largest event of a stream in characters. */
  readonly maxBytes: number;
}

/**
 * Hands each notification on, and resolves with the response; whatever follows it isn't read.
 * @throws {TransportError} when the stream ends or breaks before the response, or holds what it must not.
 */
export async function readEventStream(stream: Response, reading: Reading): Promise<JsonRpcResponse> {
  const { id, onNotification, signal, maxBytes } = reading;
  let response: JsonRpcResponse | undefined;
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent({ event = 'message', data }) {
      // An event of another type is not for us, and one without data only says that the stream is open.
      if (signal.aborted || response !== undefined || event !== 'message' || data === '') return;
      const message = parseJson(data);
      if (isJsonRpcNotification(message)) onNotification?.(message);
      else response = readResponse(message, id);
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded')
        throw tooLarge('An event is over maxResponseBytes; raise that, or ask for less');
    },
  });
  const decode = utf8Decoder();
  await readChunks(stream, (chunk) => {
    parser.feed(decode(chunk));
    return response === undefined;
  });
  if (response === undefined) throw new TransportError('unreachable', 'The stream ended before the response came');
  return response;
}

/**
 * One message from its text.
 * @throws {TransportError} `invalid_response` for text that is not JSON, or that nests too deeply.
 */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text))
    throw new TransportError('invalid_response', 'The other side answered with JSON that nests too deeply');
  try {
    return JSON.parse(text);
  } catch {
    // Without a cause: the engine's message quotes the text.
    throw new TransportError('invalid_response', 'The other side answered with something that is not JSON');
  }
}
