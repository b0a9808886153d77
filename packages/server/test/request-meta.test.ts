/** What every request says of itself: SYSTEM P7 and P8. Specification 2026-07-28, basic/index "_meta", basic/versioning. */
import { Server } from '@mrtr/server';
import { MetaKey, PROTOCOL_VERSIONS } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { failure, result, send } from './support/requests.js';

const calls: unknown[] = [];
const server = new Server(
  { name: 'meta', version: '1.0.0' },
  {
    onCallTool: (ctx) => {
      calls.push(ctx);
      return { content: [] };
    },
  },
);

describe('a request without its protocol fields', () => {
  test.each([
    ['no protocol version', { [MetaKey.protocolVersion]: undefined }, MetaKey.protocolVersion],
    ['a protocol version that is no string', { [MetaKey.protocolVersion]: 20260728 }, MetaKey.protocolVersion],
    ['no client capabilities', { [MetaKey.clientCapabilities]: undefined }, MetaKey.clientCapabilities],
    ['client capabilities that are null', { [MetaKey.clientCapabilities]: null }, MetaKey.clientCapabilities],
    ['client capabilities that are a list', { [MetaKey.clientCapabilities]: [] }, MetaKey.clientCapabilities],
    [
      'a capability that is no object',
      { [MetaKey.clientCapabilities]: { elicitation: true } },
      MetaKey.clientCapabilities,
    ],
    [
      'a mode that is no object',
      { [MetaKey.clientCapabilities]: { elicitation: { form: true } } },
      MetaKey.clientCapabilities,
    ],
    ['a client without a version', { [MetaKey.clientInfo]: { name: 'x' } }, MetaKey.clientInfo],
    ['a client whose name is a number', { [MetaKey.clientInfo]: { name: 7, version: '1' } }, MetaKey.clientInfo],
    ['a client that is null', { [MetaKey.clientInfo]: null }, MetaKey.clientInfo],
    ['a client that is text', { [MetaKey.clientInfo]: 'me' }, MetaKey.clientInfo],
    ['a client without a name', { [MetaKey.clientInfo]: { version: '1' } }, MetaKey.clientInfo],
    ['an unknown log level', { [MetaKey.logLevel]: 'loud' }, MetaKey.logLevel],
    ['a progress token that is an object', { progressToken: {} }, 'progressToken'],
    ['a progress token that is a fraction', { progressToken: 0.5 }, 'progressToken'],
    ['a progress token that JSON can not echo exactly', { progressToken: 2 ** 53 }, 'progressToken'],
  ])('is -32602 that names the field, and its handler does not run: %s', async (_, meta, field) => {
    calls.length = 0;
    const error = await failure(server, 'tools/call', { name: 'x' }, { meta });
    expect(error.code).toBe(-32602);
    expect(error.message).toContain(field);
    expect(calls).toEqual([]);
  });

  test.each([
    ['no params', { jsonrpc: '2.0', id: 1, method: 'tools/call' }],
    ['no _meta', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }],
    ['a _meta that is null', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: null } }],
    ['a _meta that is a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: [] } }],
  ])('is -32602: %s', async (_, message) => {
    expect(await server.exchange(message)).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test('is served all the same without clientInfo, which is optional', async () => {
    expect(
      await result(server, 'tools/call', { name: 'x' }, { meta: { [MetaKey.clientInfo]: undefined } }),
    ).toMatchObject({
      resultType: 'complete',
    });
  });

  test('is told whether a field is missing or malformed', async () => {
    const ofVersion = async (version: unknown) =>
      (await failure(server, 'tools/call', { name: 'x' }, { meta: { [MetaKey.protocolVersion]: version } })).message;
    expect(await ofVersion(undefined)).toContain('missing');
    expect(await ofVersion(7)).toContain('string');
    const message = async (capabilities: unknown) =>
      (await failure(server, 'tools/call', { name: 'x' }, { meta: { [MetaKey.clientCapabilities]: capabilities } }))
        .message;
    expect(await message(undefined)).toContain('missing');
    expect(await message([])).toContain('malformed');
  });

  test('may say more of its client than it must', async () => {
    const clientInfo = { name: 'x', version: '1', title: 'X', websiteUrl: 'https://example.org/' };
    const meta = { [MetaKey.clientInfo]: clientInfo };
    expect(await result(server, 'tools/call', { name: 'x' }, { meta })).toMatchObject({ resultType: 'complete' });
  });

  test('may declare what this revision does not know', async () => {
    const capabilities = { roots: { listChanged: true }, future: 'yes', elicitation: { hologram: 1 } };
    const meta = { [MetaKey.clientCapabilities]: capabilities };
    expect(await result(server, 'tools/call', { name: 'x' }, { meta })).toMatchObject({ resultType: 'complete' });
  });

  test('may bring any other key', async () => {
    const meta = {
      'example.org/trace': { deep: [1] },
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
    };
    expect(await result(server, 'tools/call', { name: 'x' }, { meta })).toMatchObject({ resultType: 'complete' });
  });
});

describe('the version', () => {
  test.each(['1900-01-01', '2025-11-25', '2024-11-05', '2026-07-29', '', 'DRAFT', '__proto__'])(
    '%j is -32022, which tells what is supported and what was asked for',
    async (version) => {
      calls.length = 0;
      const error = await failure(
        server,
        'tools/call',
        { name: 'x' },
        { meta: { [MetaKey.protocolVersion]: version } },
      );
      expect(error).toMatchObject({ code: -32022, data: { supported: [...PROTOCOL_VERSIONS], requested: version } });
      expect(calls).toEqual([]);
    },
  );

  test('is judged before the method is looked up', async () => {
    const meta = { [MetaKey.protocolVersion]: '1900-01-01' };
    expect(await failure(server, 'no/such', {}, { meta })).toMatchObject({ code: -32022 });
  });

  test('is what server/discover offers', async () => {
    expect(await result(server, 'server/discover')).toMatchObject({ supportedVersions: [...PROTOCOL_VERSIONS] });
  });
});

describe('initialize', () => {
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } };

  test('of a legacy client is -32022, and says in its message which versions are served here', async () => {
    const response = await server.exchange({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize });
    expect(response).toMatchObject({
      id: 0,
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } },
    });
    expect((response as { error: { message: string } }).error.message).toContain('2026-07-28');
  });

  test('with a _meta of the legacy era is the same', async () => {
    const params = { ...initialize, _meta: { progressToken: 1 } };
    expect(await server.exchange({ jsonrpc: '2.0', id: 0, method: 'initialize', params })).toMatchObject({
      error: { code: -32022 },
    });
  });

  test('without any params is -32022 too', async () => {
    expect(await server.exchange({ jsonrpc: '2.0', id: 0, method: 'initialize' })).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'] } },
    });
  });

  test('with the _meta of a modern request is a method that does not exist', async () => {
    expect(await send(server, 'initialize', initialize)).toMatchObject({ error: { code: -32601 } });
  });

  test.each(['initialize', 'tools/list', 'server/discover'])('can not be replaced: handle(%j) throws', (method) => {
    expect(() => server.handle(method, {} as never, () => ({}))).toThrow(
      expect.objectContaining({ name: 'ServerError', code: 'invalid_configuration' }),
    );
  });
});
