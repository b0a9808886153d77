/** At the counter: the person picks what to do, until they leave. */
import { intro, log, outro, select, text } from '@clack/prompts';
import type { Client } from '@mrtr/client';
import { textOf } from '../client/text-of.js';
import { leftOf } from './left-of.js';
import { printable } from './printable.js';
import { answered, onScreen, type Prompting, type Terminal } from './terminal.js';

/** What somebody can do here. */
interface Errand {
  readonly label: string;
  readonly run: (client: Client, prompting: Prompting) => Promise<string>;
}

const errands: readonly Errand[] = [
  { label: 'Search for books', run: search },
  {
    label: 'Order a book',
    run: async (client, prompting) => {
      const title = await askTitle(client, prompting);
      return textOf(await client.callTool('order_book', { title }, { signal: prompting.signal }));
    },
  },
  {
    label: 'Have a book summarized',
    run: async (client, prompting) => {
      const title = await askTitle(client, prompting);
      const { signal } = prompting;
      const { structuredContent, ...result } = await client.callTool('summarize_book', { title }, { signal });
      if (structuredContent === undefined) return textOf(result);
      const { summary, by } = structuredContent as { readonly summary: string; readonly by: string };
      return `${summary}\n(by ${by})`;
    },
  },
  {
    label: 'Have an order refunded',
    run: async (client, { signal }) => textOf(await client.callTool('refund_order', {}, { signal })),
  },
  {
    label: 'See what a recommendation would be made of',
    run: async (client, { signal }) => {
      const { messages } = await client.getPrompt('recommend', {}, { signal });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : `[${content.type}]`)).join('\n');
    },
  },
];

/**
 * Serves the person until they say that they are done.
 * @param signal gives up whatever is under way.
 * @throws {PersonLeft} where they press Ctrl-C, also as the cause of what a call throws.
 */
export async function serveAtCounter(client: Client, signal: AbortSignal, terminal: Terminal = {}): Promise<void> {
  const prompting = { signal, ...terminal };
  const output = terminal.output && { output: terminal.output };
  intro(`Welcome to ${printable(client.serverInfo?.title ?? 'the shop')}`, output);
  for (;;) {
    const errand = await answered(
      select<Errand | null>({
        message: 'What would you like to do?',
        options: [...errands.map((value) => ({ value, label: value.label })), { value: null, label: 'Leave' }],
        ...onScreen(prompting),
      }),
    );
    if (!errand) break;
    try {
      log.success(printable(await errand.run(client, prompting)), output);
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

async function find(client: Client, words: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { structuredContent } = await client.callTool('search_books', { text: words }, { signal });
  return (structuredContent as { readonly books: readonly Found[] }).books;
}

async function search(client: Client, prompting: Prompting): Promise<string> {
  const words = await answered(
    text({ message: 'Title, author or genre (or nothing, for all)', ...onScreen(prompting) }),
  );
  const books = await find(client, words, prompting.signal);
  return books.map(describe).join('\n') || 'Nothing was found.';
}

async function askTitle(client: Client, prompting: Prompting): Promise<string> {
  const books = await find(client, '', prompting.signal);
  const choices = books.map((book) => ({ value: book.title, label: describe(book) }));
  return answered(select<string>({ message: 'Which one?', options: choices, maxItems: 14, ...onScreen(prompting) }));
}

function describe({ title, author, copies, price }: Found): string {
  return printable(`${title}, ${author}: ${price}, ${copies === 0 ? 'out of stock' : `${copies} in stock`}`);
}

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? `\n${printable(error.cause.message)}` : '';
}
