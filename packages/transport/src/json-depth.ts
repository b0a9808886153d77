/**
 * How deep a message may nest, and a test of that on its text, before anything is built from it.
 *
 * Specification 2026-07-28 sets no limit; a hundred thousand brackets would overflow the stack of whatever walks the
 * value later, so every channel refuses them at its edge.
 */

/** The deepest nesting of arrays and objects that a channel carries. */
export const MAX_JSON_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Whether the arrays and objects in a JSON text nest deeper than `MAX_JSON_DEPTH`. Invalid JSON gives either answer. */
export function nestsTooDeep(text: string): boolean {
  // Each level takes a bracket of its own, so most messages are too short to nest deeply.
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) {
      index = endOfString(text, index + 1);
    } else if (char === OPEN_BRACKET || char === OPEN_BRACE) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (char === CLOSE_BRACKET || char === CLOSE_BRACE) {
      depth -= 1;
    }
  }
  return false;
}

/** The index of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let from = start; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let before = quote - 1;
    while (before >= start && text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An even number of backslashes escape each other and leave the quote alone.
    if ((quote - 1 - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}
