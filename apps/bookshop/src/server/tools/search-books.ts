/** `search_books`: finds books. It asks nothing, and answers with structured output. */
import type { McpServer } from '@mrtr/server';
import { z } from 'zod';
import { genres } from '../../shop/catalogue.js';
import { euros } from '../../shop/money.js';
import type { Services } from '../services.js';

const input = z.object({
  text: z.string().max(100).default('').describe('Words of the title, the author or the genre; without it, all books'),
  inStock: z.boolean().default(false).describe('Only books that can be sent today'),
});

const output = z.object({
  books: z.array(
    z.object({
      title: z.string(),
      author: z.string(),
      genre: z.enum(genres),
      year: z.int(),
      copies: z.int().describe('How many can be sent today'),
      cents: z.int().describe('Today’s price in cents of a euro'),
      price: z.string().describe('The same, for people'),
    }),
  ),
});

export function addSearchBooks(server: McpServer<Services>): void {
  server.tool(
    'search_books',
    {
      description: 'Finds books by title, author or genre, with stock and today’s price.',
      input,
      output,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (search, { lifespan: { shop } }) => {
      const found = shop.catalogue.search(search);
      const books = found.map(({ title, author, genre, year, copies, cents }) => ({
        title,
        author,
        genre,
        year,
        copies,
        cents,
        price: euros(cents),
      }));
      return { books };
    },
  );
}
