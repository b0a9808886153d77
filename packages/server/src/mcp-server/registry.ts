/**
 * What is registered under one kind of name, and its list, rendered once and cut into pages.
 *
 * Specification 2026-07-28, server/utilities/pagination. The cursor is the key of the last item of a page, so that it
 * stays right while other items come and go.
 */
import { ProtocolError } from '@mrtr/types';
import { ServerError } from '../server-error.js';

/** Something that is listed. */
export interface Listed<Item> {
  /** As the list shows it. */
  readonly listing: Item;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor?: string;
}

/** Takes back one registration. */
export interface Registration {
  /** Removes it; calls that are under way finish. Does nothing the second time. */
  remove(): void;
}

export class Registry<Item, Entry extends Listed<Item>> {
  readonly #kind: string;
  readonly #pageSize: number;
  readonly #entries = new Map<string, Entry>();
  #pages: Map<string | undefined, Page<Item>> | undefined;

  /** @param kind what is registered here, as error messages call it. */
  constructor(kind: string, pageSize: number) {
    this.#kind = kind;
    this.#pageSize = pageSize;
  }

  /** @throws {ServerError} `duplicate_name` where the key is taken. */
  add(key: string, entry: Entry): Registration {
    if (this.#entries.has(key)) {
      throw new ServerError('duplicate_name', `There is a ${this.#kind} ${JSON.stringify(key)} already.`);
    }
    this.#entries.set(key, entry);
    this.#pages = undefined;
    return {
      remove: () => {
        if (this.#entries.get(key) !== entry) return;
        this.#entries.delete(key);
        this.#pages = undefined;
      },
    };
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** @throws {ProtocolError} -32602 for a cursor that this list did not give. */
  page(cursor: string | undefined): Page<Item> {
    this.#pages ??= this.#cut();
    const page = this.#pages.get(cursor);
    if (!page) throw ProtocolError.invalidParams('Invalid cursor; list again from the beginning');
    return page;
  }

  #cut(): Map<string | undefined, Page<Item>> {
    const entries = [...this.#entries];
    const pages = new Map<string | undefined, Page<Item>>();
    let cursor: string | undefined;
    for (let from = 0; from === 0 || from < entries.length; from += this.#pageSize) {
      const page = entries.slice(from, from + this.#pageSize);
      const items = page.map(([, { listing }]) => listing);
      const more = from + this.#pageSize < entries.length;
      const nextCursor = more ? `after:${page.at(-1)![0]}` : undefined;
      pages.set(cursor, nextCursor === undefined ? { items } : { items, nextCursor });
      cursor = nextCursor;
    }
    return pages;
  }
}
