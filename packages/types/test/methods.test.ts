import {
  ClientRequestSchema,
  ServerNotificationSchema,
  InputRequiredResultSchema,
  isMethodName,
  methods,
  methodSpec,
  notifications,
  notificationSpec,
} from '@mrtr/types';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

const rows = Object.entries(methods).map(([name, spec]) => ({ name, ...spec }));
const named = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).map(({ name }) => name);

describe('the table of methods', () => {
  it('has the ten requests of a client', () => {
    expect(named(() => true)).toEqual([
      'server/discover',
      'tools/list',
      'tools/call',
      'prompts/list',
      'prompts/get',
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'completion/complete',
      'subscriptions/listen',
    ]);
  });

  it('lets three of them have an interim result', () => {
    expect(named(({ interim }) => interim)).toEqual(['tools/call', 'prompts/get', 'resources/read']);
  });

  it('has six whose final results carry cache hints', () => {
    expect(named(({ cacheable }) => cacheable)).toEqual([
      'server/discover',
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'resources/read',
    ]);
  });

  it('knows the parameter that names what is called', () => {
    expect(rows.filter(({ target }) => target !== undefined).map(({ name, target }) => [name, target])).toEqual([
      ['tools/call', 'name'],
      ['prompts/get', 'name'],
      ['resources/read', 'uri'],
    ]);
  });

  it('knows the capability that a method belongs to', () => {
    expect(Object.fromEntries(rows.map(({ name, capability }) => [name, capability]))).toEqual({
      'server/discover': undefined,
      'tools/list': 'tools',
      'tools/call': 'tools',
      'prompts/list': 'prompts',
      'prompts/get': 'prompts',
      'resources/list': 'resources',
      'resources/templates/list': 'resources',
      'resources/read': 'resources',
      'completion/complete': 'completions',
      'subscriptions/listen': undefined,
    });
  });

  it.each(rows)('requires the _meta of $name', ({ params }) => {
    const issues = safeParse(params, {}).error?.issues ?? [];
    expect(issues.map(({ path }) => path)).toContainEqual(['_meta']);
  });

  it.each(rows)('demands cache hints of $name where it is cacheable', ({ result, cacheable }) => {
    const issues = safeParse(result, { resultType: 'complete' }).error?.issues ?? [];
    const paths = new Set(issues.map(({ path }) => path.join('.')));
    expect(paths.has('ttlMs')).toBe(cacheable);
    expect(paths.has('cacheScope')).toBe(cacheable);
  });

  it.each(rows)('takes no interim result for the final one of $name', ({ result }) => {
    const interim = { resultType: 'input_required', requestState: 's' };
    expect(safeParse(InputRequiredResultSchema, interim).success).toBe(true);
    expect(safeParse(result, interim).success).toBe(false);
  });

  it.each(rows.filter(({ interim }) => interim))('lets $name be tried again with answers and a state', ({ params }) => {
    const retry = { _meta, name: 'a', uri: 'a:', inputResponses: { region: { action: 'decline' } }, requestState: '' };
    expect(safeParse(params, retry).success).toBe(true);
    expect(safeParse(params, { ...retry, requestState: 7 }).success).toBe(false);
    expect(safeParse(params, { ...retry, inputResponses: { region: {} } }).success).toBe(false);
  });

  it.each(rows)('agrees with the schema of a client’s request about $name', ({ name, params }) => {
    const values = [{ _meta }, { _meta, name: 'a' }, { _meta, uri: 'a:' }, { _meta, notifications: {} }, {}];
    for (const value of values) {
      const request = { jsonrpc: '2.0', id: 1, method: name, params: value };
      expect(safeParse(ClientRequestSchema, request).success).toBe(safeParse(params, value).success);
    }
  });

  it('lets a completion have a hundred suggestions, and no more', () => {
    const completion = (length: number) => ({
      resultType: 'complete',
      completion: { values: Array.from({ length }, () => 'a'), total: 1000 },
    });
    expect(safeParse(methods['completion/complete'].result, completion(100)).success).toBe(true);
    expect(safeParse(methods['completion/complete'].result, completion(101)).success).toBe(false);
  });

  it('is read by own keys alone', () => {
    expect(methodSpec('tools/call')).toBe(methods['tools/call']);
    for (const name of ['constructor', '__proto__', 'toString', '', 'tools/Call', 'initialize', 'ping']) {
      expect(methodSpec(name)).toBeUndefined();
      expect(isMethodName(name)).toBe(false);
    }
  });
});

describe('the table of notifications', () => {
  it.each(Object.entries(notifications))(
    'agrees with the schema of a server’s notification about %s',
    (method, spec) => {
      expect(notificationSpec(method)).toBe(spec);
      const accepted = (params: object | undefined) =>
        safeParse(ServerNotificationSchema, { jsonrpc: '2.0', method, ...(params && { params }) }).success;
      expect(accepted(undefined)).toBe(spec.bare);
      for (const params of [
        {},
        { requestId: 1 },
        { uri: 'a:' },
        { level: 'info', data: null },
        { notifications: {} },
      ]) {
        expect(accepted(params)).toBe(safeParse(spec.params, params).success);
      }
    },
  );

  it('names the member of the filter that asks for each', () => {
    const filters = Object.entries(notifications).flatMap(([name, { filter }]) => (filter ? [[filter, name]] : []));
    expect(Object.fromEntries(filters)).toEqual({
      toolsListChanged: 'notifications/tools/list_changed',
      promptsListChanged: 'notifications/prompts/list_changed',
      resourcesListChanged: 'notifications/resources/list_changed',
      resourceSubscriptions: 'notifications/resources/updated',
    });
  });

  it('lets a client send no other than a cancellation', () => {
    const both = Object.entries(notifications).filter(([, { from }]) => from === 'both');
    expect(both.map(([name]) => name)).toEqual(['notifications/cancelled']);
  });

  it('is read by own keys alone', () => {
    for (const name of ['constructor', '__proto__', 'notifications/initialized']) {
      expect(notificationSpec(name)).toBeUndefined();
    }
  });
});
