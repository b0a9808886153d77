/** A client of the handshake era, by hand: it keeps a session, and answers what the server asks by messages of its own. */
import type { ExchangeInfo, Exchanger, Session } from '@mrtr/transport';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mrtr/types';

type Params = Readonly<Record<string, unknown>>;

/** Answers one request of the server's: a result, or an error that is thrown. */
export type Answerer = (params: Params) => unknown;

export interface LegacyClientOptions {
  readonly version?: string;
  readonly capabilities?: Params;
  /** By method. Without one the client says that it has no such method. */
  readonly answers?: Readonly<Record<string, Answerer>>;
}

/** Everything, as most clients of that time declare it. */
const ALL = { elicitation: {}, sampling: {}, roots: { listChanged: true } };

export class LegacyClient {
  readonly session: Session;
  /** What the server asked, in order, with the params. */
  readonly asked: { readonly method: string; readonly params: Params }[] = [];
  /** What the server told, beside its answers. */
  readonly notifications: JsonRpcNotification[] = [];
  readonly #answers: Readonly<Record<string, Answerer>>;
  readonly #options: LegacyClientOptions;
  #lastId = 100;

  constructor(server: Exchanger, options: LegacyClientOptions = {}) {
    if (!server.openSession) throw new Error('The server has no sessions.');
    this.#options = options;
    this.#answers = options.answers ?? {};
    this.session = server.openSession({ send: (message) => this.#receive(message) });
  }

  /** Shakes hands and gives the server's part. */
  async initialize(): Promise<Params> {
    const { version: protocolVersion = '2025-11-25', capabilities = ALL } = this.#options;
    const clientInfo = { name: 'legacy-client', version: '1.0.0' };
    const result = await this.result('initialize', { protocolVersion, capabilities, clientInfo });
    await this.notify('notifications/initialized');
    return result;
  }

  /** Sends a request and gives its response; `undefined` where it has none. */
  send(
    method: string,
    params?: Params,
    info: ExchangeInfo = {},
    id = ++this.#lastId,
  ): Promise<JsonRpcResponse | undefined> {
    const message = JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method, params })) as unknown;
    return this.session.exchange(message, {
      ...info,
      notify: (notification) => void this.notifications.push(notification),
      ask: (request) => this.#receive(request),
    });
  }

  /** Sends a request that must succeed. */
  async result(method: string, params?: Params): Promise<Params> {
    const response = await this.send(method, params);
    if (!response || 'error' in response) throw new Error(`${method} failed: ${JSON.stringify(response)}`);
    return response.result;
  }

  /** Sends a request that must fail. */
  async failure(method: string, params?: Params): Promise<{ code: number; message: string; data?: unknown }> {
    const response = await this.send(method, params);
    if (!response || !('error' in response)) throw new Error(`${method} succeeded: ${JSON.stringify(response)}`);
    return response.error;
  }

  async notify(method: string, params?: Params): Promise<void> {
    const response = await this.session.exchange({ jsonrpc: '2.0', method, ...(params && { params }) });
    if (response) throw new Error(`The notification ${method} was answered.`);
  }

  #receive(message: JsonRpcNotification | JsonRpcRequest): void {
    if ('id' in message) void this.#answer(message);
    else this.notifications.push(message);
  }

  async #answer({ id, method, params = {} }: JsonRpcRequest): Promise<void> {
    this.asked.push({ method, params });
    const answerer = this.#answers[method];
    const error = { code: -32601, message: `Method not found: ${method}` };
    try {
      const result = answerer && (await answerer(params));
      await this.session.exchange({ jsonrpc: '2.0', id, ...(answerer ? { result } : { error }) });
    } catch (thrown) {
      await this.session.exchange({ jsonrpc: '2.0', id, error: { code: -1, message: (thrown as Error).message } });
    }
  }
}
