/**
 * A channel that finds out by itself which era its server is of, once, and then speaks that way.
 *
 * Specification 2026-07-28, basic/versioning "Backward Compatibility": the probe is `server/discover`; what comes of it
 * holds as long as the connection.
 */
import type { Transport } from '@mrtr/transport';
import {
  type JsonRpcRequest,
  type JsonRpcResponse,
  LEGACY_PROTOCOL_VERSIONS,
  type LegacyProtocolVersion,
  MetaKey,
  type RequestId,
} from '@mrtr/types';
import { type Channel, type ChannelOptions, transportChannel } from './channel.js';
import type { Clock } from './clock.js';
import { type Agreement, shakeHands } from './legacy/handshake.js';
import { SessionChannel } from './legacy/session-channel.js';
import { type Era, eraOfAnswer, isRefusalOfTheUnknown } from './negotiation.js';
import type { Identity } from './wire.js';

/** How a connection finds its era. */
export interface ConnectionSettings {
  readonly identity: Identity;
  readonly clock: Clock;
  /** The revision to ask for in a handshake, and whether that is the only way. */
  readonly legacy: { readonly version: LegacyProtocolVersion; readonly only: boolean };
  /** How long a server may be silent to the probe before it is taken for an old one, where silence says that. */
  readonly probeTimeoutMs: number;
  readonly onAgreed: (agreement: Agreement) => void;
}

export class Connection implements Channel {
  readonly #transport: Transport;
  readonly #settings: ConnectionSettings;
  readonly #cancelled = new Set<RequestId>();
  #channel: Channel | undefined;
  #choosing: Promise<Channel> | undefined;
  #era: Era | undefined;

  constructor(transport: Transport, settings: ConnectionSettings) {
    this.#transport = transport;
    this.#settings = settings;
    if (settings.legacy.only) this.#era = 'legacy';
  }

  get mayAsk(): boolean {
    return this.#era !== 'modern';
  }

  async send(request: JsonRpcRequest, options: ChannelOptions): Promise<JsonRpcResponse> {
    if (this.#channel) return this.#channel.send(request, options);
    const answer: { response?: JsonRpcResponse } = {};
    // A discovery is the probe itself, where nobody has asked before.
    this.#choosing ??= this.#choose(request.method === 'server/discover' ? request : undefined, answer);
    const channel = await this.#choosing;
    if (this.#cancelled.delete(request.id)) throw new Error('This request was cancelled before it was sent.');
    return answer.response ?? channel.send(request, options);
  }

  cancel(id: RequestId, reason: unknown): void {
    if (this.#channel) this.#channel.cancel(id, reason);
    else this.#cancelled.add(id);
  }

  forget(id: RequestId): void {
    this.#channel?.forget(id);
  }

  async close(): Promise<void> {
    await this.#channel?.close();
    await this.#transport.close();
  }

  /** Once, for all requests that wait for it; anew where it failed, since an outage says nothing. */
  async #choose(first: JsonRpcRequest | undefined, answer: { response?: JsonRpcResponse }): Promise<Channel> {
    try {
      if (this.#era === undefined) {
        const response = await this.#probe(first ?? probeOf(this.#settings.identity));
        this.#era = response === undefined ? 'legacy' : eraOfAnswer(response);
        if (first && response && this.#era === 'modern') answer.response = response;
      }
      return (this.#channel = this.#era === 'modern' ? transportChannel(this.#transport) : await this.#openSession());
    } finally {
      this.#choosing = undefined;
    }
  }

  /** What the server says; `undefined` where it says nothing, as only an old one does. */
  async #probe(request: JsonRpcRequest): Promise<JsonRpcResponse | undefined> {
    const { clock, probeTimeoutMs } = this.#settings;
    const silent = new AbortController();
    const timer = this.#transport.silentWhenOld
      ? clock.setTimeout(() => silent.abort(SILENT), probeTimeoutMs)
      : undefined;
    try {
      return await this.#transport.send(request, { signal: silent.signal });
    } catch (failure) {
      if (failure !== SILENT && !isRefusalOfTheUnknown(failure)) throw failure;
      return undefined;
    } finally {
      clock.clearTimeout(timer);
    }
  }

  async #openSession(): Promise<Channel> {
    const { identity, legacy, onAgreed } = this.#settings;
    const open = this.#transport.openSession;
    if (!open) throw new Error('This channel has no sessions.');
    const channel = new SessionChannel(() => {
      // The next request opens another one.
      this.#channel = undefined;
    });
    const session = open(channel);
    try {
      const agreement = await shakeHands(session, legacy.version, identity.info, identity.capabilities);
      channel.begin(session, agreement);
      onAgreed(agreement);
      return channel;
    } catch (error) {
      await session.close();
      throw error;
    }
  }
}

/** The newest revision with a handshake. */
export const NEWEST_LEGACY: LegacyProtocolVersion = LEGACY_PROTOCOL_VERSIONS[0];

const SILENT = Symbol('silent');

function probeOf({ version, info, capabilities }: Identity): JsonRpcRequest {
  const _meta = {
    [MetaKey.protocolVersion]: version,
    [MetaKey.clientInfo]: info,
    [MetaKey.clientCapabilities]: capabilities,
  };
  return { jsonrpc: '2.0', id: 'discover', method: 'server/discover', params: { _meta } };
}
