/** Reads the one line of text out of a tool's result, whoever's type it has. */
export function textOf(result: { readonly content?: unknown; readonly isError?: boolean | undefined }): string {
  const [first] = Array.isArray(result.content) ? (result.content as { text?: unknown }[]) : [];
  if (result.isError === true || typeof first?.text !== 'string')
    throw new Error(`not a text: ${JSON.stringify(result)}`);
  return first.text;
}
