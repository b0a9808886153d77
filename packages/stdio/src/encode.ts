/** A message as the line that carries it (Specification 2026-07-28, basic/transports/stdio): JSON has no raw newlines. */
import { TransportError } from '@mrtr/transport';
import type { JsonRpcMessage } from '@mrtr/types';

/** @throws {TransportError} `invalid_message` where the message is not JSON. */
export function encodeLine(message: JsonRpcMessage): string {
  try {
    return `${JSON.stringify(message)}\n`;
  } catch (cause) {
    throw new TransportError('invalid_message', 'The message is not JSON', { cause });
  }
}
