/** A server on the streams of a real process: its ends, its parent's end, and what else is written to stdout. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { stdioTransport } from '../src/node-client.js';
import { isAlive, program } from './support/children.js';
import { callOf, lineOf } from './support/messages.js';

/** The server by itself, with its streams in the test's hands. */
function start(...args: string[]) {
  const { command, args: first } = program('server.ts');
  const child = spawn(command, [...first, ...args], { stdio: 'pipe' });
  const collect = (stream: 'stdout' | 'stderr'): (() => string) => {
    let text = '';
    child[stream].setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    return () => text;
  };
  return { child, stdout: collect('stdout'), stderr: collect('stderr'), ended: once(child, 'close') };
}

function line(child: ChildProcess): Promise<unknown> {
  return once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
}

describe('a server in a process of its own', () => {
  test('ends by itself when its input ends, without a word, and gives stdout back before that', async () => {
    const { child, stdout, stderr, ended } = start('--report');
    child.stdin.end(lineOf(callOf('slow', 1)) + lineOf(callOf('log', 2)));
    expect(await ended).toEqual([0, null]);
    expect(stdout().split('\n')).toEqual([
      '{"jsonrpc":"2.0","id":2,"result":{}}',
      '{"jsonrpc":"2.0","id":1,"result":{"slow":true}}',
      'closed',
      '',
    ]);
    expect(stderr()).toBe('console.log: 1\nconsole.info\nprocess.stdout.write\n');
  });

  test('ends with a request that hangs, too', async () => {
    const { child, stdout, stderr, ended } = start();
    child.stdin.end(lineOf(callOf('hang')));
    expect(await ended).toEqual([0, null]);
    expect(stdout() + stderr()).toBe('');
  });

  test('writes all of a big response before it ends', async () => {
    const { child, stdout, ended } = start();
    child.stdin.end(lineOf(callOf('big')));
    expect(await ended).toEqual([0, null]);
    expect(JSON.parse(stdout())).toMatchObject({ result: { text: 'é'.repeat(2_000_000) } });
  });

  test('ends quietly when nobody reads any more, though its input is open', async () => {
    const { child, stderr, ended } = start();
    child.stdin.write(lineOf(callOf('a')));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.on('error', () => undefined).write(lineOf(callOf('hang', 2)) + lineOf(callOf('a', 3)));
    expect(await ended).toEqual([0, null]);
    expect(stderr()).toBe('');
  });

  test('finishes what is under way when the program closes it on SIGTERM', async () => {
    const { child, stdout, stderr, ended } = start('--report');
    child.stdin.write(lineOf(callOf('a', 1)) + lineOf(callOf('slow', 2)));
    await line(child);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(stdout()).toContain('{"jsonrpc":"2.0","id":2,"result":{"slow":true}}\nclosed\n');
    expect(stderr()).toBe('');
  });
});

describe('console.log in a handler', () => {
  const WRITTEN = ['console.log: 1', 'console.info', 'process.stdout.write'];

  test('goes to stderr, and the channel is none the worse', async () => {
    const [lines, strays]: [string[], unknown[]] = [[], []];
    const transport = stdioTransport({
      ...program('server.ts'),
      stderr: (text) => lines.push(text),
      onStray: (what) => strays.push(what),
    });
    expect(await transport.send(callOf('log'))).toMatchObject({ result: {} });
    await transport.close();
    expect(lines).toEqual(WRITTEN);
    expect(strays).toEqual([]);
  });

  test('is noise where it is not claimed', async () => {
    const strays: unknown[] = [];
    const { command, args } = program('server.ts');
    const transport = stdioTransport({
      command,
      args: [...args, '--unclaimed'],
      onStray: (...stray) => strays.push(stray),
    });
    expect(await transport.send(callOf('log'))).toMatchObject({ result: {} });
    await transport.close();
    expect(strays).toEqual(WRITTEN.map((text) => [text, 'not_json']));
  });
});

describe('when the client is killed', () => {
  test.each([
    ['that does nothing', []],
    ['that is at work', ['--busy']],
  ])('a server %s is gone within two seconds', async (_what, more) => {
    const { command, args } = program('parent.ts');
    const parent = spawn(command, [...args, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [printed] = (await line(parent)) as [string];
    const { pid } = (JSON.parse(printed) as { result: { pid: number } }).result;
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await expect.poll(() => isAlive(pid), { timeout: 2000, interval: 20 }).toBe(false);
  });
});
