/** mrtr's HTTP client against its web-standard handler through `fetch`, in one process. */
import { Client } from '@mrtr/client';
import { httpTransport } from '@mrtr/http/client';
import { httpHandler } from '@mrtr/http/server';
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { CLIENT_INFO, ENDPOINT } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { createServer } from './tools.js';

export function call(): Looped {
  const client = createClient();
  return {
    operation: async () => textOf(await client.callTool(GREET.tool, GREET.arguments)),
    expected: GREET.expected,
  };
}

export function flow(): Looped {
  const client = createClient();
  return {
    operation: async () => textOf(await client.callTool(ORDER.tool, ORDER.arguments)),
    expected: ORDER.expected,
  };
}

function createClient(): Client {
  const handle = httpHandler(createServer(2));
  const transport = httpTransport(`http://127.0.0.1${ENDPOINT}`, {
    fetch: (input, init) => handle(new Request(input, init)),
  });
  return new Client(transport, {
    info: CLIENT_INFO,
    onElicit: () => ({ action: 'accept', content: ORDER.answer }),
  });
}
