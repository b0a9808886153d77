/** mrtr's HTTP client against its web-standard handler through `fetch`, in one process. */
import { Client } from '@mrtr/client';
import { httpTransport } from '@mrtr/http/client';
import { httpHandler } from '@mrtr/http/server';
import type { Looped } from '../../harness/subject.js';
import { CLIENT_INFO, ENDPOINT } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { loopCalls, loopFlows } from './loops.js';
import { createServer } from './tools.js';

export const call = (): Looped => loopCalls(createClient());
export const flow = (): Looped => loopFlows(createClient());

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
