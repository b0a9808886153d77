/** zod with one object schema made and used: the part of every server's bundle that is the author's choice. */
import * as z from 'zod';

export const parse = (value: unknown): { name: string } => z.object({ name: z.string() }).parse(value);
