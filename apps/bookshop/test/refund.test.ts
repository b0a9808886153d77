/** Refunds over HTTP: whose orders, how much, and what never passes through the client. */
import { Client } from '@mrtr/client';
import { AuthRefusal } from '@mrtr/http/server';
import type { Transport } from '@mrtr/transport';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Bookshop, BookshopOptions } from '../src/bookshop.js';
import { logInOnPage } from '../src/scripted/browser.js';
import { person } from './support/answers.js';
import { bookshop, clientOf, folder, recorded, said } from './support/bookshop.js';

const ada = { email: 'ada@example.com', password: 'a marked secret 4711' };
const bob = { email: 'bob@example.com', password: 'another secret' };

/** A shop with two customers: Ada has two orders, and Bob has one. */
async function shopWithOrders(options: Partial<BookshopOptions> = {}): Promise<Bookshop> {
  const open = await bookshop(options);
  const { customers, orders } = open.shop;
  await Promise.all([customers.register(ada.email, ada.password), customers.register(bob.email, bob.password)]);
  orders.place({ flow: 'a1', title: 'Jane Eyre', email: ada.email, cents: 1290, wrapped: false });
  orders.place({ flow: 'b1', title: 'Dracula', email: bob.email, cents: 1390, wrapped: false, waitWeeks: 1 });
  orders.place({ flow: 'a2', title: 'The Moonstone', email: ada.email, cents: 1490, wrapped: false });
  return open;
}

function refunded({ shop }: Bookshop, order: number): number | undefined {
  return shop.orders.one(shop.customers.findOrAdd(ada.email).id, order)?.refundedCents;
}

describe('a refund', () => {
  it('asks to log in, then which of one’s own orders, then why and how much', async () => {
    await using open = await shopWithOrders();
    const choices: unknown[] = [];
    const asked = person(
      {
        which_order({ requestedSchema }) {
          choices.push(requestedSchema.properties['order']);
          return { order: '1' };
        },
        terms({ requestedSchema }) {
          choices.push(requestedSchema.properties['amount']);
          return { reason: 'damaged', amount: 2.35 };
        },
      },
      ada,
    );
    const { text } = await said(clientOf(open.url, asked).callTool('refund_order'));
    expect(text).toBe('Refund 1: 2.35 € for order 1, “Jane Eyre” (damaged).');
    expect(asked.asked).toEqual(['login', 'which_order', 'terms']);
    expect(choices).toEqual([
      {
        type: 'string',
        title: 'Order',
        oneOf: [
          { const: '3', title: 'Order 3: “The Moonstone”, 14.90 €' },
          { const: '1', title: 'Order 1: “Jane Eyre”, 12.90 €' },
        ],
      },
      { type: 'number', title: 'Amount in €', minimum: 0.01, maximum: 12.9, default: 12.9 },
    ]);
    expect(refunded(open, 1)).toBe(235);
  });

  it('shows no password to the client, to the server’s log or to the database', async () => {
    using place = folder();
    const log: unknown[] = [];
    const logger = { warn: (entry: unknown) => log.push(entry), error: (entry: unknown) => log.push(entry) };
    await using open = await shopWithOrders({ database: place.database, logger });
    const says = person({ which_order: { order: '1' }, terms: { reason: 'late', amount: 1 } }, ada);
    const { client, messages } = recorded(open.url, says);
    await client.callTool('refund_order');
    expect(refunded(open, 1)).toBe(100);
    expect(messages.length).toBeGreaterThanOrEqual(8);
    expect([...messages, JSON.stringify(log)].filter((text) => text.includes('a marked secret'))).toEqual([]);
    const kept = ['', '-wal'].map((end) => readFileSync(place.database + end).toString('latin1')).join('');
    expect(kept).toContain(ada.email);
    expect(kept).not.toContain('a marked secret');
  });

  it('waits for the login as long as it takes, and does nothing when the page is declined', async () => {
    await using open = await shopWithOrders();
    const declined = await said(clientOf(open.url, person({})).callTool('refund_order'));
    expect(declined).toMatchObject({ isError: true });

    let page = '';
    let waits = 0;
    const late = person({ which_order: { order: '1' }, terms: { reason: 'late', amount: 1 } });
    const client = clientOf(open.url, {
      ...late,
      onElicitUrl({ url }) {
        page = url;
        return { action: 'accept' };
      },
      onRound({ requests }) {
        if (Object.keys(requests).length > 0 || ++waits !== 3) return;
        void logInOnPage(page, ada);
      },
    });
    expect(await said(client.callTool('refund_order'))).toMatchObject({ isError: false });
    expect(waits).toBeGreaterThanOrEqual(3);
  });

  it('over what was paid is refused, by the client before it is sent and by the server all the same', async () => {
    await using open = await shopWithOrders();
    const greedy = person({ which_order: { order: '1' }, terms: { reason: 'late', amount: 12.91 } }, ada);
    await expect(clientOf(open.url, greedy).callTool('refund_order')).rejects.toMatchObject({ code: 'invalid_answer' });

    // A client that sends what it likes: asked once more, with what is wrong, and then refused.
    const honest = person({ which_order: { order: '1' }, terms: { reason: 'late', amount: 12.9 } }, ada);
    const { transport } = recorded(open.url);
    const tampering: Transport = {
      send: (request, options) =>
        transport.send(JSON.parse(JSON.stringify(request).replace('"amount":12.9', '"amount":12.91')), options),
      close: () => transport.close(),
    };
    const { text, isError } = await said(new Client(tampering, honest).callTool('refund_order'));
    expect(isError).toBe(true);
    expect(text).toContain('amount');
    expect(honest.asked).toEqual(['login', 'which_order', 'terms', 'terms']);
    expect(refunded(open, 1)).toBe(0);
  });

  it('can’t be more than what is left, when two flows refund the same order at once', async () => {
    await using open = await shopWithOrders();
    const first = person({ which_order: { order: '1' }, terms: { reason: 'late', amount: 10 } }, ada);
    const second = person(
      {
        which_order: { order: '1' },
        async terms() {
          await clientOf(open.url, first).callTool('refund_order');
          return { reason: 'late', amount: 10 };
        },
      },
      ada,
    );
    const { text, isError } = await said(clientOf(open.url, second).callTool('refund_order'));
    expect({ text, isError }).toEqual({ text: 'Of order 1, 2.90 € can be refunded and no more.', isError: true });
    expect(refunded(open, 1)).toBe(1000);
  });

  it('is none for who has no orders', async () => {
    await using open = await shopWithOrders();
    const carol = { email: 'carol@example.com', password: 'carols secret' };
    await open.shop.customers.register(carol.email, carol.password);
    const says = person({}, carol);
    const { text, isError } = await said(clientOf(open.url, says).callTool('refund_order'));
    expect({ isError, asked: says.asked }).toEqual({ isError: true, asked: ['login'] });
    expect(text).toContain('You have no order that could be refunded.');
  });

  it('ends when the login has expired meanwhile, and does not wait for another', async () => {
    let now = Date.now();
    await using open = await shopWithOrders({ now: () => now });
    const slow = person(
      {
        which_order: () => {
          now += 16 * 60_000;
          return { order: '1' };
        },
      },
      ada,
    );
    const { text, isError } = await said(clientOf(open.url, slow).callTool('refund_order'));
    expect(isError).toBe(true);
    expect(text).toContain('The login has expired');
  });
});

describe('an endpoint that knows who calls', () => {
  const authenticate: BookshopOptions['authenticate'] = ({ headers }) => {
    const subject = headers.get('authorization')?.replace('Bearer ', '');
    if (subject === undefined) throw new AuthRefusal('unauthorized');
    return { clientId: 'test', issuer: 'https://issuer.example', subject };
  };
  const says = { which_order: { order: '1' }, terms: { reason: 'late', amount: 1 } };

  it('lets the person who asked log in', async () => {
    await using open = await shopWithOrders({ authenticate });
    const call = clientOf(open.url, person(says, ada)).callTool('refund_order', {}, { headers: asCaller(ada.email) });
    expect(await said(call)).toMatchObject({ isError: false });
  });

  it('lets nobody else log in for them, so that a page that was sent to a victim shows nothing', async () => {
    await using open = await shopWithOrders({ authenticate });
    const shown: string[] = [];
    const attacker = clientOf(open.url, {
      ...person(says),
      async onElicitUrl({ url }) {
        const { status, html } = await logInOnPage(url, ada); // The victim, who was sent the address.
        shown.push(`${status} ${html}`);
        return { action: 'accept' };
      },
    });
    const waiting = { pauseMs: 1, maxRounds: 5 };
    const call = attacker.callTool('refund_order', {}, { headers: asCaller(bob.email), waiting });
    await expect(call).rejects.toMatchObject({ code: 'too_many_rounds' });
    expect(shown[0]).toMatch(/^403 .*It was somebody else who asked for this page/su);
    expect(refunded(open, 1)).toBe(0);
  });

  function asCaller(email: string) {
    return { Authorization: `Bearer ${email}` };
  }
});
