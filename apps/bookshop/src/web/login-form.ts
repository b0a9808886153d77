/** What the login page shows. */
import { html } from 'hono/html';
import { page } from './page.js';

/** What the form needs to be shown, or shown again. */
export interface LoginForm {
  readonly nonce: string | undefined;
  /** Comes back with the form, and must be what the cookie says. */
  readonly token: string;
  readonly email?: string | undefined;
  /** What was wrong with the last try. */
  readonly problem?: string | undefined;
}

/** The form. It is sent to the address of the page itself, which says what it is for. */
export function loginForm({ nonce, token, email = '', problem }: LoginForm) {
  return page(
    'Log in to the bookshop',
    nonce,
    html`
      <p>
        A program asks to see your orders, or to have one refunded, for a single request. Log in only if it was you who
        asked for this, just now, in your own client. If somebody sent you here, close this page.
      </p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button>Log in</button>
      </form>
    `,
  );
}

/** A page that only says something. */
export function notice(title: string, text: string, nonce: string | undefined) {
  return page(title, nonce, html`<p>${text}</p>`);
}
