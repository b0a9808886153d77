/** The login page, as browsers and as attackers see it. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bookshop } from '../src/bookshop.js';
import { logInOnPage } from '../src/scripted/browser.js';
import { LoginLinks } from '../src/web/login-links.js';
import { bookshop } from './support/bookshop.js';

const stateKey = 'k'.repeat(32);
const ada = { email: 'ada@example.com', password: 'correct horse' };

let open: Bookshop;
let links: LoginLinks;
let flows = 0;
beforeAll(async () => {
  open = await bookshop({ stateKey });
  await open.shop.customers.register(ada.email, ada.password);
  links = new LoginLinks(() => new URL(open.url).origin, stateKey);
});
afterAll(() => open[Symbol.asyncDispose]());

/** The address of a page for a flow of its own. */
function address(): { readonly url: string; readonly flow: string } {
  const flow = `flow-${flows++}`;
  return { url: links.urlFor({ flow }), flow };
}

describe('the login page', () => {
  it('logs in for its flow, once', async () => {
    const { url, flow } = address();
    expect(await logInOnPage(url, ada)).toMatchObject({
      status: 200,
      html: expect.stringContaining('You are logged in') as string,
    });
    expect(open.shop.sessions.of(flow)).toMatchObject({ email: ada.email });
    expect(await logInOnPage(url, ada)).toMatchObject({ status: 410 });
    expect((await fetch(links.urlFor({ flow: 'another' }))).status).toBe(200);
  });

  it('shows a wrong password as one, and what was typed as text', async () => {
    const { url, flow } = address();
    const email = '"><script>alert(1)</script>@example.com';
    const { status, html } = await logInOnPage(url, { email, password: '<b>' });
    expect(status).toBe(403);
    expect(html).toContain('don’t go together');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<b>');
    expect(open.shop.sessions.isUsed(flow)).toBe(false);
  });

  it('is there only under an address that the server has made', async () => {
    const { url } = address();
    for (const [name, value] of [
      ['flow', 'mine'],
      ['who', 'somebody'],
      ['code', 'A'.repeat(32)],
      ['code', ''],
    ] as const) {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      expect((await fetch(changed)).status).toBe(404);
    }
    expect((await fetch(new URL('/login', url))).status).toBe(404);
    const bound = new URL(links.urlFor({ flow: 'bound', subject: 'bob@example.com' }));
    bound.searchParams.delete('who');
    expect((await fetch(bound)).status).toBe(404);
  });

  it('takes no form that another page has sent, or that it has not shown to this browser', async () => {
    const { url, flow } = address();
    const page = await fetch(url);
    const cookie = page.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const token = /name="token" value="([^"]+)"/u.exec(await page.text())?.[1] ?? '';
    const { origin } = new URL(url);
    const send = async (headers: Record<string, string>, fields: Record<string, string>): Promise<number> => {
      const body = new URLSearchParams({ ...ada, ...fields });
      return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status;
    };
    expect(await send({ Origin: 'https://evil.example', Cookie: cookie }, { token })).toBe(403);
    expect(await send({ Origin: 'null', Cookie: cookie }, { token })).toBe(403);
    expect(await send({ Cookie: cookie }, { token })).toBe(403);
    expect(await send({ Origin: origin }, { token })).toBe(403);
    expect(await send({ Origin: origin, Cookie: cookie }, { token: 'another' })).toBe(403);
    expect(await send({ Origin: origin, Cookie: cookie }, { token: 'x'.repeat(5000) })).toBe(413);
    expect(open.shop.sessions.isUsed(flow)).toBe(false);
    expect(await send({ Origin: origin, Cookie: cookie }, { token })).toBe(303);
    expect(open.shop.sessions.isUsed(flow)).toBe(true);
  });

  it('changes nothing by GET, and knows no other host', async () => {
    const { url, flow } = address();
    await fetch(`${url}&email=${ada.email}&password=${encodeURIComponent(ada.password)}`);
    expect(open.shop.sessions.isUsed(flow)).toBe(false);
    const { port } = new URL(url);
    expect((await fetch(url.replace(`127.0.0.1:${port}`, `localhost:${port}`))).status).toBe(403);
  });

  it('tells browsers to run nothing, frame nothing, keep nothing and leak nothing', async () => {
    const { headers } = await fetch(address().url);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/u,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict$/u);
  });
});

describe('an address', () => {
  it('holds nothing about who it is for, and is for nobody else', () => {
    const name = fc.string({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(name, name, name, (flow, subject, other) => {
        fc.pre(subject !== other);
        const url = new URL(links.urlFor({ flow, subject }));
        expect(links.urlFor({ flow, subject })).toBe(url.href);
        const [who, code] = [url.searchParams.get('who') ?? '', url.searchParams.get('code') ?? ''];
        expect(url.searchParams.get('flow')).toBe(flow);
        expect(`${who}${code}`).toMatch(/^[\w-]{64}$/u);
        const link = links.read({ flow, who, code });
        expect(link && [links.mayBe(link, subject), links.mayBe(link, other)]).toEqual([true, false]);
        expect(links.read({ flow: other, who, code }) === undefined).toBe(flow !== other);
        // Nor can two addresses be told to be of the same person.
        const elsewhere = new URL(links.urlFor({ flow: `${flow}.`, subject }));
        expect(elsewhere.searchParams.get('who')).not.toBe(who);
      }),
    );
  });

  it('of one key is none of another', () => {
    const other = new LoginLinks(() => 'https://books.example', 'l'.repeat(32));
    const { searchParams } = new URL(links.urlFor({ flow: 'f' }));
    expect(other.read({ flow: 'f', code: searchParams.get('code') ?? '' })).toBeUndefined();
  });
});
