/**
 * The errors that cross the wire: JSON-RPC's own codes and the three that MCP defines.
 *
 * Specification 2026-07-28, basic/index "Error Codes".
 */
import type { ClientCapabilities } from './capabilities.js';

/** The codes that this revision of the protocol defines or takes over from JSON-RPC 2.0. */
export const ErrorCode = {
  /** The message was not JSON. */
  ParseError: -32700,
  /** The JSON was not a request. */
  InvalidRequest: -32600,
  /** The method does not exist here. */
  MethodNotFound: -32601,
  /** The parameters do not fit the method. */
  InvalidParams: -32602,
  /** The server failed, and says no more about it. */
  InternalError: -32603,
  /** HTTP headers and body disagree. */
  HeaderMismatch: -32020,
  /** The client did not declare a capability that the request needs. */
  MissingRequiredClientCapability: -32021,
  /** The server does not speak the requested revision. */
  UnsupportedProtocolVersion: -32022,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Codes of earlier revisions, which are never given another meaning. A modern server does not send them. */
export const LegacyErrorCode = {
  /** The resource does not exist: 2025-11-25 and earlier, now `InvalidParams`. Clients still accept it. */
  ResourceNotFound: -32002,
  /** The person has to visit a page first: 2025-11-25 only. */
  UrlElicitationRequired: -32042,
} as const;

export type LegacyErrorCode = (typeof LegacyErrorCode)[keyof typeof LegacyErrorCode];

/**
 * An error meant for the other side: its code, message and data cross the wire as they are, its `cause` never does.
 * Throw it in a handler to answer with a particular JSON-RPC error; a client throws it for an error it was answered with.
 */
export class ProtocolError extends Error {
  override readonly name: string = 'ProtocolError';
  /** The JSON-RPC error code. */
  readonly code: number;
  /** What the receiver may read beside the message. Must be JSON. */
  readonly data: unknown;

  constructor(code: number, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data;
  }

  /** -32602: the parameters do not fit the method. */
  static invalidParams(message: string, options?: { data?: unknown; cause?: unknown }): ProtocolError {
    return new ProtocolError(ErrorCode.InvalidParams, message, options);
  }

  /** -32601: no such method, or one behind a capability that is not advertised. */
  static methodNotFound(method: string): ProtocolError {
    return new ProtocolError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
  }

  /** -32602 with the URI as data, for a resource that does not exist (server/resources "Error Handling"). */
  static resourceNotFound(uri: string): ProtocolError {
    return new ProtocolError(ErrorCode.InvalidParams, 'Resource not found', { data: { uri } });
  }

  /** -32020, with what disagrees (basic/transports/streamable-http "Server Validation"). */
  static headerMismatch(message: string): ProtocolError {
    return new ProtocolError(ErrorCode.HeaderMismatch, `Header mismatch: ${message}`);
  }

  /** -32021 naming exactly what is missing (basic/index "Per-request protocol fields"). */
  static missingCapability(requiredCapabilities: ClientCapabilities): ProtocolError {
    return new ProtocolError(
      ErrorCode.MissingRequiredClientCapability,
      'The client did not declare a capability that this request needs',
      { data: { requiredCapabilities } },
    );
  }

  /** -32022, with the revisions to choose from (basic/versioning "Protocol Version Negotiation"). */
  static unsupportedVersion(requested: string, supported: readonly string[]): ProtocolError {
    return new ProtocolError(ErrorCode.UnsupportedProtocolVersion, 'Unsupported protocol version', {
      data: { supported: [...supported], requested },
    });
  }
}
