/**
 * The plain call: one validated argument in, one line of text out. It is as small as a tool gets, so what is
 * measured is the implementation around it.
 */
import * as z from 'zod';

export const GREET = {
  tool: 'greet',
  description: 'Greets somebody by name',
  input: z.object({ name: z.string() }),
  arguments: { name: 'Ada Lovelace' },
  expected: 'Hello, Ada Lovelace',
} as const;

export function greeting(name: string): string {
  return `Hello, ${name}`;
}
