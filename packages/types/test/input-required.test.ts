import {
  CallToolRequestParamsSchema,
  ElicitRequestParamsSchema,
  ElicitResultSchema,
  GetPromptRequestParamsSchema,
  InputRequestsSchema,
  InputRequiredResultSchema,
  InputResponsesSchema,
  isInputRequired,
  LegacyResultSchema,
  ResultSchema,
  resultTypeOf,
} from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { key } from './support/primitives.js';
import { values } from './support/values.js';

const interim = { resultType: 'input_required' };
const accepts = (members: object) => safeParse(InputRequiredResultSchema, { ...interim, ...members }).success;
const roots = { method: 'roots/list' };

/** An object with this own key, `__proto__` among them. */
const own = (name: string, value: unknown): object => Object.fromEntries([[name, value]]);

describe('an interim result', () => {
  it('asks for something, carries a state, or both', () => {
    expect(accepts({})).toBe(false);
    expect(accepts({ inputRequests: {} })).toBe(false);
    expect(accepts({ requestState: '' })).toBe(true);
    expect(accepts({ inputRequests: {}, requestState: '' })).toBe(true);
    expect(accepts({ inputRequests: { a: roots } })).toBe(true);
    expect(accepts({ inputRequests: { a: roots }, requestState: 's' })).toBe(true);
    expect(accepts({ inputRequests: own('__proto__', roots) })).toBe(true);
    expect(accepts({ requestState: null })).toBe(false);
  });

  it('asks by one of three methods', () => {
    for (const method of ['tools/call', 'ping', '', 'constructor', 7, null]) {
      expect(accepts({ inputRequests: { a: { method, params: {} } } })).toBe(false);
    }
  });

  it('carries no cache hints that anybody would look at', () => {
    expect(safeParse(InputRequiredResultSchema, { ...interim, requestState: '', ttlMs: 'x' }).success).toBe(true);
  });

  it('is told by its type alone', () => {
    expect(isInputRequired(interim)).toBe(true);
    for (const other of [{ resultType: 'complete' }, {}, { resultType: null }, null, undefined, 'input_required', 7]) {
      expect(isInputRequired(other)).toBe(false);
    }
  });
});

describe('keys that a peer chooses', () => {
  it('are data, whatever they are', () => {
    fc.assert(
      fc.property(fc.oneof(key, fc.string()), values.InputRequest, (name, request) => {
        expect(safeParse(InputRequestsSchema, own(name, request)).success).toBe(true);
        expect(safeParse(InputRequestsSchema, own(name, { ...request, method: 'other' })).success).toBe(false);
      }),
    );
  });

  it('lead to what is wrong', () => {
    fc.assert(
      fc.property(key, (name) => {
        const map = own(name, { method: 'elicitation/create', params: { message: 7, mode: 'url', url: 'a:' } });
        const issues = safeParse(InputRequestsSchema, map).error?.issues ?? [];
        expect(issues.map(({ path }) => path)).toEqual([[name, 'params', 'message']]);
        expect(issues[0]).toMatchObject({ code: 'invalid_type', expected: 'string' });
      }),
    );
  });

  it.each([
    ['inputRequests', InputRequestsSchema, (map: object) => map, {}],
    ['inputResponses', InputResponsesSchema, (map: object) => map, {}],
    ['the content of a form', ElicitResultSchema, (map: object) => ({ action: 'accept', content: map }), {}],
    [
      'the fields of a form',
      ElicitRequestParamsSchema,
      (map: object) => ({ message: '', requestedSchema: { type: 'object', properties: map } }),
      7,
    ],
  ] as const)('are all checked in %s', (_, schema, inside, wrong) => {
    for (const name of ['__proto__', 'constructor', 'toString', '', 'a']) {
      expect(safeParse(schema, inside({})).success).toBe(true);
      expect(safeParse(schema, inside(own(name, wrong))).success).toBe(false);
    }
  });

  it('are all checked in the arguments of a prompt', () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const prompt = (args: unknown) => ({ _meta, name: 'a', arguments: args });
    expect(safeParse(GetPromptRequestParamsSchema, prompt(own('__proto__', 'a'))).success).toBe(true);
    expect(safeParse(GetPromptRequestParamsSchema, prompt(own('__proto__', 7))).success).toBe(false);
    expect(safeParse(CallToolRequestParamsSchema, prompt(own('__proto__', 7))).success).toBe(true);
    for (const args of [null, [], 'a']) {
      expect(safeParse(CallToolRequestParamsSchema, prompt(args)).success).toBe(false);
    }
  });

  it('keep their values: what is returned is the same map', () => {
    const map = own('__proto__', { action: 'decline', 'vendor.example/note': 1 });
    expect(safeParse(InputResponsesSchema, map).data).toBe(map);
  });
});

describe('the type of a result', () => {
  it('is complete where an older server leaves it out', () => {
    expect(resultTypeOf({})).toBe('complete');
    expect(resultTypeOf({ resultType: 'input_required' })).toBe('input_required');
    expect(resultTypeOf({ resultType: 'vendor' })).toBe('vendor');
    for (const resultType of [null, 7, {}]) expect(resultTypeOf({ resultType })).toBeUndefined();
  });

  it('is required of a server of this revision', () => {
    expect(safeParse(ResultSchema, {}).success).toBe(false);
    expect(safeParse(LegacyResultSchema, {}).success).toBe(true);
    expect(safeParse(LegacyResultSchema, { resultType: 'input_required' }).success).toBe(false);
  });
});
