/**
 * What every modern request says of itself in `_meta`: its revision, who sends it, and what that client can do.
 *
 * Specification 2026-07-28, basic/index "_meta" and basic/versioning. Read by hand: it is on the path of every call.
 */
import {
  type ClientCapabilities,
  ClientCapabilitiesSchema,
  ErrorCode,
  type Implementation,
  isImplementation,
  isProtocolVersion,
  isRecord,
  type JsonRpcRequest,
  LOGGING_LEVELS,
  type LoggingLevel,
  MetaKey,
  MODERN_PROTOCOL_VERSIONS,
  ProtocolError,
  type ProtocolVersion,
} from '@mrtr/types';

/** The revisions that a server of this library serves statelessly, newest first. */
export const STATELESS_VERSIONS: readonly ProtocolVersion[] = MODERN_PROTOCOL_VERSIONS;

/** The `_meta` of one request, checked. */
export interface RequestMeta {
  readonly protocolVersion: ProtocolVersion;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  readonly logLevel: LoggingLevel | undefined;
  readonly progressToken: string | number | undefined;
  /** The whole of it, as it arrived. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/**
 * Reads and checks a request's `_meta`.
 * @param served the revisions that the request may be of.
 * @param supported all that the server speaks, of either era, for a client to choose from.
 * @throws {ProtocolError} -32602 where a required field is missing or malformed, -32022 for another revision.
 */
export function readRequestMeta(
  request: JsonRpcRequest,
  served: readonly ProtocolVersion[],
  supported: readonly ProtocolVersion[],
): RequestMeta {
  const raw = request.params?.['_meta'];
  if (!isRecord(raw)) return refuse(request, undefined);
  const version = raw[MetaKey.protocolVersion];
  if (typeof version !== 'string') return refuse(request, raw);
  if (!isProtocolVersion(version) || !served.includes(version)) {
    throw ProtocolError.unsupportedVersion(version, supported);
  }
  const capabilities = raw[MetaKey.clientCapabilities];
  if (!(isNestedRecord(capabilities) || ClientCapabilitiesSchema.safeParse(capabilities).success)) {
    throw malformed(MetaKey.clientCapabilities, capabilities === undefined ? 'is missing' : 'is malformed');
  }
  const clientInfo = raw[MetaKey.clientInfo];
  if (clientInfo !== undefined && !isImplementation(clientInfo)) {
    throw malformed(MetaKey.clientInfo, 'needs a name and a version');
  }
  const logLevel = raw[MetaKey.logLevel];
  if (logLevel !== undefined && !LOGGING_LEVELS.includes(logLevel as LoggingLevel)) {
    throw malformed(MetaKey.logLevel, `is not one of ${LOGGING_LEVELS.join(', ')}`);
  }
  const progressToken = raw['progressToken'];
  if (progressToken !== undefined && typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) {
    throw malformed('progressToken', 'is neither a string nor an integer');
  }
  return {
    protocolVersion: version,
    clientInfo,
    clientCapabilities: capabilities as ClientCapabilities,
    logLevel: logLevel as LoggingLevel | undefined,
    progressToken: progressToken as string | number | undefined,
    raw,
  };
}

/**
 * A request without the required fields. An `initialize` comes from a legacy client, which can only show its person
 * the message, so that one names the revisions served here (basic/versioning "Backward Compatibility").
 */
function refuse(request: JsonRpcRequest, meta: Record<string, unknown> | undefined): never {
  if (request.method === 'initialize') {
    const requested = request.params?.['protocolVersion'];
    throw new ProtocolError(
      ErrorCode.UnsupportedProtocolVersion,
      `This server speaks MCP ${STATELESS_VERSIONS.join(', ')}, which has no initialize; use a newer client`,
      { data: { supported: STATELESS_VERSIONS, requested: typeof requested === 'string' ? requested : 'unknown' } },
    );
  }
  throw malformed(
    MetaKey.protocolVersion,
    meta?.[MetaKey.protocolVersion] === undefined ? 'is missing' : 'is not a string',
  );
}

function malformed(key: string, problem: string): ProtocolError {
  return ProtocolError.invalidParams(`Invalid request: _meta[${JSON.stringify(key)}] ${problem}`);
}

/**
 * Objects of objects, which is all that capabilities usually are: what fits here fits the schema, at a tenth of the cost.
 * The schema decides about the rest.
 */
function isNestedRecord(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const key in value) {
    const capability = value[key];
    if (!isRecord(capability)) return false;
    for (const detail in capability) if (!isRecord(capability[detail])) return false;
  }
  return true;
}
