/** What a client can be pointed at, and the channel that comes of it. */
import { type HttpTransportOptions, httpTransport } from '@mrtr/http/client';
import type { Exchanger, Transport } from '@mrtr/transport';
import { type Channel, inProcessChannel, transportChannel } from './channel.js';
import { ClientError } from './client-error.js';

/** A server in this process, the URL of one over HTTP, or any transport. */
export type Target = Exchanger | Transport | URL | string;

/** @throws {ClientError} `invalid_option` for anything else, and for options of HTTP that can't be used. */
export function openChannel(target: Target, http: HttpTransportOptions | undefined): Channel {
  if (typeof target === 'string' || target instanceof URL) return transportChannel(openHttp(target, http));
  if (typeof target === 'object' && target !== null) {
    if ('exchange' in target && typeof target.exchange === 'function') return inProcessChannel(target);
    if ('send' in target && typeof target.send === 'function') return transportChannel(target);
  }
  throw new ClientError('invalid_option', 'A client needs a server of this process, an http(s) URL or a transport');
}

function openHttp(url: URL | string, options: HttpTransportOptions | undefined): Transport {
  try {
    return httpTransport(url, options);
  } catch (cause) {
    throw new ClientError('invalid_option', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
