/**
 * Which era a server is of, from what it says to `server/discover`. An outage says nothing of it.
 *
 * Specification 2026-07-28, basic/versioning "Backward Compatibility", basic/transports/stdio and streamable-http
 * "Backward Compatibility".
 */
import { TransportError } from '@mrtr/transport';
import { ErrorCode, isRecord, type JsonRpcResponse, LEGACY_PROTOCOL_VERSIONS, type ProtocolVersion } from '@mrtr/types';

/** What there is to do after the probe. */
export type Era = 'modern' | 'legacy';

/** Errors that only a modern server answers with. */
const MODERN_ERRORS: ReadonlySet<number> = new Set<number>([
  ErrorCode.HeaderMismatch,
  ErrorCode.MissingRequiredClientCapability,
  ErrorCode.UnsupportedProtocolVersion,
]);

/** The era of a server that answered. */
export function eraOfAnswer(response: JsonRpcResponse): Era {
  if (!('error' in response)) return isDiscovery(response.result) ? 'modern' : 'legacy';
  const { code, data } = response.error;
  if (!MODERN_ERRORS.has(code)) return 'legacy';
  return code === ErrorCode.UnsupportedProtocolVersion && speaksOnlyLegacy(data) ? 'legacy' : 'modern';
}

/**
 * Whether a failure is how an old server refuses what it does not know: a status in the 400s. Any other says nothing of the
 * server's era.
 */
export function isRefusalOfTheUnknown(failure: unknown): boolean {
  if (!(failure instanceof TransportError) || failure.code !== 'http_status') return false;
  const { status = 0 } = failure;
  return status >= 400 && status < 500 && !OF_ANY_ERA.has(status);
}

/** Who is calling, how often, and through what. */
const OF_ANY_ERA: ReadonlySet<number> = new Set([401, 403, 407, 408, 421, 425, 429]);

/** Whether a server that refused a version speaks the one that was asked for all the same. */
export function speaks(version: ProtocolVersion, data: unknown): boolean {
  return supportedOf(data).includes(version);
}

function speaksOnlyLegacy(data: unknown): boolean {
  const supported = supportedOf(data);
  return (
    supported.length > 0 &&
    supported.every((version) => (LEGACY_PROTOCOL_VERSIONS as readonly string[]).includes(version))
  );
}

function supportedOf(data: unknown): readonly string[] {
  const supported = isRecord(data) ? data['supported'] : undefined;
  return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string') : [];
}

function isDiscovery(result: unknown): boolean {
  return isRecord(result) && Array.isArray(result['supportedVersions']);
}
