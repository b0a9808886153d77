/**
 * The page on which a customer logs in for one flow. The client learns that it exists, and nothing of what is typed there.
 *
 * What it trusts:
 *
 * - **The address**: only the server makes ones that are taken, and only the client that made the call was told it. It
 *   opens nothing by itself; whoever has it still needs a password.
 * - **The form**: it was shown to this browser (a cookie, `SameSite=Strict`, says the same as the form) and sent from this
 *   page (`Origin`), by POST.
 * - **The person**: an attacker may begin a flow and send its address to a victim, who logs in and so shows the victim's
 *   orders to the attacker's client (Specification 2026-07-28, client/elicitation "Phishing"). Where the endpoint knows who
 *   calls (`authenticate`), the address is bound to them, and a login of anybody else is refused. Without it, as when the
 *   shop serves one person on their own machine, the page can only ask them to look twice: a shop that serves others must
 *   set `authenticate`.
 *
 * A flow takes one login. After that its address is spent.
 */
import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import { ShopError } from '../shop/shop-error.js';
import type { Shop } from '../shop/shop.js';
import { loginForm, notice } from './login-form.js';
import type { LoginLink, LoginLinks } from './login-links.js';

interface Env {
  Variables: SecureHeadersVariables;
}

const COOKIE = 'bookshop-login';
const MAX_FORM_BYTES = 4096;

/** The routes below `/login`. */
export function loginPage(shop: Shop, links: LoginLinks): Hono<Env> {
  const app = new Hono<Env>();
  app.use(csrf(), bodyLimit({ maxSize: MAX_FORM_BYTES }));

  app.get('/done', (c) =>
    c.html(notice('You are logged in', 'Go back to your client; it goes on by itself.', c.get('secureHeadersNonce'))),
  );

  app.get('/', (c) => {
    const link = readLink(c, links);
    if (!link) return unknownLink(c);
    if (shop.sessions.isUsed(link.flow)) return usedLink(c);
    return showForm(c, 200);
  });

  app.post('/', async (c) => {
    const link = readLink(c, links);
    if (!link) return unknownLink(c);
    const { email, password, token } = await c.req.parseBody();
    if (typeof email !== 'string' || typeof password !== 'string')
      return showForm(c, 400, { problem: 'Fill in both.' });
    if (token === undefined || token !== getCookie(c, COOKIE)) {
      return showForm(c, 403, { email, problem: 'This form has grown old; send it once more.' });
    }
    try {
      const customer = await shop.customers.logIn(email, password);
      if (!links.mayBe(link, customer.email))
        throw new ShopError('wrong_person', 'It was somebody else who asked for this page.');
      shop.sessions.begin(link.flow, customer);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      return error.code === 'page_used' ? usedLink(c) : showForm(c, 403, { email, problem: error.message });
    }
    return c.redirect('/login/done', 303);
  });

  return app;
}

function readLink(c: Context<Env>, links: LoginLinks): LoginLink | undefined {
  const { flow, who, code } = c.req.query();
  return links.read({ flow, who, code });
}

function showForm(c: Context<Env>, status: 200 | 400 | 403, shown: { email?: string; problem?: string } = {}) {
  const token = randomBytes(24).toString('base64url');
  const secure = new URL(c.req.url).protocol === 'https:';
  setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Strict', path: '/login', secure });
  return c.html(loginForm({ nonce: c.get('secureHeadersNonce'), token, ...shown }), status);
}

function unknownLink(c: Context<Env>) {
  const text = 'This address belongs to no request. Open the one that your client shows, whole.';
  return c.html(notice('There is nothing here', text, c.get('secureHeadersNonce')), 404);
}

function usedLink(c: Context<Env>) {
  const text = 'Somebody has logged in here before. If your client does not go on, have it start anew.';
  return c.html(notice('This page was used', text, c.get('secureHeadersNonce')), 410);
}
