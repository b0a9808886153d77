/**
 * What the same thing looks like in earlier revisions: questions, results, errors, capabilities.
 *
 * Specification 2025-11-25 and earlier, changelogs and schemas. Members that a revision does not know are allowed
 * everywhere and left alone; this is only what would be misread.
 */
import {
  ErrorCode,
  type InputRequest,
  isRecord,
  type JsonRpcResponse,
  LEGACY_PROTOCOL_VERSIONS,
  LegacyErrorCode,
  type LegacyProtocolVersion,
  type ProtocolVersion,
  type ServerCapabilities,
} from '@mrtr/types';

/** The revision for a session: what the client asks for, where it is served, else the newest that is. */
export function agreeOn(requested: unknown, served: readonly LegacyProtocolVersion[]): LegacyProtocolVersion {
  return served.find((version) => version === requested) ?? (served[0] as LegacyProtocolVersion);
}

/** The revisions with a handshake among those that a server serves, newest first. */
export function legacyAmong(served: readonly ProtocolVersion[]): readonly LegacyProtocolVersion[] {
  return LEGACY_PROTOCOL_VERSIONS.filter((version) => served.includes(version));
}

/**
 * The parameters of a question as the session's revision has them.
 * @param elicitationId names the visit to a page, which 2025-11-25 wants named.
 */
export function toLegacyParams(request: InputRequest, version: ProtocolVersion, elicitationId: string): object {
  const { params = {} } = request;
  if (request.method !== 'elicitation/create') return params;
  if (request.params.mode === 'url') return { ...params, elicitationId };
  if (version === '2025-11-25') return params;
  const { mode: _, ...form } = request.params;
  return form;
}

/** A final result without what only later revisions give it. */
export function toLegacyResult(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { resultType: _, ttlMs: __, cacheScope: ___, ...legacy } = result;
  return legacy;
}

/** A response with its error under the code that these revisions have for it (2025-11-25, server/resources "Error Handling"). */
export function toLegacyResponse(response: JsonRpcResponse, method: string): JsonRpcResponse {
  if (!('error' in response) || method !== 'resources/read') return response;
  const { error } = response;
  const isNotFound =
    error.code === ErrorCode.InvalidParams && isRecord(error.data) && typeof error.data['uri'] === 'string';
  return isNotFound ? { ...response, error: { ...error, code: LegacyErrorCode.ResourceNotFound } } : response;
}

/**
 * Capabilities as `initialize` declares them. Nothing tells a session of changes, which these revisions ask for in other ways
 * than `subscriptions/listen`, so none are promised.
 */
export function toLegacyCapabilities(
  capabilities: ServerCapabilities,
  version: LegacyProtocolVersion,
): ServerCapabilities {
  if (version !== '2024-11-05') return capabilities;
  const { completions: _, ...known } = capabilities;
  return known;
}
