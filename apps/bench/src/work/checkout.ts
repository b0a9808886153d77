/**
 * The flow of two questions, the second of which depends on the answer to the first: three rounds. What an author has to
 * write of it differs most between declaring the questions and keeping the books by hand.
 */
import * as z from 'zod';

export const CHECKOUT = {
  tool: 'checkout',
  description: 'Orders a book once the buyer has said how many, and how they are sent',
  input: z.object({ title: z.string() }),
  arguments: { title: 'The Left Hand of Darkness' },
  copiesKey: 'copies',
  copies: z.object({ copies: z.int().min(1).max(9) }),
  shippingKey: 'shipping',
  shipping: z.object({ express: z.boolean(), note: z.string().max(200).optional() }),
  /** One answer for both forms, of which each takes its own: a client answers without looking. */
  answer: { copies: { copies: 2 }, shipping: { express: true, note: 'Ring twice' } },
  expected: '2 of The Left Hand of Darkness by express: Ring twice',
} as const;

export function copiesMessage(title: string): string {
  return `How many copies of ${title}?`;
}

export function shippingMessage(copies: number): string {
  return `How shall the ${copies} be sent?`;
}

export function checkedOut(
  title: string,
  copies: number,
  { express, note = '' }: { readonly express: boolean; readonly note?: string | undefined },
): string {
  return `${copies} of ${title} by ${express ? 'express' : 'mail'}: ${note}`;
}

/** The answer to a form, by what it asks. */
export function answerOf(message: string): Record<string, string | number | boolean> {
  return message === copiesMessage(CHECKOUT.arguments.title) ? CHECKOUT.answer.copies : CHECKOUT.answer.shipping;
}
