/** The books: what there is, how many copies are left, and what one costs today. */
import type { Database } from '../database/database.js';
import type { Genre } from '../database/seed-books.js';

export { type Genre, genres } from '../database/seed-books.js';

/** A book on the shelf, or one that would stand there. */
export interface Book {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly genre: Genre;
  readonly year: number;
  readonly about: string;
  /** How many can be sent today. */
  readonly copies: number;
  /** Today's price: it rises with what was sold in the last days. */
  readonly cents: number;
}

/** What is looked for. */
export interface Search {
  /** Words of title, author or genre; the empty text finds everything. */
  readonly text: string;
  readonly inStock?: boolean | undefined;
}

const DEMAND_MS = 7 * 24 * 60 * 60 * 1000;
/** Each copy sold in that time makes the next one dearer by three percent, up to thirty. */
const PERCENT_EACH = 3;
const PERCENT_MOST = 30;
const MOST_FOUND = 50;

const PRICED = `
  SELECT books.id, title, author, genre, year, about, copies,
         CAST(round(books.price_cents * (100 + min(${PERCENT_MOST}, ${PERCENT_EACH} * (
           SELECT count(*) FROM orders WHERE book_id = books.id AND placed_at > $since
         ))) / 100.0) AS INTEGER) AS cents
  FROM books`;

export class Catalogue {
  readonly #now: () => number;
  readonly #find;
  readonly #search;

  constructor(database: Database, now: () => number) {
    this.#now = now;
    this.#find = database.prepare(`${PRICED} WHERE title = $title`);
    this.#search = database.prepare(
      `${PRICED}
       WHERE (title LIKE $pattern ESCAPE '\\' OR author LIKE $pattern ESCAPE '\\' OR genre LIKE $pattern ESCAPE '\\')
         AND (copies > 0 OR NOT $inStock)
       ORDER BY title LIMIT ${MOST_FOUND}`,
    );
  }

  /** The book of this title, in any case. */
  find(title: string): Book | undefined {
    return this.#find.get({ title: title.trim(), since: this.#since() }) as Book | undefined;
  }

  /** The books that fit, by title. */
  search({ text, inStock = false }: Search): readonly Book[] {
    // What the customer typed is looked for as it is: a % is a %.
    const pattern = `%${text.trim().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
    return this.#search.all({ pattern, inStock: Number(inStock), since: this.#since() }) as Book[];
  }

  #since(): number {
    return this.#now() - DEMAND_MS;
  }
}
