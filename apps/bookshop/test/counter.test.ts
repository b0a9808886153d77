/** The same shop, with a person at a terminal: they order, they are asked, and they leave. */
import { describe, expect, it } from 'vitest';
import { connect } from '../src/client/connect.js';
import { logInOnPage } from '../src/scripted/browser.js';
import { atTheTerminal } from '../src/terminal/at-the-terminal.js';
import { serveAtCounter } from '../src/terminal/counter.js';
import { PersonLeft } from '../src/terminal/terminal.js';
import { bookshop } from './support/bookshop.js';
import { key, Screen } from './support/screen.js';

const ada = { email: 'ada@example.com', password: 'correct horse' };
const { down, enter } = key;

describe('at the counter', () => {
  it('a person orders, and has it refunded', async () => {
    await using open = await bookshop();
    await open.shop.customers.register(ada.email, ada.password);
    const screen = new Screen();
    await using client = await connect(open.url, atTheTerminal(screen.terminal));
    const done = serveAtCounter(client, new AbortController().signal, screen.terminal);

    await screen.on('What would you like to do?', down, enter);
    await screen.on('Which one?', enter);
    await screen.on('What do you say?', enter);
    await screen.on('Weeks', key.erase, '3', enter);
    await screen.on('What do you say?', enter);
    await screen.on('E-mail', ada.email, enter);
    await screen.on('Gift wrap', key.up, enter);
    await screen.on('Send them?', enter);

    await screen.on('What would you like to do?', down, down, down, enter);
    await screen.on('What do you say?', enter);
    const address = /http:\/\/\S+\/login\S+/u.exec(screen.text)?.[0] ?? '';
    expect((await logInOnPage(address, ada)).status).toBe(200);
    await screen.on('What do you say?', enter);
    await screen.on('Order 1: “Dracula”, 13.90 €', enter);
    await screen.on('What do you say?', enter);
    await screen.on('damaged', enter);
    await screen.on('Amount', key.erase, '20', enter);
    await screen.on('At most 13.9', key.erase, '3.5', enter);
    await screen.on('Send them?', enter);

    await screen.on('What would you like to do?', key.up, enter);
    await done;
    expect(screen.text).toContain(
      'Order 1: “Dracula” for 13.90 €. It is sent once it is back, within 3 weeks, wrapped as a gift.',
    );
    expect(screen.text).toContain('Refund 1: 3.50 € for order 1, “Dracula” (damaged).');
    const { id } = open.shop.customers.findOrAdd(ada.email);
    expect(open.shop.orders.of(id)).toMatchObject([{ status: 'backordered', wrapped: true, refundedCents: 350 }]);
  });

  it('a person searches, hears a summary of a stand-in, and goes on after a no', async () => {
    await using open = await bookshop();
    const screen = new Screen();
    await using client = await connect(open.url, atTheTerminal(screen.terminal));
    const done = serveAtCounter(client, new AbortController().signal, screen.terminal);

    await screen.on('What would you like to do?', enter);
    await screen.on('Title, author or genre', 'wilde', enter);
    await screen.on('The Importance of Being Earnest, Oscar Wilde: 7.90 €, 8 in stock');
    await screen.on('What would you like to do?', down, down, enter);
    await screen.on('Which one?', enter);
    await screen.on('Let the model answer?', enter);
    await screen.on('(by stand-in)');
    await screen.on('What would you like to do?', down, down, enter);
    await screen.on('Which one?', enter);
    await screen.on('Let the model answer?', down, enter);
    await screen.on('The model was not allowed to answer.');
    await screen.on('What would you like to do?', down, down, down, down, enter);
    await screen.on('What do you say?', enter);
    await screen.on('Shelves', key.space, enter);
    await screen.on('Written before', enter);
    await screen.on('Loved', 'Dracula', enter);
    await screen.on('Send them?', enter);
    await screen.on('What would you like to do?', key.up, enter);
    await done;
    expect(screen.text).toContain('I loved "Dracula"');
  });

  it('a person who leaves in the middle of an order has placed none', async () => {
    await using open = await bookshop();
    const screen = new Screen();
    await using client = await connect(open.url, atTheTerminal(screen.terminal));
    const left = serveAtCounter(client, new AbortController().signal, screen.terminal).catch((error: unknown) => error);
    await screen.on('What would you like to do?', down, enter);
    await screen.on('Which one?', down, enter);
    await screen.on('What do you say?', enter);
    await screen.on('E-mail', key.ctrlC);
    expect(await left).toMatchObject({ cause: expect.any(PersonLeft) as PersonLeft });
    expect(open.shop.catalogue.find('Frankenstein')?.copies).toBe(4);
  });

  it('a call that waits for a page is given up by the signal', async () => {
    await using open = await bookshop();
    const screen = new Screen();
    await using client = await connect(open.url, atTheTerminal(screen.terminal));
    const leaving = new AbortController();
    const left = serveAtCounter(client, leaving.signal, screen.terminal).catch((error: unknown) => error);
    await screen.on('What would you like to do?', down, down, down, enter);
    await screen.on('What do you say?', enter);
    await screen.on('Open it now.');
    leaving.abort(new PersonLeft());
    expect(await left).toBeInstanceOf(PersonLeft);
  });
});
