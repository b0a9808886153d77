/**
 * What is registered under one kind of name, and its list, cut into pages.
 *
 * Specification 2026-07-28, server/utilities/pagination. Each item has a place in the order of registration that no other
 * ever gets. A cursor is the place of a page's last item, so that it stays right while items come and go.
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
  readonly #onChange: () => void;
  readonly #entries = new Map<string, { readonly entry: Entry; readonly place: number }>();
  #nextPlace = 0;
  #list: { readonly items: readonly Item[]; readonly places: readonly number[] } | undefined;

  /**
   * @param kind what is registered here, as error messages call it.
   * @param onChange told whenever the list has become another one.
   */
  constructor(kind: string, pageSize: number, onChange: () => void) {
    this.#kind = kind;
    this.#pageSize = pageSize;
    this.#onChange = onChange;
  }

  /** @throws {ServerError} `duplicate_name` where the key is taken. */
  add(key: string, entry: Entry): Registration {
    if (this.#entries.has(key)) {
      throw new ServerError('duplicate_name', `There is a ${this.#kind} ${JSON.stringify(key)} already.`);
    }
    this.#entries.set(key, { entry, place: this.#nextPlace++ });
    this.#changed();
    return {
      remove: () => {
        if (this.#entries.get(key)?.entry !== entry) return;
        this.#entries.delete(key);
        this.#changed();
      },
    };
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)?.entry;
  }

  *entries(): Iterable<Entry> {
    for (const { entry } of this.#entries.values()) yield entry;
  }

  /** @throws {ProtocolError} -32602 for a cursor that this list can't have given. */
  page(cursor: string | undefined): Page<Item> {
    const { items, places } = (this.#list ??= this.#render());
    const from = cursor === undefined ? 0 : this.#indexAfter(cursor, places);
    const to = from + this.#pageSize;
    const page = items.slice(from, to);
    return to < items.length ? { items: page, nextCursor: String(places[to - 1]) } : { items: page };
  }

  #changed(): void {
    this.#list = undefined;
    this.#onChange();
  }

  #render(): { items: Item[]; places: number[] } {
    const entries = [...this.#entries.values()];
    return { items: entries.map(({ entry }) => entry.listing), places: entries.map(({ place }) => place) };
  }

  #indexAfter(cursor: string, places: readonly number[]): number {
    const place = Number(cursor);
    if (String(place) !== cursor || !(Number.isSafeInteger(place) && place >= 0 && place < this.#nextPlace)) {
      throw ProtocolError.invalidParams('Invalid cursor; list again from the beginning');
    }
    const index = places.findIndex((other) => other > place);
    return index === -1 ? places.length : index;
  }
}
