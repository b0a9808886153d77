import {
  isJsonRpcErrorResponse,
  isJsonRpcNotification,
  isJsonRpcRequest,
  isJsonRpcResponse,
  isJsonRpcResultResponse,
  isRequestId,
  JsonRpcErrorResponseSchema,
  JsonRpcNotificationSchema,
  JsonRpcRequestSchema,
  RequestIdSchema,
} from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { mutations } from './support/mutations.js';
import { values } from './support/values.js';

const guards = { isJsonRpcRequest, isJsonRpcNotification, isJsonRpcResultResponse, isJsonRpcErrorResponse };
const kinds = (message: unknown) => Object.entries(guards).flatMap(([name, guard]) => (guard(message) ? [name] : []));

const id = fc.oneof(
  values.RequestId,
  fc.constantFrom(null, undefined, 0.5, NaN, Infinity, 2 ** 53, -(2 ** 53), true, {}, [], '', 0, -0),
);

describe('the guards of the envelopes', () => {
  it.each([
    ['a request', { jsonrpc: '2.0', id: 0, method: '' }, 'isJsonRpcRequest'],
    ['a request with params', { jsonrpc: '2.0', id: '', method: 'a', params: {} }, 'isJsonRpcRequest'],
    ['a notification', { jsonrpc: '2.0', method: 'a' }, 'isJsonRpcNotification'],
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }, 'isJsonRpcResultResponse'],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }, 'isJsonRpcErrorResponse'],
    ['an error without an id', { jsonrpc: '2.0', error: { code: 1, message: '' } }, 'isJsonRpcErrorResponse'],
  ])('know %s', (_, message, kind) => {
    expect(kinds(message)).toEqual([kind]);
    expect(isJsonRpcResponse(message)).toBe(kind.endsWith('Response'));
  });

  it.each([
    ['null', null],
    ['a string', '{"jsonrpc":"2.0"}'],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'a' }]],
    ['an empty batch', []],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'a' }],
    ['no version', { id: 1, method: 'a' }],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'a' }],
    ['a fractional id', { jsonrpc: '2.0', id: 0.5, method: 'a' }],
    ['an id that JSON can’t carry', { jsonrpc: '2.0', id: 2 ** 53, method: 'a' }],
    ['params in a list', { jsonrpc: '2.0', id: 1, method: 'a', params: [] }],
    ['params of null', { jsonrpc: '2.0', id: 1, method: 'a', params: null }],
    ['no method', { jsonrpc: '2.0', id: 1, params: {} }],
    ['a result in a list', { jsonrpc: '2.0', id: 1, result: [] }],
    ['a result without an id', { jsonrpc: '2.0', result: {} }],
    ['a result and an error', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } }],
    ['an error without a message', { jsonrpc: '2.0', id: 1, error: { code: 1 } }],
    ['an error with a fractional code', { jsonrpc: '2.0', id: 1, error: { code: 1.5, message: '' } }],
    ['an error with a null id', { jsonrpc: '2.0', id: null, error: { code: 1, message: '' } }],
  ])('refuse %s', (_, message) => {
    expect(kinds(message)).toEqual([]);
    expect(isJsonRpcResponse(message)).toBe(false);
  });

  it('take a message for one kind at most, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), values.JsonRpcMessage), (message) => {
        expect(kinds(message).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    ['request', values.JsonRpcRequest, isJsonRpcRequest, JsonRpcRequestSchema],
    ['error', values.JsonRpcErrorResponse, isJsonRpcErrorResponse, JsonRpcErrorResponseSchema],
  ] as const)('agree with the schema of a %s', (_, valid, guard, schema) => {
    fc.assert(
      fc.property(valid as fc.Arbitrary<unknown>, (message) => {
        expect(guard(message)).toBe(true);
        for (const { what, value } of mutations(message)) {
          expect({ what, fits: guard(value) }).toEqual({ what, fits: safeParse(schema, value).success });
        }
      }),
    );
  });

  it('agree with the schema of a notification, which an id makes something else', () => {
    fc.assert(
      fc.property(values.JsonRpcNotification, id, (message, other) => {
        expect(isJsonRpcNotification(message)).toBe(true);
        for (const { what, value } of mutations(message)) {
          const { success } = safeParse(JsonRpcNotificationSchema, value);
          expect({ what, fits: isJsonRpcNotification(value) }).toEqual({ what, fits: success });
        }
        expect(isJsonRpcNotification({ ...message, id: other })).toBe(other === undefined);
      }),
    );
  });

  it('agree with the schema of an id', () => {
    fc.assert(
      fc.property(id, (value) => {
        expect(isRequestId(value)).toBe(safeParse(RequestIdSchema, value).success);
      }),
    );
  });
});
