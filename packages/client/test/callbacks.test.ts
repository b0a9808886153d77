/** The callbacks: SYSTEM C2 and C3. Specification 2026-07-28, client/elicitation, client/sampling, client/roots. */
import { type Ask, Client, type ClientOptions } from '@mrtr/client';
import { settle } from '@mrtr/testing';
import { MetaKey } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import type { OnElicit, OnElicitUrl } from './support/callbacks.js';
import { clientErrorOf } from './support/failure.js';
import {
  accept,
  done,
  fakeServer,
  formRequest,
  interim,
  rootsRequest,
  sampled,
  sampleRequest,
  scripted,
  urlRequest,
} from './support/fake-server.js';

describe('registering a callback declares its capability', () => {
  const onElicit = () => accept('x');
  const onElicitUrl = () => ({ action: 'accept' }) as const;
  const onSample = () => sampled;
  const onListRoots = () => [];
  const cases: [ClientOptions, object][] = [
    [{}, {}],
    [{ onElicit }, { elicitation: { form: {} } }],
    [{ onElicitUrl }, { elicitation: { url: {} } }],
    [{ onElicit, onElicitUrl }, { elicitation: { form: {}, url: {} } }],
    [{ onSample }, { sampling: {} }],
    [{ onSample, capabilities: { sampling: { tools: {} } } }, { sampling: { tools: {} } }],
    [{ onListRoots }, { roots: {} }],
    [{ capabilities: { elicitation: {} } }, { elicitation: { form: {} } }],
    [{ onElicitUrl, capabilities: { elicitation: {} } }, { elicitation: { form: {}, url: {} } }],
    [
      { capabilities: { extensions: { 'vendor.example/x': { a: 1 } } } },
      { extensions: { 'vendor.example/x': { a: 1 } } },
    ],
  ];
  test.each(cases)('%o', async (options, capabilities) => {
    const server = scripted(done());
    await new Client(server, options).callTool('t');
    expect((server.seen[0]!.params['_meta'] as Record<string, unknown>)[MetaKey.clientCapabilities]).toEqual(
      capabilities,
    );
  });

  test('and what the caller does to its options afterwards changes nothing', async () => {
    const server = scripted(done());
    const capabilities: NonNullable<ClientOptions['capabilities']> = { experimental: { a: { b: 1 } } };
    const client = new Client(server, { capabilities });
    capabilities.roots = {};
    capabilities.experimental!['a']!['b'] = 2;
    await client.callTool('t');
    expect((server.seen[0]!.params['_meta'] as Record<string, unknown>)[MetaKey.clientCapabilities]).toEqual({
      experimental: { a: { b: 1 } },
    });
  });
});

describe('a request for a capability that was not declared', () => {
  const onSample = () => sampled;
  const onElicit = () => accept('x');
  const withTools = { ...sampleRequest, params: { ...sampleRequest.params, tools: [] } };
  const withChoice = { ...sampleRequest, params: { ...sampleRequest.params, toolChoice: { mode: 'auto' } } };
  const cases: [string, object, ClientOptions, string][] = [
    ['form', formRequest(), { onElicitUrl: () => ({ action: 'accept' }) }, 'elicitation.form'],
    [
      'form without a mode',
      { method: 'elicitation/create', params: { message: 'm', requestedSchema: {} } },
      {},
      'elicitation.form',
    ],
    ['url', urlRequest(), { onElicit }, 'elicitation.url'],
    ['sampling', sampleRequest, { onElicit }, 'sampling'],
    ['sampling with tools', withTools, { onSample }, 'sampling.tools'],
    ['sampling with a tool choice', withChoice, { onSample }, 'sampling.tools'],
    ['roots', rootsRequest, { onElicit }, 'roots'],
  ];
  test.each(cases)(
    '%s: fails, naming key and kind, asks nobody and sends nothing',
    async (_name, request, options, capability) => {
      const asked = vi.fn<OnElicit>(onElicit);
      const counting = { ...options, ...(options.onElicit && { onElicit: asked }) };
      // The other question of the round is fine, and must not be asked either.
      const requests = options.onElicit ? { fine: formRequest(), odd: request } : { odd: request };
      const server = scripted(interim(requests, 's'));
      const error = await clientErrorOf(new Client(server, counting).callTool('t'));
      expect(error).toMatchObject({ code: 'capability_not_declared', key: 'odd' });
      expect(error.message).toContain(capability);
      expect(error.message).toContain('"odd"');
      expect(asked).not.toHaveBeenCalled();
      expect(server.seen).toHaveLength(1);
    },
  );

  test('a capability that is declared without a callback is refused too, and begin() is named', async () => {
    const server = scripted(interim({ q: formRequest() }, 's'));
    const client = new Client(server, { capabilities: { elicitation: { form: {} } } });
    const error = await clientErrorOf(client.callTool('t'));
    expect(error).toMatchObject({ code: 'no_callback', key: 'q' });
    expect(error.message).toContain('onElicit');
    expect(error.message).toContain('begin');
    expect(server.seen).toHaveLength(1);
  });
});

test('a callback knows the server, the method, the target, the arguments, the key and the round', async () => {
  const asks: Ask[] = [];
  const named = {
    ...interim({ 'q 1': formRequest() }, 's'),
    _meta: { [MetaKey.serverInfo]: { name: 'srv', version: '9' } },
  };
  const server = scripted(named, named, done());
  const client = new Client(server, {
    onElicit: (_params, ask) => {
      asks.push({ ...ask });
      return accept('x');
    },
  });
  await client.callTool('book', { title: 'Emma' });
  expect(asks).toEqual(
    [1, 2].map((round) => ({
      server: { name: 'srv', version: '9' },
      method: 'tools/call',
      target: 'book',
      arguments: { title: 'Emma' },
      key: 'q 1',
      round,
      signal: expect.any(AbortSignal),
    })),
  );
  expect(asks[0]?.signal.aborted).toBe(false);
});

test('a callback of a resource is told its URI and no arguments', async () => {
  const onElicit = vi.fn<OnElicit>(() => accept('x'));
  const server = scripted(interim({ q: formRequest() }), { resultType: 'complete', contents: [] });
  await new Client(server, { onElicit }).readResource('memo://1');
  expect(onElicit.mock.calls[0]?.[1]).toMatchObject({
    method: 'resources/read',
    target: 'memo://1',
    arguments: undefined,
    server: undefined,
  });
});

describe('the callbacks of one round', () => {
  const requests = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, formRequest()]));

  test('run concurrently', async () => {
    const server = scripted(interim(requests(3)), done());
    const started: string[] = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const call = new Client(server, {
      onElicit: async (_params, { key }) => {
        started.push(key);
        await gate;
        return accept(key);
      },
    }).callTool('t');
    await settle();
    expect(started).toEqual(['q0', 'q1', 'q2']);
    release();
    await call;
  });

  test('run at most maxConcurrentInputs at a time, and are all asked', async () => {
    const server = scripted(interim(requests(50)), done());
    let running = 0;
    let most = 0;
    let asked = 0;
    const client = new Client(server, {
      maxConcurrentInputs: 4,
      onElicit: async () => {
        asked++;
        most = Math.max(most, ++running);
        await settle();
        running--;
        return accept('x');
      },
    });
    await client.callTool('t');
    expect([most, asked]).toEqual([4, 50]);
    expect(Object.keys(server.legs[1]?.['inputResponses'] as object)).toEqual(Object.keys(requests(50)));
  });

  test('one that fails ends the call: the others are aborted, and nothing is sent', async () => {
    const server = scripted(interim(requests(3), 's'));
    const aborted: string[] = [];
    const cause = new Error('The person walked away');
    const client = new Client(server, {
      onElicit: (_params, { key, signal }) => {
        if (key === 'q1') throw cause;
        return new Promise(() => signal.addEventListener('abort', () => aborted.push(key)));
      },
    });
    const error = await clientErrorOf(client.callTool('t'));
    expect(error).toMatchObject({ code: 'callback_failed', key: 'q1', cause });
    expect(error.message).toContain('"q1"');
    expect(error.message).not.toContain('walked');
    expect(aborted).toEqual(['q0', 'q2']);
    await settle();
    expect(server.seen).toHaveLength(1);
  });

  test('a rejected promise is a failure too, and those not yet asked are never asked', async () => {
    const server = scripted(interim(requests(9), 's'));
    const asked: string[] = [];
    const client = new Client(server, {
      maxConcurrentInputs: 2,
      onElicit: async (_params, { key }) => {
        asked.push(key);
        await settle();
        return key === 'q0' ? Promise.reject(new Error('no')) : accept('x');
      },
    });
    const error = await clientErrorOf(client.callTool('t'));
    expect(error).toMatchObject({ code: 'callback_failed', key: 'q0' });
    await settle();
    await settle();
    expect(asked).not.toContain('q8');
    expect(server.seen).toHaveLength(1);
  });

  test('what the others still return or throw after a failure is dropped', async () => {
    const server = scripted(interim(requests(3), 's'));
    let late: (() => void)[] = [];
    const client = new Client(server, {
      onElicit: (_params, { key }) =>
        new Promise((resolve, reject) => {
          if (key === 'q0') reject(new Error('no'));
          else late.push(() => (key === 'q1' ? resolve(accept('late')) : reject(new Error('late'))));
        }),
    });
    await clientErrorOf(client.callTool('t'));
    late.forEach((settleLate) => settleLate());
    late = [];
    await settle();
    expect(server.seen).toHaveLength(1);
  });

  test('a signal that is read after the failure is aborted already', async () => {
    const server = scripted(interim(requests(2), 's'));
    let other: Ask | undefined;
    const client = new Client(server, {
      onElicit: (_params, ask) => {
        if (ask.key === 'q0') {
          other = ask;
          return new Promise(() => undefined);
        }
        throw new Error('no');
      },
    });
    await clientErrorOf(client.callTool('t'));
    expect(other?.signal.aborted).toBe(true);
  });

  test('a person who declines or cancels answers, and the call goes on', async () => {
    const server = scripted(interim({ a: formRequest(), b: formRequest() }), done());
    const client = new Client(server, {
      onElicit: (_params, { key }) => ({ action: key === 'a' ? 'decline' : 'cancel', content: { word: 'half-typed' } }),
    });
    expect(await client.callTool('t')).toEqual(done());
    // What was typed before is nobody's business.
    expect(server.legs[1]?.['inputResponses']).toEqual({ a: { action: 'decline' }, b: { action: 'cancel' } });
  });
});

describe('URL elicitation', () => {
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://example.org/1',
    'https://user:secret@example.org/',
    'https://user@example.org/',
    'https://example.org\\@evil.example/',
    'https://example.org/\u202Egro.live',
    'https://exa\tmple.org/',
    'https://example.org/a b',
    '//example.org/',
    'example.org',
    '',
    42,
    null,
    undefined,
  ];
  test.each(refused)('%j never reaches the callback', async (url) => {
    const request = { method: 'elicitation/create', params: { mode: 'url', message: 'Log in', url } };
    const server = scripted(interim({ login: request }, 's'));
    const onElicitUrl = vi.fn<OnElicitUrl>(() => ({ action: 'accept' }) as const);
    const client = new Client(server, { onElicitUrl });
    const error = await clientErrorOf(client.callTool('t'));
    expect(error).toMatchObject({ code: 'invalid_question', key: 'login' });
    expect(error.message).not.toContain('secret');
    expect(onElicitUrl).not.toHaveBeenCalled();
    expect(server.seen).toHaveLength(1);
  });

  test.each(['https://example.org/login?state=a%20b#x', 'http://127.0.0.1:8080/', 'https://xn--mnchen-3ya.example/'])(
    '%s is offered as it is, and no content goes back',
    async (url) => {
      const server = scripted(interim({ login: urlRequest(url) }), done());
      const onElicitUrl = vi.fn<OnElicitUrl>(() => ({ action: 'accept', content: { token: 'x' } }) as const);
      const client = new Client(server, { onElicitUrl });
      await client.callTool('t');
      expect(onElicitUrl.mock.calls.map(([params]) => params.url)).toEqual([url]);
      expect(server.legs[1]?.['inputResponses']).toEqual({ login: { action: 'accept' } });
    },
  );
});

test('one interim result that mixes all kinds asks each callback once', async () => {
  const server = fakeServer((_request, leg) =>
    leg === 1 ? interim({ f: formRequest(), u: urlRequest(), s: sampleRequest, r: rootsRequest }) : done(),
  );
  const asked: string[] = [];
  const answering =
    <T>(answer: T) =>
    (_params: unknown, { key }: Ask): T => {
      asked.push(key);
      return answer;
    };
  await new Client(server, {
    onElicit: answering(accept('x')),
    onElicitUrl: answering({ action: 'decline' } as const),
    onSample: answering(sampled),
    onListRoots: (ask) => answering({ roots: [] })(undefined, ask),
  }).callTool('t');
  expect(asked).toEqual(['f', 'u', 's', 'r']);
});
