/** What changes nothing: search, summaries, recommendations, resources. */
import { describe, expect, it } from 'vitest';
import { person } from './support/answers.js';
import { bookshop, clientOf } from './support/bookshop.js';

describe('search_books', () => {
  it('asks nothing, and answers in a structure', async () => {
    await using open = await bookshop();
    const { structuredContent } = await clientOf(open.url).callTool('search_books', { text: 'verne' });
    const [title, author, genre] = ['Twenty Thousand Leagues Under the Seas', 'Jules Verne', 'adventure'];
    expect(structuredContent).toEqual({
      books: [{ title, author, genre, year: 1870, copies: 1, cents: 1590, price: '15.90 €' }],
    });
  });

  it('shows the model what to send, and nothing that resolvers fill', async () => {
    await using open = await bookshop();
    const { tools } = await clientOf(open.url).listTools();
    expect(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
      ['search_books', ['text', 'inStock']],
      ['order_book', ['title']],
      ['summarize_book', ['title']],
      ['refund_order', []],
    ]);
  });
});

describe('summarize_book', () => {
  const title = 'Dracula';

  it('asks the model of a client that has one', async () => {
    await using open = await bookshop();
    const prompts: string[] = [];
    const client = clientOf(open.url, {
      onSample({ messages }) {
        prompts.push(JSON.stringify(messages));
        return { role: 'assistant', model: 'small-1', content: [{ type: 'text', text: 'A count travels.' }] };
      },
    });
    const { structuredContent } = await client.callTool('summarize_book', { title: 'dracula' });
    expect(structuredContent).toEqual({ title, summary: 'A count travels.', by: 'small-1' });
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('Bram Stoker');
  });

  it('reads from the catalogue, where there is none or it says nothing', async () => {
    await using open = await bookshop();
    const silent = clientOf(open.url, {
      onSample: () => ({ role: 'assistant', model: 'small-1', content: { type: 'text', text: '' } }),
    });
    for (const client of [clientOf(open.url), silent]) {
      const { structuredContent } = await client.callTool('summarize_book', { title });
      expect(structuredContent).toMatchObject({ title, by: 'the catalogue' });
    }
  });
});

describe('the prompt recommend', () => {
  it('asks for the taste, and offers what fits and is in stock', async () => {
    await using open = await bookshop();
    const reader = person({ taste: { genres: ['horror', 'science fiction'], before: 1896 } });
    const { messages } = await clientOf(open.url, reader).getPrompt('recommend');
    const { content } = messages[0] ?? {};
    const text = content?.type === 'text' ? content.text : '';
    expect(text.match(/“[^”]+”/gu)).toEqual(['“Frankenstein”', '“The Time Machine”']);
  });

  it('is an error for who keeps their taste to themselves', async () => {
    await using open = await bookshop();
    const call = clientOf(open.url, person({ taste: 'decline' })).getPrompt('recommend');
    await expect(call).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('taste') as string });
  });
});

describe('resources', () => {
  const ada = { email: 'ada@example.com', password: 'correct horse' };

  it('tell when the shop is open', async () => {
    await using open = await bookshop();
    const { contents } = await clientOf(open.url).readResource('shop://hours');
    expect(contents).toMatchObject([{ text: expect.stringContaining('Monday to Saturday') as string }]);
  });

  it('show an order to whose it is, and to nobody else', async () => {
    await using open = await bookshop();
    const { customers, orders } = open.shop;
    await customers.register(ada.email, ada.password);
    orders.place({ flow: 'a', title: 'Jane Eyre', email: ada.email, cents: 1290, wrapped: false });
    orders.place({ flow: 'b', title: 'Dracula', email: 'bob@example.com', cents: 1390, wrapped: false, waitWeeks: 2 });
    const read = (id: string) => clientOf(open.url, person({}, ada)).readResource(`order://${id}`);
    expect((await read('1')).contents).toMatchObject([{ text: 'Order 1: “Jane Eyre”\npaid 12.90 €\nsent from stock' }]);
    for (const id of ['2', '3', 'x', '1%201', '__proto__']) {
      await expect(read(id)).rejects.toMatchObject({ code: -32_602 });
    }
  });
});
