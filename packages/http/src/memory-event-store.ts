/** The store of a single process: bounded in every direction, and the oldest messages go first. */
import type { EventStore, StreamEvent } from './event-store.js';
import { count } from './limits.js';

/** How much a store in memory keeps. */
export interface MemoryEventStoreOptions {
  /** Messages of one session. Default: 1,000. */
  readonly maxEvents?: number | undefined;
  /** Characters of one session's messages. Default: 4 Mi. */
  readonly maxCharacters?: number | undefined;
  /** Characters of all sessions together. Default: 64 Mi. */
  readonly maxTotalCharacters?: number | undefined;
}

/**
 * Keeps messages in memory, which is the default. A message over a limit by itself isn't kept at all.
 * @throws {RangeError} for a limit that is no whole number.
 */
export function memoryEventStore(options: MemoryEventStoreOptions = {}): EventStore {
  const maxEvents = count('maxEvents', options.maxEvents ?? 1000, 0);
  const maxCharacters = count('maxCharacters', options.maxCharacters ?? 4 * 1024 * 1024, 0);
  const maxTotal = count('maxTotalCharacters', options.maxTotalCharacters ?? 64 * 1024 * 1024, 0);
  const sessions = new Map<string, Shelf>();
  // Sets keep their order, so the first of each is its oldest.
  const all = new Set<Kept>();
  let total = 0;

  function drop(kept: Kept): void {
    const { shelf, data } = kept;
    all.delete(kept);
    shelf.events.delete(kept);
    shelf.characters -= data.length;
    total -= data.length;
    if (shelf.events.size === 0) sessions.delete(shelf.session);
  }

  return {
    append(session, stream, { number, data }) {
      let shelf = sessions.get(session);
      if (shelf === undefined) sessions.set(session, (shelf = { session, events: new Set(), characters: 0 }));
      const kept = { shelf, stream, number, data };
      shelf.events.add(kept);
      shelf.characters += data.length;
      all.add(kept);
      total += data.length;
      while (shelf.events.size > maxEvents || shelf.characters > maxCharacters) drop(oldest(shelf.events));
      while (total > maxTotal) drop(oldest(all));
    },
    replay(session, stream, after) {
      const events = sessions.get(session)?.events ?? [];
      return [...events].filter((kept) => kept.stream === stream && kept.number > after);
    },
    forget(session, stream) {
      for (const kept of sessions.get(session)?.events ?? []) {
        if (stream === undefined || kept.stream === stream) drop(kept);
      }
    },
  };
}

/** What is kept of one session. */
interface Shelf {
  readonly session: string;
  readonly events: Set<Kept>;
  characters: number;
}

interface Kept extends StreamEvent {
  readonly shelf: Shelf;
  readonly stream: string;
}

function oldest(events: ReadonlySet<Kept>): Kept {
  const [first] = events;
  return first as Kept;
}
