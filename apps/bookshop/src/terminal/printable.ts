/** A server's words as a terminal may show them: its own, and no commands to the terminal. */
import { stripVTControlCharacters } from 'node:util';

/** Without control characters, line breaks apart, and without marks that turn the direction of the text around. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '');
}
