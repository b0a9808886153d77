/** Single legs: SYSTEM C8. Specification 2026-07-28, basic/patterns/mrtr. */
import { Client } from '@mrtr/client';
import type { CallToolResult, GetPromptResult, InputRequiredResult, ReadResourceResult } from '@mrtr/types';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { clientErrorOf } from './support/failure.js';
import { accept, done, formRequest, interim, scripted, urlRequest } from './support/fake-server.js';

const declared = { capabilities: { elicitation: {} } };

describe('client.session', () => {
  test('returns an interim result to a caller that allows it, and sends what that caller gives', async () => {
    const server = scripted(interim({ q: formRequest() }, ''), done());
    const { session } = new Client(server, declared);
    const first = await session.callTool('t', { a: 1 }, { allowInputRequired: true });
    expect(first).toEqual(interim({ q: formRequest() }, ''));
    if (first.resultType !== 'input_required') return expect.fail();
    const { requestState } = first;
    const inputResponses = { q: accept('x') };
    const second = await session.callTool('t', { a: 1 }, { allowInputRequired: true, inputResponses, requestState });
    expect(second).toEqual(done());
    expect(server.legs).toEqual([
      { name: 't', arguments: { a: 1 } },
      { name: 't', arguments: { a: 1 }, requestState: '', inputResponses },
    ]);
  });

  test('throws at an interim result otherwise, and the error has the call to go on with', async () => {
    const server = scripted(interim({ q: formRequest() }, 's'), done());
    const client = new Client(server, { onElicit: () => accept('x') });
    const error = await clientErrorOf(client.session.callTool('t'));
    expect(error.code).toBe('input_required');
    expect(error.message).toContain('allowInputRequired');
    expect(server.seen).toHaveLength(1);
    expect(await client.resume(error.pending).run()).toEqual(done());
  });

  test('has prompts and resources as well', async () => {
    const server = scripted(interim(undefined, 's'));
    const { session } = new Client(server);
    const options = { allowInputRequired: true, requestState: 'r' } as const;
    expect(await session.getPrompt('p', { a: '1' }, options)).toEqual(interim(undefined, 's'));
    expect(await session.readResource('memo://1', options)).toEqual(interim(undefined, 's'));
    expect((await clientErrorOf(session.getPrompt('p'))).code).toBe('input_required');
    expect((await clientErrorOf(session.readResource('memo://1'))).code).toBe('input_required');
    expect(server.seen.map(({ method }) => method)).toEqual([
      'prompts/get',
      'resources/read',
      'prompts/get',
      'resources/read',
    ]);
    expect(server.legs.slice(0, 2)).toEqual([
      { name: 'p', arguments: { a: '1' }, requestState: 'r' },
      { uri: 'memo://1', requestState: 'r' },
    ]);
  });

  test('hands out no question that this client did not declare, and no URL that must not be opened', async () => {
    const options = { allowInputRequired: true } as const;
    const { session } = new Client(scripted(interim({ q: urlRequest() })), declared);
    expect((await clientErrorOf(session.callTool('t', {}, options))).code).toBe('capability_not_declared');
    const capabilities = { elicitation: { url: {} } };
    const other = new Client(scripted(interim({ q: urlRequest('javascript:alert(1)') })), { capabilities });
    expect((await clientErrorOf(other.session.callTool('t', {}, options))).code).toBe('invalid_question');
  });

  test.each([{ inputResponses: [] }, { inputResponses: 'x' }, { requestState: null }, { requestState: 1 }])(
    'refuses %o before anything is sent',
    async (options) => {
      const server = scripted(done());
      const call = new Client(server).session.callTool('t', {}, options as never);
      expect((await clientErrorOf(call)).code).toBe('invalid_option');
      expect(server.seen).toHaveLength(0);
    },
  );

  test('its types say what comes back', () => {
    const { session } = new Client(scripted(done()));
    const check = () => {
      expectTypeOf(session.callTool('t')).resolves.toEqualTypeOf<CallToolResult>();
      expectTypeOf(session.callTool('t', {}, { allowInputRequired: false })).resolves.toEqualTypeOf<CallToolResult>();
      expectTypeOf(session.callTool('t', {}, { allowInputRequired: true })).resolves.toEqualTypeOf<
        CallToolResult | InputRequiredResult
      >();
      expectTypeOf(session.callTool('t', {}, { allowInputRequired: Math.random() > 0.5 })).resolves.toEqualTypeOf<
        CallToolResult | InputRequiredResult
      >();
      expectTypeOf(session.getPrompt('p')).resolves.toEqualTypeOf<GetPromptResult>();
      expectTypeOf(session.getPrompt('p', {}, { allowInputRequired: true })).resolves.toEqualTypeOf<
        GetPromptResult | InputRequiredResult
      >();
      expectTypeOf(session.readResource('u')).resolves.toEqualTypeOf<ReadResourceResult>();
      expectTypeOf(session.readResource('u', { allowInputRequired: true })).resolves.toEqualTypeOf<
        ReadResourceResult | InputRequiredResult
      >();
    };
    expect(check).toBeTypeOf('function');
  });
});
