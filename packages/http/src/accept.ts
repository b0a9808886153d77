/**
 * Which of the two forms of a response the client takes.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Sending Messages", and RFC 9110, section 12.5.1. The client
 * must list both; one that lists less is answered where what it lists will do.
 */

/** The forms a client takes. */
export interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
  /** It names streams before JSON. By RFC 9110 that says nothing; where either will do, it decides. */
  readonly streamFirst: boolean;
}

/** What a client takes that names both, or nothing. */
export const BOTH: Accepts = { json: true, stream: true, streamFirst: false };

/** Reads an `Accept` header; without one, anything goes. */
export function readAccept(header: string | null | undefined): Accepts {
  if (header === null || header === undefined || header === 'application/json, text/event-stream') return BOTH;
  const ranges = header.split(',').map(readRange);
  const place = (type: string): number => ranges.findIndex((range) => range.type === type);
  return {
    json: accepts(ranges, 'application/json'),
    stream: accepts(ranges, 'text/event-stream'),
    streamFirst: place('text/event-stream') >= 0 && place('text/event-stream') < place('application/json'),
  };
}

interface Range {
  readonly type: string;
  readonly refused: boolean;
}

function readRange(text: string): Range {
  const [type = '', ...params] = text.split(';');
  return {
    type: type.trim().toLowerCase(),
    refused: params.some((param) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(param)),
  };
}

/** The most specific range decides. */
function accepts(ranges: readonly Range[], type: string): boolean {
  for (const pattern of [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range !== undefined) return !range.refused;
  }
  return false;
}
