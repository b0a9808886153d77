import {
  ErrorCode,
  eraOf,
  HeaderMismatchErrorSchema,
  InvalidParamsErrorSchema,
  isProtocolVersion,
  LATEST_PROTOCOL_VERSION,
  LEGACY_PROTOCOL_VERSIONS,
  LegacyErrorCode,
  LOGGING_LEVELS,
  MetaKey,
  MethodNotFoundErrorSchema,
  MissingRequiredClientCapabilityErrorSchema,
  MODERN_PROTOCOL_VERSIONS,
  PROTOCOL_VERSIONS,
  ProtocolError,
  RequestMetaObjectSchema,
  UnsupportedProtocolVersionErrorSchema,
} from '@mrtr/types';
import { describe, expect, it } from 'vitest';
import { type $ZodType, safeParse } from 'zod/v4/core';

const wire = ({ code, message, data }: ProtocolError) => ({ code, message, ...(data !== undefined && { data }) });
const response = (error: ProtocolError) => ({ jsonrpc: '2.0', id: 1, error: wire(error) });

describe('an error for the other side', () => {
  it.each<[string, unknown, $ZodType]>([
    ['invalid parameters', wire(ProtocolError.invalidParams('a')), InvalidParamsErrorSchema],
    ['an unknown resource', wire(ProtocolError.resourceNotFound('a:')), InvalidParamsErrorSchema],
    ['an unknown method', wire(ProtocolError.methodNotFound('a')), MethodNotFoundErrorSchema],
    ['a header that disagrees', response(ProtocolError.headerMismatch('a')), HeaderMismatchErrorSchema],
    [
      'a missing capability',
      response(ProtocolError.missingCapability({ roots: {} })),
      MissingRequiredClientCapabilityErrorSchema,
    ],
    [
      'an unknown revision',
      response(ProtocolError.unsupportedVersion('1900-01-01', PROTOCOL_VERSIONS)),
      UnsupportedProtocolVersionErrorSchema,
    ],
  ])('is what the specification says of %s', (_, error, schema) => {
    expect(safeParse(schema, error).error?.issues).toBeUndefined();
  });

  it('keeps its cause to itself', () => {
    const error = new ProtocolError(ErrorCode.InternalError, 'Internal error', { cause: new Error('secret') });
    expect(error.cause).toBeInstanceOf(Error);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('ProtocolError');
  });

  it('has the codes of the specification', () => {
    expect(ErrorCode).toEqual({
      ParseError: -32700,
      InvalidRequest: -32600,
      MethodNotFound: -32601,
      InvalidParams: -32602,
      InternalError: -32603,
      HeaderMismatch: -32020,
      MissingRequiredClientCapability: -32021,
      UnsupportedProtocolVersion: -32022,
    });
    expect(LegacyErrorCode).toEqual({ ResourceNotFound: -32002, UrlElicitationRequired: -32042 });
  });
});

describe('the revisions', () => {
  it('are listed newest first, each in one era', () => {
    expect([...PROTOCOL_VERSIONS]).toEqual([...PROTOCOL_VERSIONS].toSorted().toReversed());
    expect([...MODERN_PROTOCOL_VERSIONS, ...LEGACY_PROTOCOL_VERSIONS]).toEqual([...PROTOCOL_VERSIONS]);
    expect(PROTOCOL_VERSIONS[0]).toBe(LATEST_PROTOCOL_VERSION);
    expect(PROTOCOL_VERSIONS.at(-1)).toBe('2024-11-05');
    expect(MODERN_PROTOCOL_VERSIONS.map(eraOf)).toEqual(['modern']);
    expect(new Set(LEGACY_PROTOCOL_VERSIONS.map(eraOf))).toEqual(new Set(['legacy']));
  });

  it('are told from any other value', () => {
    expect(PROTOCOL_VERSIONS.every(isProtocolVersion)).toBe(true);
    for (const other of ['2024-10-07', '2026-07-29', '', 'constructor', null, undefined, 20260728]) {
      expect(isProtocolVersion(other)).toBe(false);
    }
  });
});

describe('the other tables', () => {
  it('order the levels of logging by severity', () => {
    expect(LOGGING_LEVELS).toEqual(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']);
  });

  it('name the keys of _meta as its schemas do', () => {
    const missing = (safeParse(RequestMetaObjectSchema, {}).error?.issues ?? []).map(({ path }) => path[0]);
    expect(new Set(missing)).toEqual(new Set([MetaKey.clientCapabilities, MetaKey.protocolVersion]));
    for (const name of [MetaKey.clientInfo, MetaKey.logLevel, MetaKey.progressToken]) {
      const value = { [MetaKey.protocolVersion]: '', [MetaKey.clientCapabilities]: {}, [name]: {} };
      const paths = (safeParse(RequestMetaObjectSchema, value).error?.issues ?? []).map(({ path }) => path[0]);
      expect(new Set(paths)).toEqual(new Set([name]));
    }
  });
});
