/**
 * Final results, checked before a caller sees them: what a type says of a result is true of it. The three methods of
 * the hot path are checked by hand, since a schema of the table costs more than the rest of an in-process call.
 *
 * Specification 2026-07-28, server/tools, server/prompts, server/resources and server/utilities/caching.
 */
import { isImplementation, MetaKey, methodSpec } from '@mrtr/types';
import { ClientError } from './client-error.js';
import { isContentBlock, isPromptMessage, isResourceContents } from './content-guards.js';
import { isRecord, type JsonRecord } from './json-guards.js';

/**
 * Checks a final result against its method. Cache hints that an older server left out are filled in as the caching
 * page reads them: stale at once, and for nobody else. Unknown methods pass.
 * @throws {ClientError} `invalid_result`, naming the member that does not fit.
 */
export function checkResult(method: string, result: JsonRecord): JsonRecord {
  checkMeta(method, result['_meta']);
  switch (method) {
    case 'tools/call':
      return accept(method, result, toolMisfit(result));
    case 'prompts/get':
      return accept(method, result, promptMisfit(result));
    case 'resources/read': {
      const hinted = withCacheHints(result);
      return accept(method, hinted, resourceMisfit(hinted));
    }
    default:
      return checkBySchema(method, result);
  }
}

/** Every result may say who made it, and is invalid where it says so in the wrong shape. */
export function checkMeta(method: string, meta: unknown): void {
  if (meta === undefined) return;
  if (!isRecord(meta)) throw misfit(method, '_meta');
  const server = meta[MetaKey.serverInfo];
  if (server !== undefined && !isImplementation(server)) throw misfit(method, `_meta.${MetaKey.serverInfo}`);
}

function checkBySchema(method: string, result: JsonRecord): JsonRecord {
  const spec = methodSpec(method);
  if (spec === undefined) return result;
  const hinted = spec.cacheable ? withCacheHints(result) : result;
  const parsed = spec.result.safeParse(hinted);
  // The schema only judges: what it does not know of is the caller's all the same.
  return accept(
    method,
    hinted,
    parsed.success ? undefined : (parsed.error.issues[0]?.path.map(String).join('.') ?? ''),
  );
}

function accept(method: string, result: JsonRecord, member: string | undefined): JsonRecord {
  if (member !== undefined) throw misfit(method, member);
  return result;
}

function misfit(method: string, member: string): ClientError {
  const where = member === '' ? 'it' : member.slice(0, 120);
  return new ClientError(
    'invalid_result',
    `The server's result of ${method} is invalid: ${where} does not fit the method`,
  );
}

function withCacheHints(result: JsonRecord): JsonRecord {
  const { ttlMs, cacheScope } = result;
  const ttl = ttlMs === undefined || (typeof ttlMs === 'number' && ttlMs < 0) ? 0 : ttlMs;
  const scope = cacheScope === undefined ? 'private' : cacheScope;
  return ttl === ttlMs && scope === cacheScope ? result : { ...result, ttlMs: ttl, cacheScope: scope };
}

function toolMisfit(result: JsonRecord): string | undefined {
  const { isError } = result;
  if (isError !== undefined && typeof isError !== 'boolean') return 'isError';
  return listMisfit('content', result['content'], isContentBlock);
}

function promptMisfit(result: JsonRecord): string | undefined {
  const { description } = result;
  if (description !== undefined && typeof description !== 'string') return 'description';
  return listMisfit('messages', result['messages'], isPromptMessage);
}

function resourceMisfit(result: JsonRecord): string | undefined {
  const { ttlMs, cacheScope } = result;
  if (!Number.isSafeInteger(ttlMs)) return 'ttlMs';
  if (cacheScope !== 'private' && cacheScope !== 'public') return 'cacheScope';
  return listMisfit('contents', result['contents'], isResourceContents);
}

/** Names the first entry that does not fit. */
function listMisfit(name: string, list: unknown, fits: (entry: JsonRecord) => boolean): string | undefined {
  if (!Array.isArray(list)) return name;
  for (let index = 0; index < list.length; index++) {
    const entry: unknown = list[index];
    if (!isRecord(entry) || !fits(entry)) return `${name}.${index}`;
  }
  return undefined;
}
