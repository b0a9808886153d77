/**
 * One keep-alive connection that repeats a call, or a flow of two rounds, one request at a time. Each response is
 * checked for its status and for the text that only the finished work gives.
 */
import { connect, type Socket } from 'node:net';
import { GREET } from '../work/greet.js';
import { ORDER } from '../work/order.js';
import type { Requests } from './requests.js';
import { ResponseReader, type RawResponse } from './response-reader.js';

export interface CallerOptions {
  readonly id: number;
  readonly url: URL;
  readonly requests: Requests;
  readonly plan: 'call' | 'flow';
  /** Whether one more may be started. */
  readonly more: () => boolean;
  /** Called for each finished call or flow. */
  readonly completed: () => void;
}

/** Runs until `more` says no. Rejects at the first response that is not what it should be. */
export function runCaller(options: CallerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const { id, url, requests, plan } = options;
    const reader = new ResponseReader();
    const socket: Socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    const first = plan === 'call' ? requests.call(id) : requests.order(id);
    const expected = Buffer.from(plan === 'call' ? GREET.expected : ORDER.expected);
    let asked = false;

    const finish = (error?: Error): void => {
      socket.removeAllListeners().on('error', () => {});
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };

    const next = (): void => {
      if (!options.more()) return finish();
      asked = plan === 'flow';
      socket.write(first);
    };

    const take = (response: RawResponse): void => {
      if (response.status !== 200) throw new Error(`status ${response.status}: ${excerpt(response.body)}`);
      if (asked) {
        asked = false;
        const { key, requestState } = readQuestion(response.body);
        socket.write(requests.confirm(id, key, requestState));
        return;
      }
      if (!response.body.includes(expected)) throw new Error(`not the expected result: ${excerpt(response.body)}`);
      options.completed();
      next();
    };

    socket.on('connect', next);
    socket.on('error', finish);
    socket.on('close', () => finish(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      try {
        const response = reader.push(chunk);
        if (response !== undefined) take(response);
      } catch (error) {
        finish(error as Error);
      }
    });
  });
}

/** The key of the one question and the state, from a JSON body or from the last event of a stream. */
function readQuestion(body: Buffer): { key: string; requestState: string } {
  const text = body.toString('utf8');
  const json = text.startsWith('{') ? text : text.slice(text.lastIndexOf('data:') + 5);
  const { result } = JSON.parse(json) as {
    result?: { resultType?: string; inputRequests?: Record<string, unknown>; requestState?: string };
  };
  const key = Object.keys(result?.inputRequests ?? {})[0];
  if (result?.resultType !== 'input_required' || key === undefined || result.requestState === undefined) {
    throw new Error(`not an interim result: ${excerpt(body)}`);
  }
  return { key, requestState: result.requestState };
}

function excerpt(body: Buffer): string {
  return body.subarray(0, 300).toString('utf8');
}
