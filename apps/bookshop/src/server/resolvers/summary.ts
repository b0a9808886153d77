/** A summary of a book by the client's model. A client that has declared none is not asked for one. */
import { resolver, sample } from '@mrtr/server';
import type { ShopContext } from '../services.js';
import { book } from './book.js';

const MAX_TOKENS = 200;

export const summary = resolver(
  { needs: { book } },
  ({ book: { title, author, about } }, { clientCapabilities }: ShopContext) => {
    if (!clientCapabilities.sampling) return null;
    const text = `Summarize “${title}” by ${author} in two sentences, without telling the end. The catalogue says: ${about}`;
    return sample({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: MAX_TOKENS });
  },
);
