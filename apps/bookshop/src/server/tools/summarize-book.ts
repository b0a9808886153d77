/** `summarize_book`: what a book is about, by the client's model where there is one, else by the catalogue. */
import type { McpServer } from '@mrtr/server';
import type { CreateMessageResult } from '@mrtr/types';
import { z } from 'zod';
import { book } from '../resolvers/book.js';
import { summary } from '../resolvers/summary.js';
import type { Services } from '../services.js';

export function addSummarizeBook(server: McpServer<Services>): void {
  server.tool(
    'summarize_book',
    {
      description: 'Says what a book is about.',
      input: z.object({ title: z.string().min(1).max(200) }),
      output: z.object({ title: z.string(), summary: z.string(), by: z.string().describe('Who wrote the summary') }),
      resolve: { book, summary },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ book: { title, about }, summary: sampled }) => {
      const text = sampled && textOf(sampled);
      return sampled && text
        ? { title, summary: text, by: sampled.model }
        : { title, summary: about, by: 'the catalogue' };
    },
  );
}

/** The words of what a model wrote; pictures and sound say nothing here. */
function textOf({ content }: CreateMessageResult): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
