/**
 * Shows each round as it crosses the wire: what the client sent, and what came back. It stands around the transport, so
 * nothing is shown but what was sent.
 */
import { log } from '@clack/prompts';
import type { Transport } from '@mrtr/transport';
import { isInputRequired, type JsonRpcRequest, type JsonRpcResponse } from '@mrtr/types';
import { styleText } from 'node:util';

/** A transport like the given one, whose traffic is shown; but for the one request that every client begins with. */
export function printed(transport: Transport): Transport {
  const printer = new WirePrinter();
  return {
    async send(request, options) {
      if (request.method === 'server/discover') return transport.send(request, options);
      printer.sent(request);
      const response = await transport.send(request, options);
      printer.received(response);
      return response;
    },
    close: () => transport.close(),
  };
}

/** What belongs to a message, name by name. */
type Details = readonly (readonly [name: string, text: string])[];

class WirePrinter {
  /** The state as it last came from the server. */
  #state: unknown;

  sent({ method, params = {} }: JsonRpcRequest): void {
    const { name, uri, arguments: args, inputResponses, requestState } = params;
    const call = [method, name ?? uri, args && members(args)].filter(Boolean).join(' ');
    const unchanged = requestState === this.#state;
    const how = unchanged ? styleText('dim', 'as it came') : styleText('red', 'changed on the way');
    show(styleText('cyan', '→'), call, [
      ...entries('inputResponses', inputResponses, answer),
      ...(requestState === undefined ? [] : [state(requestState, how)]),
    ]);
  }

  received(response: JsonRpcResponse): void {
    const arrow = styleText('cyan', '←');
    if ('error' in response) {
      const { code, message } = response.error;
      show(arrow, styleText('red', `error ${code}`), [['message', message]]);
      return;
    }
    const { result } = response;
    if (!isInputRequired(result)) {
      show(arrow, styleText('green', 'complete'), [['text', textOf(result)]]);
      return;
    }
    this.#state = result.requestState;
    show(arrow, styleText('yellow', 'input_required'), [
      ...entries('inputRequests', result.inputRequests, question),
      ...(this.#state === undefined ? [] : [state(this.#state, styleText('dim', 'sealed'))]),
    ]);
  }
}

function show(arrow: string, headline: string, details: Details): void {
  const width = Math.max(0, ...details.map(([name]) => name.length));
  const lines = details.map(([name, text]) => `${styleText('dim', name.padEnd(width))}  ${text}`);
  log.message([headline, ...lines], { symbol: arrow, spacing: 0 });
}

function entries(name: string, map: unknown, text: (value: never) => string): Details {
  return Object.entries(map ?? {}).map(([key, value]) => [`${name}.${key}`, text(value as never)] as const);
}

/** A token says nothing to a reader, so its ends are enough. */
function state(token: unknown, how: string): Details[number] {
  const text = String(token);
  return [
    'requestState',
    `${text.slice(0, 9)}…${text.slice(-6)}  ${styleText('dim', `${text.length} characters,`)} ${how}`,
  ];
}

function question({ params }: { readonly params: { readonly message: string } }): string {
  return params.message;
}

function answer({ action, content }: { readonly action: string; readonly content?: unknown }): string {
  return content === undefined ? action : `${action} ${members(content)}`;
}

/** The members of a flat object as a person would write them. */
function members(object: unknown): string {
  const pairs = Object.entries(object as Readonly<Record<string, unknown>>);
  return `{ ${pairs.map(([name, value]) => `${name}: ${String(value)}`).join(', ')} }`;
}

/** The text of a result, wherever the three methods keep it. */
function textOf({ content, messages, contents }: Partial<Record<string, unknown>>): string {
  const [first] = (content ?? messages ?? contents) as readonly { text?: string; content?: { text?: string } }[];
  return first?.text ?? first?.content?.text ?? '';
}
