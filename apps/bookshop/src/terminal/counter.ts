/** At the counter: the person picks what to do, until they leave. */
import { intro, log, outro, select, text } from '@clack/prompts';
import type { CallOptions, Client } from '@mrtr/client';
import { textOf } from '../client/text-of.js';
import { leftOf } from './left-of.js';
import { printable } from './printable.js';
import { answered, type Terminal } from './terminal.js';

/** What somebody can do here. */
interface Errand {
  readonly label: string;
  readonly run: (client: Client, options: CallOptions, terminal: Terminal) => Promise<string>;
}

const errands: readonly Errand[] = [
  { label: 'Search for books', run: search },
  {
    label: 'Order a book',
    run: async (client, options, terminal) =>
      textOf(await client.callTool('order_book', { title: await askTitle(client, options, terminal) }, options)),
  },
  {
    label: 'Have a book summarized',
    run: async (client, options, terminal) => {
      const title = await askTitle(client, options, terminal);
      const { structuredContent, ...result } = await client.callTool('summarize_book', { title }, options);
      if (structuredContent === undefined) return textOf(result);
      const { summary, by } = structuredContent as { readonly summary: string; readonly by: string };
      return `${summary}\n(by ${by})`;
    },
  },
  {
    label: 'Have an order refunded',
    run: async (client, options) => textOf(await client.callTool('refund_order', {}, options)),
  },
  {
    label: 'See what a recommendation would be made of',
    run: async (client, options) => {
      const { messages } = await client.getPrompt('recommend', {}, options);
      return messages.map(({ content }) => (content.type === 'text' ? content.text : `[${content.type}]`)).join('\n');
    },
  },
];

/**
 * Serves the person until they say that they are done.
 * @param options of every call, such as the signal by which it is given up.
 * @throws {PersonLeft} where they press Ctrl-C.
 */
export async function serveAtCounter(client: Client, options: CallOptions, terminal: Terminal = {}): Promise<void> {
  const output = terminal.output && { output: terminal.output };
  intro(`Welcome to ${printable(client.serverInfo?.title ?? 'the shop')}`, output);
  for (;;) {
    const errand = await answered(
      select<Errand | null>({
        message: 'What would you like to do?',
        options: [...errands.map((value) => ({ value, label: value.label })), { value: null, label: 'Leave' }],
        ...terminal,
      }),
    );
    if (!errand) break;
    try {
      log.success(printable(await errand.run(client, options, terminal)), output);
    } catch (error) {
      if (leftOf(error)) throw error;
      log.error(`${printable(String(error))}${causeOf(error)}`, output);
    }
  }
  outro('Good-bye.', output);
}

interface Found {
  readonly title: string;
  readonly author: string;
  readonly copies: number;
  readonly price: string;
}

async function find(client: Client, words: string, options: CallOptions): Promise<readonly Found[]> {
  const { structuredContent } = await client.callTool('search_books', { text: words }, options);
  return (structuredContent as { readonly books: readonly Found[] }).books;
}

async function search(client: Client, options: CallOptions, terminal: Terminal): Promise<string> {
  const words = await answered(text({ message: 'Title, author or genre (or nothing, for all)', ...terminal }));
  const books = await find(client, words, options);
  return books.map(describe).join('\n') || 'Nothing was found.';
}

async function askTitle(client: Client, options: CallOptions, terminal: Terminal): Promise<string> {
  const books = await find(client, '', options);
  const choices = books.map((book) => ({ value: book.title, label: describe(book) }));
  return answered(select<string>({ message: 'Which one?', options: choices, maxItems: 14, ...terminal }));
}

function describe({ title, author, copies, price }: Found): string {
  return printable(`${title}, ${author}: ${price}, ${copies === 0 ? 'out of stock' : `${copies} in stock`}`);
}

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? `\n${printable(error.cause.message)}` : '';
}
