/** What a client can be pointed at, and the channel that comes of it. */
import { type HttpTransportOptions, httpTransport } from '@mrtr/http/client';
import { type Exchanger, memoryTransport, type Transport } from '@mrtr/transport';
import {
  isProtocolVersion,
  LEGACY_PROTOCOL_VERSIONS,
  MODERN_PROTOCOL_VERSIONS,
  PROTOCOL_VERSIONS,
  type ProtocolVersion,
} from '@mrtr/types';
import { type Channel, inProcessChannel, transportChannel } from './channel.js';
import { ClientError } from './client-error.js';
import { Connection, type ConnectionSettings, NEWEST_LEGACY } from './connection.js';

/** A server in this process, the URL of one over HTTP, or any transport. */
export type Target = Exchanger | Transport | URL | string;

/** How the channel finds out what its server speaks. */
export interface ChannelPlan extends Omit<ConnectionSettings, 'legacy'> {
  readonly mode: 'auto' | 'legacy' | ProtocolVersion | undefined;
  readonly http: HttpTransportOptions | undefined;
}

/**
 * @throws {ClientError} `invalid_option` for anything else, for options of HTTP that can't be used, and for a revision that
 * the channel can't have.
 */
export function openChannel(target: Target, plan: ChannelPlan): Channel {
  const { mode } = plan;
  if (mode !== undefined && mode !== 'auto' && mode !== 'legacy' && !isProtocolVersion(mode)) {
    throw new ClientError('invalid_option', `mode must be auto, legacy, or one of ${PROTOCOL_VERSIONS.join(', ')}`);
  }
  if (isServer(target) && (mode === undefined || mode === 'auto' || isModern(mode))) return inProcessChannel(target);
  const transport = openTransport(target, plan.http);
  if (mode !== undefined && mode !== 'auto' && isModern(mode)) return transportChannel(transport);
  if (transport.openSession === undefined) {
    if (mode === undefined || mode === 'auto') return transportChannel(transport);
    throw new ClientError('invalid_option', `This channel has no sessions, which mode ${JSON.stringify(mode)} needs`);
  }
  const version = LEGACY_PROTOCOL_VERSIONS.find((known) => known === mode) ?? NEWEST_LEGACY;
  return new Connection(transport, { ...plan, legacy: { version, only: mode !== undefined && mode !== 'auto' } });
}

function openTransport(target: Target, http: HttpTransportOptions | undefined): Transport {
  if (typeof target === 'string' || target instanceof URL) return openHttp(target, http);
  if (isServer(target)) return memoryTransport(target);
  if (typeof target === 'object' && target !== null && 'send' in target && typeof target.send === 'function')
    return target;
  throw new ClientError('invalid_option', 'A client needs a server of this process, an http(s) URL or a transport');
}

function isServer(target: Target): target is Exchanger {
  return typeof target === 'object' && target !== null && 'exchange' in target && typeof target.exchange === 'function';
}

function isModern(mode: string): boolean {
  return (MODERN_PROTOCOL_VERSIONS as readonly string[]).includes(mode);
}

function openHttp(url: URL | string, options: HttpTransportOptions | undefined): Transport {
  try {
    return httpTransport(url, options);
  } catch (cause) {
    throw new ClientError('invalid_option', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
