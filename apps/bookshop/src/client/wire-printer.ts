/**
 * Shows each round as it crosses the wire: what the client sent, and what came back. It stands around the transport, so
 * nothing is shown but what was sent. Of rounds that only wait, the first is shown.
 */
import { log } from '@clack/prompts';
import type { Transport } from '@mrtr/transport';
import { isInputRequired, type JsonRpcRequest, type JsonRpcResponse } from '@mrtr/types';
import { styleText } from 'node:util';
import { printable } from '../terminal/printable.js';

/** A transport like the given one, whose calls are shown. */
export function printed(transport: Transport): Transport {
  const printer = new WirePrinter();
  return {
    async send(request, options) {
      // What a client finds out about a server is no round.
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

/** Of 80, what the margin leaves. */
const COLUMNS = 75;
/** What is enough of a result to know it by. */
const LONG = 240;

class WirePrinter {
  #waits = false;
  /** What was sent while only waiting, in case that something comes of it. */
  #unshown: (() => void) | undefined;

  sent({ method, params = {} }: JsonRpcRequest): void {
    const { name, uri, arguments: args, inputResponses, requestState } = params;
    const call = [method, name ?? uri, requestState === undefined && args && members(args)].filter(Boolean).join(' ');
    const details = [
      ...entries('answer', inputResponses, answer),
      ...(requestState === undefined ? [] : [state(requestState, 'as it came')]),
    ];
    const print = (): void => show(styleText('cyan', '→'), call, details);
    if (this.#waits) this.#unshown = print;
    else print();
  }

  received(response: JsonRpcResponse): void {
    const result = 'result' in response ? response.result : undefined;
    const interim = isInputRequired(result) ? result : undefined;
    const onlyWaits = interim !== undefined && Object.keys(interim.inputRequests ?? {}).length === 0;
    if (onlyWaits && this.#waits) return;
    this.#waits = onlyWaits;
    this.#unshown?.();
    this.#unshown = undefined;
    const arrow = styleText('cyan', '←');
    if ('error' in response) {
      const { code, message } = response.error;
      show(arrow, styleText('red', `error ${code}`), [['message', message]]);
    } else if (interim) {
      show(arrow, styleText('yellow', 'input_required'), [
        ...entries('question', interim.inputRequests, question),
        ...(onlyWaits ? ([['no question', 'call again in a moment']] as const) : []),
        ...(interim.requestState === undefined ? [] : [state(interim.requestState, 'sealed')]),
      ]);
    } else {
      const { isError } = response.result;
      show(arrow, isError === true ? styleText('red', 'complete, isError') : styleText('green', 'complete'), [
        ['text', textOf(response.result)],
      ]);
    }
  }
}

function show(arrow: string, headline: string, details: Details): void {
  const width = Math.max(0, ...details.map(([name]) => name.length));
  const lines = details.flatMap(([name, text]) =>
    wrapped(text, COLUMNS - width).map(
      (line, index) => `${styleText('dim', (index === 0 ? name : '').padEnd(width))}  ${line}`,
    ),
  );
  log.message([headline, ...lines], { symbol: arrow, spacing: 0 });
}

/** Broken between words; a word that is longer has a line of its own. */
function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = [''];
    for (const word of line.split(' ')) {
      const last = lines.at(-1) ?? '';
      if (last !== '' && last.length + 1 + word.length > columns) lines.push(word);
      else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    }
    return lines;
  });
}

function entries(what: string, map: unknown, text: (value: never) => string): Details {
  return Object.entries(map ?? {}).map(([key, value]) => [`${what} ${key}`, printable(text(value as never))] as const);
}

/** A token says nothing to a reader, so its ends are enough. */
function state(token: unknown, how: string): Details[number] {
  const text = String(token);
  return ['state', `${text.slice(0, 9)}…${text.slice(-6)} (${text.length} characters, ${how})`];
}

interface QuestionParams {
  readonly message?: string;
  readonly url?: string;
  readonly messages?: readonly unknown[];
}

/** Of a page, where it is: the rest of its address is for the person alone. */
function question({
  method,
  params: { message, url } = {},
}: {
  readonly method: string;
  readonly params?: QuestionParams;
}) {
  const where = url === undefined ? '' : ` (${new URL(url).origin}${new URL(url).pathname}…)`;
  return `${message ?? method}${where}`;
}

function answer({ action, content }: { readonly action?: string; readonly content?: unknown }): string {
  return action === undefined ? '(of the model)' : content === undefined ? action : `${action} ${members(content)}`;
}

/** The members of a flat object as a person would write them. */
function members(object: unknown): string {
  const pairs = Object.entries(object as Readonly<Record<string, unknown>>);
  return `{ ${pairs.map(([name, value]) => `${name}: ${String(value)}`).join(', ')} }`;
}

/** The text of a result, wherever the three methods keep it. */
function textOf({ content, messages, contents }: Partial<Record<string, unknown>>): string {
  const [first] = (content ?? messages ?? contents ?? []) as readonly { text?: string; content?: { text?: string } }[];
  const text = printable(first?.text ?? first?.content?.text ?? '');
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
