/**
 * What a client of a session is told of changes: of all lists from the start, and of the resources that it names one by
 * one. Each is a subscription of later revisions, without its acknowledgment and its name.
 *
 * Specification 2025-11-25, server/tools, server/prompts, server/resources "Subscriptions".
 */
import type { ExchangeInfo } from '@mrtr/transport';
import {
  isRecord,
  type JsonRpcNotification,
  type JsonRpcResponse,
  ProtocolError,
  type SubscriptionFilter,
} from '@mrtr/types';

/** Serves a subscription as long as its signal lets it. */
export type Listen = (filter: SubscriptionFilter, info: ExchangeInfo) => Promise<JsonRpcResponse | undefined>;

const LISTS: SubscriptionFilter = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

export class SessionChanges {
  readonly #listen: Listen;
  readonly #send: (notification: JsonRpcNotification) => void;
  readonly #lists = new AbortController();
  readonly #resources = new Map<string, AbortController>();

  constructor(listen: Listen, send: (notification: JsonRpcNotification) => void) {
    this.#listen = listen;
    this.#send = send;
  }

  /** Tells of the lists from now on. A server that tells nobody of changes has nothing to say here either. */
  start(): void {
    this.#open(LISTS, this.#lists.signal).catch(() => undefined);
  }

  /**
   * Tells of a resource from now on.
   * @throws {ProtocolError} what a subscription to it is refused with.
   */
  async subscribe(uri: string): Promise<void> {
    if (this.#resources.has(uri)) return;
    const controller = new AbortController();
    this.#resources.set(uri, controller);
    try {
      const { resourceSubscriptions = [] } = await this.#open({ resourceSubscriptions: [uri] }, controller.signal);
      if (!resourceSubscriptions.includes(uri)) throw ProtocolError.methodNotFound('resources/subscribe');
    } catch (error) {
      this.unsubscribe(uri);
      throw error;
    }
  }

  /** Tells of it no longer. */
  unsubscribe(uri: string): void {
    this.#resources.get(uri)?.abort();
    this.#resources.delete(uri);
  }

  close(): void {
    this.#lists.abort();
    for (const uri of this.#resources.keys()) this.unsubscribe(uri);
  }

  /** Resolves with what is told of, once it is. */
  #open(filter: SubscriptionFilter, signal: AbortSignal): Promise<SubscriptionFilter> {
    return new Promise((resolve, reject) => {
      const notify = ({ method, params = {} }: JsonRpcNotification): void => {
        if (signal.aborted) return;
        if (method === ACKNOWLEDGED) resolve(params['notifications'] ?? {});
        else this.#send({ jsonrpc: '2.0', method, ...withoutMeta(params) });
      };
      this.#listen(filter, { signal, notify }).then((response) => {
        if (!response || !('error' in response)) return resolve({});
        const { code, message, data } = response.error;
        reject(new ProtocolError(code, message, { data }));
      }, reject);
    });
  }
}

function withoutMeta(params: Readonly<Record<string, unknown>>): { readonly params?: Record<string, unknown> } {
  const { _meta, ...rest } = params;
  return isRecord(rest) && Object.keys(rest).length > 0 ? { params: rest } : {};
}
