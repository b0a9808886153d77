/** The frame of the shop's pages. `html` escapes whatever stands in it. */
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; color: #222; background: #fdfcf8 }
  h1 { font-size: 1.5rem; line-height: 1.25 }
  label { display: block; margin: 1rem 0 0.25rem; font-weight: 600 }
  input { font: inherit; width: 100%; box-sizing: border-box; padding: 0.5rem; border: 1px solid #777; border-radius: 0.25rem }
  button { font: inherit; margin-top: 1.5rem; padding: 0.5rem 1.5rem; border: 0; border-radius: 0.25rem; color: #fff; background: #1f4e3d }
  .problem { padding: 0.5rem 0.75rem; border-left: 0.25rem solid #a11; background: #fff0ee }
`;

/** A whole page. */
export function page(title: string, nonce: string | undefined, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · The Bookshop</title>
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`;
}
