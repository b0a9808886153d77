/**
 * The flow of two rounds: the first looks up the stock, keeps it in the state and asks for a confirmation; the second
 * reads both. The author's schema makes the form and checks the answer, on every side.
 */
import * as z from 'zod';

export interface OrderState {
  readonly stock: number;
  readonly shelf: string;
}

export const ORDER = {
  tool: 'order_book',
  description: 'Orders a book once the buyer has confirmed how many',
  input: z.object({ title: z.string() }),
  arguments: { title: 'The Left Hand of Darkness' },
  key: 'confirm',
  question: z.object({ confirm: z.boolean(), copies: z.int().min(1).max(9) }),
  answer: { confirm: true, copies: 2 },
  state: { stock: 3, shelf: 'F 12' } satisfies OrderState,
  expected: 'Ordered 2 of The Left Hand of Darkness, 3 on shelf F 12',
} as const;

export function orderMessage(title: string): string {
  return `How many copies of ${title}?`;
}

export function ordered(title: string, copies: number, state: OrderState): string {
  return `Ordered ${copies} of ${title}, ${state.stock} on shelf ${state.shelf}`;
}
