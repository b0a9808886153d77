/**
 * All items of a list, page by page as they are asked for.
 *
 * Specification 2026-07-28, server/utilities/pagination.
 */
import { ClientError } from './client-error.js';

/** One page, as far as walking the pages goes. */
interface Page {
  readonly nextCursor?: string | undefined;
}

/**
 * Yields the items of every page. Nothing is fetched ahead.
 * @throws {ClientError} `invalid_result` for a server that leads in a circle.
 */
export async function* eachItem<P extends Page, T>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly T[],
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* itemsOf(page);
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) {
      throw new ClientError('invalid_result', 'The server gave the same cursor twice, so its list has no end');
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
