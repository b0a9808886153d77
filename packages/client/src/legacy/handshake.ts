/**
 * The handshake that opens a session: who the client is and what it can do, against the same of the server.
 *
 * Specification 2025-11-25, basic/lifecycle "Initialization".
 */
import type { ClientSession } from '@mrtr/transport';
import {
  type ClientCapabilities,
  type Implementation,
  isImplementation,
  LEGACY_PROTOCOL_VERSIONS,
  type LegacyProtocolVersion,
  ProtocolError,
  type ServerCapabilities,
  ServerCapabilitiesSchema,
} from '@mrtr/types';
import { ClientError, quote } from '../client-error.js';
import { isRecord, type JsonRecord, own } from '../json-guards.js';

/** What both sides agreed on. */
export interface Agreement {
  readonly version: LegacyProtocolVersion;
  readonly serverInfo: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string | undefined;
}

/**
 * Shakes hands.
 * @param version the revision to ask for; the server may settle for another one.
 * @throws {ProtocolError} what the server answers with, where that is an error.
 * @throws {ClientError} `unsupported_version` for a revision that this client does not speak, `invalid_result` for an answer
 * that is none.
 */
export async function shakeHands(
  session: ClientSession,
  version: LegacyProtocolVersion,
  clientInfo: Implementation,
  capabilities: ClientCapabilities,
): Promise<Agreement> {
  const params = { protocolVersion: version, clientInfo, capabilities };
  const response = await session.send({ jsonrpc: '2.0', id: 'initialize', method: 'initialize', params });
  if ('error' in response) {
    const { code, message, data } = response.error;
    throw new ProtocolError(code, message, { data });
  }
  const agreement = readAgreement(response.result);
  session.agreed(agreement.version);
  await session.notify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return agreement;
}

function readAgreement(result: JsonRecord): Agreement {
  const version = own(result, 'protocolVersion');
  const serverInfo = own(result, 'serverInfo');
  const capabilities = own(result, 'capabilities') ?? {};
  const instructions = own(result, 'instructions');
  if (!isLegacyVersion(version)) {
    throw new ClientError(
      'unsupported_version',
      `The server wants to speak ${typeof version === 'string' ? quote(version) : 'no version'}, which this client does not`,
    );
  }
  if (!isImplementation(serverInfo)) throw invalid('serverInfo');
  if (!isRecord(capabilities) || !ServerCapabilitiesSchema.safeParse(capabilities).success)
    throw invalid('capabilities');
  return {
    version,
    serverInfo,
    capabilities,
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

function isLegacyVersion(version: unknown): version is LegacyProtocolVersion {
  return (LEGACY_PROTOCOL_VERSIONS as readonly unknown[]).includes(version);
}

function invalid(member: string): ClientError {
  return new ClientError('invalid_result', `The server's result of initialize is invalid: ${member} does not fit`);
}
