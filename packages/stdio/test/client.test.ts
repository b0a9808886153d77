/** Servers that run as child processes, sound ones and others: nothing hangs, and nothing is silent. */
import { TransportError } from '@mrtr/transport';
import { describe, expect, test, vi } from 'vitest';
import { defaultEnvironment, stdioTransport } from '../src/node-client.js';
import { connectionTo, script, transportTo } from './support/children.js';
import { callOf, cancelOf, progressOf, requestOf } from './support/messages.js';

const ECHO = 'onMessage((message) => respond(message, { echo: message.params.arguments, pid: process.pid }));';

/** What a promise rejects with. */
async function failureOf(promise: Promise<unknown>): Promise<TransportError> {
  const error = await promise.then(
    () => expect.fail('It did not reject'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

function resultOf(response: object): Record<string, unknown> {
  return (response as { result: Record<string, unknown> }).result;
}

describe('a server', () => {
  test('answers many requests at once, each under its id', async () => {
    const transport = transportTo(`
      const requests = [];
      onMessage((request) => {
        requests.push(request);
        if (requests.length === 20) for (const late of requests.reverse()) respond(late, { name: late.params.name });
      });
    `);
    const sent = Array.from({ length: 20 }, (_, id) => transport.send(callOf(`tool ${id}`, id)));
    const names = (await Promise.all(sent)).map((response) => resultOf(response)['name']);
    expect(names).toEqual(Array.from({ length: 20 }, (_, id) => `tool ${id}`));
    await transport.close();
  });

  test('is not started before it is needed, nor for a request that was cancelled', async () => {
    const transport = stdioTransport({ command: '/no/such/program' });
    await expect(transport.send(callOf('a'), { signal: AbortSignal.abort('not now') })).rejects.toBe('not now');
    await transport.close();
    await transport.close();
    expect(await failureOf(transport.send(callOf('a')))).toMatchObject({ code: 'closed' });
  });

  test('gives the notifications of a request to it, in order', async () => {
    const transport = transportTo(`
      onMessage((request) => {
        for (const progress of [1, 2, 3]) {
          say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress } });
        }
        respond(request);
      });
    `);
    const seen: unknown[] = [];
    const request = requestOf('tools/call', 1, { _meta: { progressToken: 'p' } });
    await transport.send(request, { onNotification: (notification) => seen.push(notification) });
    expect(seen).toEqual([progressOf('p', 1), progressOf('p', 2), progressOf('p', 3)]);
    await transport.close();
  });

  test('is told of a cancellation, and its late response is dropped', async () => {
    const strays: unknown[] = [];
    const transport = transportTo(
      `
        let first;
        onMessage((message) => {
          if (message.method === 'notifications/cancelled') respond({ id: message.params.requestId });
          else if (first) respond(message, { first: first.params.name });
          else first = message;
        });
      `,
      { onStray: (message, reason) => strays.push([message, reason]) },
    );
    const controller = new AbortController();
    const cancelled = transport.send(callOf('slow', 1), { signal: controller.signal });
    controller.abort('never mind');
    await expect(cancelled).rejects.toBe('never mind');
    expect(resultOf(await transport.send(callOf('a', 2)))).toEqual({ first: 'slow' });
    expect(strays).toEqual([[{ jsonrpc: '2.0', id: 1, result: {} }, 'unknown_id']]);
    await transport.close();
  });

  test('gets its arguments as they are, and runs where it is told to', async () => {
    const args = ['', ' ', '"', "'", '\\', '$HOME', '`ls`', '*', 'a b', '%PATH%', '^&|<>', 'é😀', '--', '-x'];
    const { command, args: first } = script(
      'onMessage((m) => respond(m, { args: process.argv.slice(1), cwd: process.cwd() }));',
    );
    const transport = stdioTransport({ command, args: [...first, '--', ...args], cwd: new URL('file:///') });
    expect(resultOf(await transport.send(callOf('a')))).toEqual({ args, cwd: '/' });
    await transport.close();
  });

  test('may write lines that end with CRLF, a byte order mark before the first, and blank ones', async () => {
    const transport = transportTo(
      `onMessage(({ id }) => process.stdout.write('\\ufeff\\r\\n' + JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\r\\n'))`,
    );
    expect(await transport.send(callOf('a'))).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    await transport.close();
  });

  test('may write one byte at a time', async () => {
    const transport = transportTo(`
      onMessage(async ({ id }) => {
        for (const byte of Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'é€😀' } }) + '\\n')) {
          await new Promise((done) => process.stdout.write(Buffer.of(byte), done));
        }
      });
    `);
    expect(resultOf(await transport.send(callOf('a')))).toEqual({ text: 'é€😀' });
    await transport.close();
  });
});

describe('the environment', () => {
  const TELL = 'onMessage((m) => respond(m, { env: process.env }));';
  const SECRET = 'MRTR_TEST_SECRET';

  test('holds nothing of this process but what a program needs to run', async () => {
    process.env[SECRET] = 'secret';
    process.env['LC_CTYPE'] = '() { evil; }';
    const transport = transportTo(TELL, { env: { ADDED: 'yes', TERM: undefined } });
    const { env } = resultOf(await transport.send(callOf('a'))) as { env: Record<string, string> };
    await transport.close();
    const allowed = new Set('HOME LOGNAME USER PATH SHELL TMPDIR LANG LC_ALL TZ ADDED'.split(' '));
    expect(Object.keys(env).filter((name) => !allowed.has(name))).toEqual([]);
    expect(env).toMatchObject({ PATH: process.env['PATH'], ADDED: 'yes' });
    expect(Object.keys(defaultEnvironment())).not.toContain(SECRET);
    delete process.env['LC_CTYPE'];
  });

  test('can be all of this process’s, if one says so', async () => {
    process.env[SECRET] = 'secret';
    const transport = transportTo(TELL, { env: process.env });
    const { env } = resultOf(await transport.send(callOf('a'))) as { env: Record<string, string> };
    await transport.close();
    expect(env).toMatchObject({ [SECRET]: 'secret' });
  });
});

describe('a server that ends', () => {
  test.each([
    ['can not be found', { command: 'mrtr-no-such-program' }, 'ENOENT'],
    ['is no program', { command: '/' }, 'EACCES'],
    ['has a NUL in its arguments', { command: 'node', args: ['\0'] }, 'ERR_INVALID_ARG_VALUE'],
    ['has no folder to run in', { ...script(ECHO), cwd: '/no/such/folder' }, 'ENOENT'],
  ])('because it %s: requests reject, and say so', async (_what, options, code) => {
    const transport = stdioTransport(options);
    const failures = await Promise.all([
      failureOf(transport.send(callOf('a', 1))),
      failureOf(transport.send(callOf('a', 2))),
    ]);
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: 'unreachable', cause: expect.objectContaining({ code }) as unknown });
      expect(failure.message).toContain(`could not be started (${code})`);
    }
    await transport.close();
  });

  test('at once, says its exit code and its last words', async () => {
    const transport = transportTo('console.error("a\\nb\\n\\x1b[31mno database\\x07\\x1b[0m"); process.exit(3)');
    expect(await failureOf(transport.send(callOf('a')))).toMatchObject({
      code: 'unreachable',
      message: 'The server exited with code 3. Its last words on stderr:\na\nb\nno database',
    });
    await transport.close();
  });

  test('after a flood of words says no more than the last 2,000 characters, ten lines at most', async () => {
    const short = transportTo('for (let i = 0; i < 99; i++) console.error(`line ${i}`); process.exitCode = 1');
    const { message } = await failureOf(short.send(callOf('a')));
    expect(message.split('\n').slice(1)).toEqual(Array.from({ length: 10 }, (_, at) => `line ${89 + at}`));
    const long = transportTo('console.error("x".repeat(1e6) + "end"); process.exitCode = 1');
    const failure = await failureOf(long.send(callOf('a')));
    expect(failure.message).toMatch(/xend$/);
    expect(failure.message.length).toBeLessThan(2100);
  });

  test('by a signal says which', async () => {
    const transport = transportTo('onMessage(() => process.kill(process.pid, "SIGKILL"))');
    expect(await failureOf(transport.send(callOf('a')))).toMatchObject({
      code: 'unreachable',
      message: 'The server was ended by SIGKILL',
    });
  });

  test('with requests under way rejects them all, and is started again by the next', async () => {
    const exits: TransportError[] = [];
    const transport = transportTo(
      `onMessage((m) => m.params.name === 'die' ? process.exit(1) : m.params.name === 'pid' && respond(m, { pid: process.pid }))`,
      { onExit: (why) => exits.push(why) },
    );
    const before = resultOf(await transport.send(callOf('pid', 1)));
    const sent = ['wait', 'wait', 'die'].map((name, id) => failureOf(transport.send(callOf(name, id))));
    for (const failure of await Promise.all(sent)) {
      expect(failure).toMatchObject({ code: 'unreachable', message: 'The server exited with code 1' });
    }
    const after = resultOf(await transport.send(callOf('pid', 1)));
    expect(after['pid']).not.toBe(before['pid']);
    await transport.close();
    expect(exits.map(({ message }) => message)).toEqual(['The server exited with code 1']);
  });

  test('between two requests is started again, unless that is switched off', async () => {
    for (const restart of [true, false]) {
      let tellExit!: (why: TransportError) => void;
      const exited = new Promise<TransportError>((resolve) => {
        tellExit = resolve;
      });
      const transport = transportTo(
        'onMessage((m) => { respond(m, { pid: process.pid }); process.exitCode = 4; process.stdin.destroy(); })',
        {
          restart,
          onExit: tellExit,
        },
      );
      const first = resultOf(await transport.send(callOf('a')));
      expect((await exited).message).toBe('The server exited with code 4');
      const second = transport.send(callOf('a'));
      if (restart) expect(resultOf(await second)['pid']).not.toBe(first['pid']);
      else expect((await failureOf(second)).message).toBe('The server exited with code 4');
      await transport.close();
    }
  });

  test('in the middle of a line: the request rejects, and the piece is shown', async () => {
    const strays: unknown[] = [];
    const transport = transportTo(
      `onMessage(({ id }) => process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"resu', () => process.exit(0)))`,
      { onStray: (...stray) => strays.push(stray) },
    );
    expect((await failureOf(transport.send(callOf('a')))).message).toBe('The server exited with code 0');
    expect(strays).toEqual([['{"jsonrpc":"2.0","id":1,"resu', 'not_json']]);
  });

  test('right after its last line, which has no newline: that was the response', async () => {
    const transport = transportTo(
      `onMessage(({ id }) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }), () => process.exit(0)))`,
    );
    expect(await transport.send(callOf('a'))).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    await transport.close();
  });
});

describe('noise on stdout', () => {
  const NOISE = `
    console.log('Listening on port 8000');
    say([1, 2]);
    process.stdout.write(Buffer.from([0xff, 0x0a]));
    say({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    say({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
    ${ECHO}
  `;

  test('is survived and shown', async () => {
    const strays: unknown[] = [];
    const transport = transportTo(NOISE, { onStray: (...stray) => strays.push(stray) });
    expect(resultOf(await transport.send(callOf('a', 1, 'hello')))).toMatchObject({ echo: 'hello' });
    await transport.close();
    expect(strays).toEqual([
      ['Listening on port 8000', 'not_json'],
      [[1, 2], 'malformed'],
      ['\ufffd', 'not_json'],
      [{ jsonrpc: '2.0', id: 1, method: 'roots/list' }, 'request'],
      [{ jsonrpc: '2.0', method: 'notifications/message', params: {} }, 'unknown_target'],
    ]);
  });

  test('is survived when whoever is shown it throws', async () => {
    const transport = transportTo(NOISE, {
      onStray: () => {
        throw new Error('no');
      },
    });
    expect(resultOf(await transport.send(callOf('a', 1, 'hello')))).toMatchObject({ echo: 'hello' });
    await transport.close();
  });

  test('by default is reported, without what it says', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    try {
      const transport = transportTo(NOISE);
      await transport.send(callOf('a'));
      await transport.close();
      expect(warn).toHaveBeenCalledTimes(4);
      expect(JSON.stringify(warn.mock.calls)).not.toContain('8000');
    } finally {
      warn.mockRestore();
    }
  });
});

describe('a response that can not be read', () => {
  test.each([
    [
      'too long',
      `{ text: 'x'.repeat(2000) }`,
      'too_large',
      'The response is longer than 1000 bytes; raise maxLineBytes',
    ],
    [
      'too deep',
      `JSON.parse('{"a":' + '['.repeat(1100) + ']'.repeat(1100) + '}')`,
      'invalid_response',
      'The response nests too deeply',
    ],
  ])('because it is %s fails its request alone', async (what, result, code, message) => {
    const reasons: string[] = [];
    const transport = transportTo(`onMessage((m) => respond(m, m.params.name === 'big' ? ${result} : {}))`, {
      maxLineBytes: what === 'too long' ? 1000 : 10_000,
      onStray: (_, reason) => reasons.push(reason),
    });
    const [big, small] = await Promise.all([
      failureOf(transport.send(callOf('big', 'b'))),
      transport.send(callOf('small', 's')),
    ]);
    expect(big).toMatchObject({ code, message });
    expect(small).toEqual({ jsonrpc: '2.0', id: 's', result: {} });
    expect(reasons).toEqual([what === 'too long' ? 'too_large' : 'too_deep']);
    expect(await transport.send(callOf('small', 'b'))).toEqual({ jsonrpc: '2.0', id: 'b', result: {} });
    await transport.close();
  });

  test('and was waited for by nobody is shown once', async () => {
    const reasons: string[] = [];
    const transport = transportTo(`respond({ id: 99 }, { text: 'x'.repeat(2000) }); ${ECHO}`, {
      maxLineBytes: 1000,
      onStray: (_, reason) => reasons.push(reason),
    });
    await transport.send(callOf('a'));
    expect(reasons).toEqual(['too_large']);
    await transport.close();
  });

  test('that is no response is an invalid one', async () => {
    const transport = transportTo(`onMessage(({ id }) => say({ jsonrpc: '2.0', id }))`);
    expect(await failureOf(transport.send(callOf('a')))).toMatchObject({ code: 'invalid_response' });
    await transport.close();
  });
});

describe('stderr', () => {
  test('comes line by line, whatever the pieces, very long ones in several', async () => {
    const lines: string[] = [];
    const transport = transportTo(
      `
        process.stderr.write('one\\r\\ntw');
        process.stderr.write('o\\n\\n' + 'x'.repeat(20000) + '\\n');
        for (const byte of Buffer.from('é😀\\nlast')) process.stderr.write(Buffer.of(byte));
        ${ECHO}
      `,
      { stderr: (line) => lines.push(line) },
    );
    await transport.send(callOf('a'));
    await transport.close();
    expect(lines.slice(0, 3)).toEqual(['one', 'two', '']);
    expect(lines.slice(3, -2).join('')).toBe('x'.repeat(20_000));
    expect(Math.max(...lines.map(({ length }) => length))).toBe(8192);
    expect(lines.slice(-2)).toEqual(['é😀', 'last']);
  });

  test.each([
    ['ignored', 'ignore' as const],
    ['taken', () => undefined],
    [
      'taken by a function that throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('may be flooded while it is %s: nothing blocks', async (_what, stderr) => {
    const transport = transportTo(
      `
        onMessage((message) => {
          for (let at = 0; at < 200; at++) process.stderr.write('x'.repeat(99) .concat('\\n').repeat(1000));
          respond(message);
        });
      `,
      { stderr },
    );
    expect(await transport.send(callOf('a'))).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    await transport.close();
  });
});

describe('a server that does not read', () => {
  test('is sent no more than the limit, and ended all the same', async () => {
    const transport = transportTo('setInterval(() => {}, 1000)', {
      maxBufferBytes: 100_000,
      shutdown: { stdinMs: 50, termMs: 50 },
    });
    const fill = 'x'.repeat(50_000);
    const sent = Array.from({ length: 20 }, (_, id) => failureOf(transport.send(callOf('a', id, fill))));
    const refused = await Promise.race(sent);
    expect(refused.code).toBe('unreachable');
    expect(refused.message).toMatch(/^The server does not read: \d+ bytes wait for it$/);
    await transport.close();
    const codes = (await Promise.all(sent)).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['closed', 'unreachable']));
  });
});

describe('what can not be sent', () => {
  test('is refused, and nothing else is touched', async () => {
    const transport = transportTo(ECHO);
    const failure = await failureOf(transport.send(callOf('a', 1, { big: 1n })));
    expect(failure).toMatchObject({ code: 'invalid_message', message: 'The message is not JSON' });
    const same = [transport.send(callOf('a', 1)), transport.send(callOf('a', 1))] as const;
    expect(await failureOf(same[1])).toMatchObject({ code: 'invalid_message' });
    expect(resultOf(await same[0])).toMatchObject({ echo: {} });
    await transport.close();
  });
});

describe('a connection', () => {
  test('carries messages of every kind, both ways, as they are', async () => {
    const { connection, until } = connectionTo('onMessage(say)');
    const messages = [
      callOf('a', 1),
      { jsonrpc: '2.0', id: 'theirs', result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
      cancelOf(1),
    ] as const;
    for (const message of messages) await connection.send(message);
    expect(await until(4)).toEqual(messages);
    expect(connection.pid).toBeGreaterThan(1);
    await connection.close();
    expect(await connection.ended).toMatchObject({ code: 'closed' });
    expect(await failureOf(connection.send(cancelOf(1)))).toMatchObject({ code: 'closed' });
  });

  test('runs once, and says how it ended', async () => {
    const { connection } = connectionTo('process.exit(7)');
    expect(await connection.ended).toMatchObject({ code: 'unreachable', message: 'The server exited with code 7' });
    expect(await failureOf(connection.send(cancelOf(1)))).toMatchObject({ message: 'The server exited with code 7' });
    await connection.close();
  });

  test('says that it could not be made', async () => {
    const { connection } = connectionTo('', { command: '/no/such/program' });
    expect(connection.pid).toBeUndefined();
    expect((await connection.ended).message).toContain('could not be started (ENOENT)');
    await connection.close();
  });
});

describe('options', () => {
  test.each([
    ['command', { command: '' }],
    ['stderr', { stderr: 'pipe' as 'ignore' }],
    ['maxLineBytes', { maxLineBytes: 0 }],
    ['maxBufferBytes', { maxBufferBytes: 0.5 }],
    ['shutdown.stdinMs', { shutdown: { stdinMs: -1 } }],
    ['shutdown.termMs', { shutdown: { termMs: Number.NaN } }],
  ])('%s is checked before anything is started', (name, options) => {
    expect(() => stdioTransport({ command: 'node', ...options })).toThrow(name);
  });
});
