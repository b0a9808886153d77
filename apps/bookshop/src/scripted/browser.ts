/** Stands in for the person's browser: opens the login page, keeps its cookie, and sends its form. */

/** What is typed into the form. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The page that comes of it. */
export interface Shown {
  readonly status: number;
  readonly html: string;
}

/** Logs in on the page at this address. */
export async function logInOnPage(url: string, { email, password }: Credentials): Promise<Shown> {
  const form = await fetch(url);
  const html = await form.text();
  const token = /name="token" value="(?<token>[^"]+)"/u.exec(html)?.groups?.['token'];
  // No form: the page has said why.
  if (token === undefined) return { status: form.status, html };
  const sent = await fetch(url, {
    method: 'POST',
    headers: { Origin: new URL(url).origin, Cookie: form.headers.get('set-cookie')?.split(';', 1)[0] ?? '' },
    body: new URLSearchParams({ token, email, password }),
  });
  return { status: sent.status, html: await sent.text() };
}
