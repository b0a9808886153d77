/**
 * Messages as Server-Sent Events.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Receiving Messages".
 */

/** The headers of a stream. `X-Accel-Buffering` keeps reverse proxies from holding events back. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
} as const;

/** A line without meaning that keeps the connection from looking idle. */
export const KEEP_ALIVE = ':\n\n';

/** One event. JSON has no raw line breaks, so one `data` line holds a message whole. */
export function encodeEvent(json: string, id?: string): string {
  return id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`;
}

/** An event without a message: it names a place to come back to, and says how long to wait (2025-11-25). */
export function primingEvent(id: string, retryMs: number): string {
  return `id: ${id}\nretry: ${retryMs}\ndata: \n\n`;
}
