/** A request that is turned away before any handler sees it, as the HTTP response that says so. */
import type { RequestId } from '@mrtr/types';

/** A response that needs no handler. A value and no error: turning hostile requests away has to be cheap. */
export class Refusal {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** A refusal that explains itself as a JSON-RPC error, with the request's id where that could be read. */
  static of(status: number, code: number, message: string, id?: RequestId, headers?: Record<string, string>): Refusal {
    const response = { jsonrpc: '2.0', ...(id === undefined ? undefined : { id }), error: { code, message } };
    return new Refusal(status, JSON.stringify(response), headers);
  }
}
