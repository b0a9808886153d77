/** Collects the body of a `Request`, within a limit of bytes and of time. */
import { TOO_LARGE, TOO_SLOW } from './guard.js';
import { NOT_JSON } from './message.js';
import type { Rules } from './options.js';
import type { Refusal } from './refusal.js';

/** The body's text, or the refusal it has earned. Rejects only if the client goes away first. */
export async function readWebBody(request: Request, rules: Rules): Promise<string | Refusal> {
  if (request.bodyUsed) throw new TypeError('The body was read before this handler; hand it the request untouched');
  const reader = request.body?.getReader();
  if (reader === undefined) return NOT_JSON;
  let timer: unknown;
  const timeout = new Promise<Refusal>((resolve) => {
    timer = rules.timers.setTimeout(() => resolve(TOO_SLOW), rules.bodyTimeoutMs);
  });
  try {
    const body = await Promise.race([collect(reader, rules.maxBodyBytes), timeout]);
    return body instanceof Uint8Array ? textOf(body) : abandon(reader, body);
  } finally {
    rules.timers.clearTimeout(timer);
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array | Refusal> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) return TOO_LARGE;
    chunks.push(part.value);
  }
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

function textOf(bytes: Uint8Array): string | Refusal {
  try {
    // `ignoreBOM` keeps a byte order mark in the text, where it is no JSON.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return NOT_JSON;
  }
}

function abandon(reader: ReadableStreamDefaultReader<Uint8Array>, refusal: Refusal): Refusal {
  // Whether the source can be told to stop is its own affair.
  reader.cancel().catch(() => undefined);
  return refusal;
}
