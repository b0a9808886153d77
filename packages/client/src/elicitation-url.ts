/**
 * Which URLs may be shown to a person as something to open.
 *
 * Specification 2026-07-28, client/elicitation "Safe URL Handling".
 */

/** Control characters, spaces, and characters that change how the text around them is displayed. */
const DECEPTIVE = /[\p{C}\p{Z}\\]/u;

/** Says why a URL must not be offered, or nothing. */
export function urlProblem(url: string): string | undefined {
  // A parser drops tabs and line breaks, so what is shown would differ from what is opened.
  if (DECEPTIVE.test(url)) return 'it contains characters that a URL has no place for';
  if (!URL.canParse(url)) return 'it is not a URL';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'only http: and https: may be opened';
  if (username !== '' || password !== '') return 'it carries credentials';
  return undefined;
}
