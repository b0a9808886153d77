/** Orders over HTTP: what is asked, what is charged, and that an order is placed once or not at all. */
import type { JsonRpcRequest } from '@mrtr/types';
import { describe, expect, it } from 'vitest';
import { openBookshop } from '../src/bookshop.js';
import type { Shop } from '../src/shop/shop.js';
import { person } from './support/answers.js';
import { bookshop, clientOf, folder, quiet, recorded, said } from './support/bookshop.js';

const email = 'ada@example.com';
const confirmation = { email, wrapped: false };
const lastCopy = 'Twenty Thousand Leagues Under the Seas';

function ordersOf(shop: Shop, of = email) {
  return shop.orders.of(shop.customers.findOrAdd(of).id);
}

describe('an order', () => {
  it('from stock asks for one confirmation, and takes a copy', async () => {
    await using open = await bookshop();
    const ada = person({ confirmation });
    const { text } = await said(clientOf(open.url, ada).callTool('order_book', { title: 'frankenstein' }));
    expect(text).toBe('Order 1: “Frankenstein” for 12.50 €. It is sent today.');
    expect(ada.words).toEqual(['“Frankenstein” by Mary Shelley costs 12.50 €, sent today. Order it?']);
    expect(open.shop.catalogue.find('Frankenstein')?.copies).toBe(3);
    expect(ordersOf(open.shop)).toMatchObject([{ title: 'Frankenstein', cents: 1250, status: 'placed' }]);
  });

  it('is charged at the price that was shown, when the price moves between the rounds', async () => {
    await using open = await bookshop();
    const title = 'Pride and Prejudice';
    const ada = person({
      confirmation() {
        for (const flow of ['x', 'y']) {
          open.shop.orders.place({ flow, title, email: 'others@example.com', cents: 1, wrapped: false });
        }
        return confirmation;
      },
    });
    const { text } = await said(clientOf(open.url, ada).callTool('order_book', { title }));
    expect(text).toContain('for 10.90 €');
    expect(ada.asked).toEqual(['confirmation']);
    expect(ordersOf(open.shop)).toMatchObject([{ cents: 1090 }]);
    expect(open.shop.catalogue.find(title)?.cents).toBeGreaterThan(1090);
  });

  it('is placed once, when the last round arrives twice', async () => {
    await using open = await bookshop();
    const { client, messages, transport } = recorded(open.url, person({ confirmation }));
    const first = await said(client.callTool('order_book', { title: 'Jane Eyre' }));
    const last = JSON.parse(messages.at(-2) ?? '') as JsonRpcRequest;
    const again = await transport.send({ ...last, id: 'again' });
    expect(JSON.stringify(again)).toContain(JSON.stringify(first.text).slice(1, -1));
    expect(ordersOf(open.shop)).toHaveLength(1);
    expect(open.shop.catalogue.find('Jane Eyre')?.copies).toBe(2);
  });

  it('of the last copy is told that it is gone, when somebody else was faster', async () => {
    await using open = await bookshop();
    const ada = person({ confirmation });
    const bob = person({
      async confirmation() {
        await clientOf(open.url, ada).callTool('order_book', { title: lastCopy });
        return { email: 'bob@example.com', wrapped: false };
      },
      backorder: 'decline',
    });
    const { text, isError } = await said(clientOf(open.url, bob).callTool('order_book', { title: lastCopy }));
    expect({ text, isError }).toEqual({
      text: `Nothing was ordered: “${lastCopy}” is out of stock, and the customer does not want to wait.`,
      isError: true,
    });
    expect(bob.words[1]).toContain('is out of stock');
    expect([ordersOf(open.shop).length, ordersOf(open.shop, 'bob@example.com').length]).toEqual([1, 0]);
  });

  it('that turns into a back-order is confirmed anew, for another delivery is another question', async () => {
    await using open = await bookshop();
    const bob = person({
      confirmation({ message }) {
        if (message.includes('sent today')) {
          open.shop.orders.place({ flow: 'x', title: lastCopy, email, cents: 1, wrapped: false });
        }
        return { email: 'bob@example.com', wrapped: true };
      },
      backorder: { weeks: 2 },
    });
    const { text } = await said(clientOf(open.url, bob).callTool('order_book', { title: lastCopy }));
    expect(text).toContain('for 15.90 €. It is sent once it is back, within 2 weeks, wrapped as a gift.');
    expect(bob.asked).toEqual(['confirmation', 'backorder', 'confirmation']);
  });

  it('whose price is declined is not placed', async () => {
    await using open = await bookshop();
    for (const action of ['decline', 'cancel'] as const) {
      const { text, isError } = await said(
        clientOf(open.url, person({ confirmation: action })).callTool('order_book', { title: 'Frankenstein' }),
      );
      expect(isError).toBe(true);
      expect(text).toContain('"confirmation"');
    }
    expect(ordersOf(open.shop)).toEqual([]);
    expect(open.shop.catalogue.find('Frankenstein')?.copies).toBe(4);
  });

  it('of a book that is out of stock asks to wait first, and for the price only then', async () => {
    await using open = await bookshop();
    const patient = person({ backorder: { weeks: 6 }, confirmation });
    const { text } = await said(clientOf(open.url, patient).callTool('order_book', { title: 'Dracula' }));
    expect(text).toContain('within 6 weeks');
    expect(patient.asked).toEqual(['backorder', 'confirmation']);

    const impatient = person({ backorder: 'decline', confirmation });
    const refusal = await said(clientOf(open.url, impatient).callTool('order_book', { title: 'Dracula' }));
    expect(refusal.text).toBe(
      'Nothing was ordered: “Dracula” is out of stock, and the customer does not want to wait.',
    );
    expect(impatient.asked).toEqual(['backorder']);
    expect(ordersOf(open.shop)).toMatchObject([{ status: 'backordered', waitWeeks: 6 }]);
  });

  it('of a book that is not there asks nothing', async () => {
    await using open = await bookshop();
    const ada = person({ confirmation });
    const { text, isError } = await said(clientOf(open.url, ada).callTool('order_book', { title: 'Emma' }));
    expect({ isError, asked: ada.asked }).toEqual({ isError: true, asked: [] });
    expect(text).toContain('There is no book called “Emma”.');
  });

  it('can’t be placed by a client that has not declared forms', async () => {
    await using open = await bookshop();
    const call = clientOf(open.url).callTool('order_book', { title: 'Frankenstein' });
    await expect(call).rejects.toMatchObject({ code: -32_021 });
    expect(ordersOf(open.shop)).toEqual([]);
  });
});

describe('a bookshop that is closed', () => {
  it('answers nobody, and has let go of its database', async () => {
    await using open = await bookshop();
    await Promise.all([open.close(), open.close()]);
    await expect(clientOf(open.url).callTool('search_books')).rejects.toMatchObject({ code: 'unreachable' });
    expect(() => open.shop.catalogue.find('Dracula')).toThrow();
  });
});

describe('a restart between the rounds', () => {
  /** Begins with one process, and answers to the next. */
  async function overRestart(keys: readonly [string, string]) {
    using place = folder();
    const { database } = place;
    const before = await openBookshop({ database, stateKey: keys[0], logger: quiet });
    const capabilities = { elicitation: { form: {} } };
    const call = clientOf(before.url, { capabilities }).begin('tools/call', {
      name: 'order_book',
      arguments: { title: 'The Moonstone' },
    });
    let saved = '';
    for await (const _ of call) {
      saved = JSON.stringify(call);
      break;
    }
    await before.close();

    await using after = await openBookshop({ database, stateKey: keys[1], logger: quiet });
    const resumed = clientOf(after.url, { capabilities }).resume(JSON.parse(saved));
    for await (const round of resumed) {
      round.answer({ confirmation: { action: 'accept', content: confirmation } });
    }
    await resumed.result;
    return ordersOf(after.shop);
  }

  it('is not noticed, where both have the same key', async () => {
    const key = 'k'.repeat(32);
    expect(await overRestart([key, key])).toMatchObject([{ title: 'The Moonstone', cents: 1490 }]);
  });

  it('ends the flow with the one error, where they have not', async () => {
    await expect(overRestart(['k'.repeat(32), 'l'.repeat(32)])).rejects.toMatchObject({
      code: -32_602,
      message: 'Invalid or expired requestState',
    });
  });
});
