/** How a server is ended: by the end of its input, then by signals, with all that it has started. */
import { virtualClock } from '@mrtr/testing';
import { describe, expect, test } from 'vitest';
import { connectionTo, isAlive, transportTo } from './support/children.js';
import { callOf, cancelOf } from './support/messages.js';

const SOON = { stdinMs: 150, termMs: 150 };
const expectGone = (pid: number): Promise<void> => expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);

/** A connection to a script that says something when it is ready, and what it wrote to stderr. */
async function started(source: string, options: Parameters<typeof connectionTo>[1] = {}) {
  const lines: string[] = [];
  const { connection, until } = connectionTo(source, { stderr: (line) => lines.push(line), ...options });
  const [first] = await until(1);
  return { connection, lines, first: first as { pid: number } };
}

const STUBBORN = `process.stdin.resume().on('end', () => console.error('end')); setInterval(() => {}, 1000);`;

describe('close', () => {
  test('lets a server end by itself when its input ends: no clock, no signal', async () => {
    const { connection, lines } = await started(
      `process.stdin.resume().on('end', () => setTimeout(() => console.error('done'), 50)); say('ready');`,
      { timers: virtualClock() },
    );
    await connection.close();
    expect(lines).toEqual(['done']);
  });

  test('sends SIGTERM to one that does not, after its time', async () => {
    const clock = virtualClock();
    const { connection, lines } = await started(
      `${STUBBORN} process.on('SIGTERM', () => { console.error('term'); process.exit(0); }); say('ready');`,
      { timers: clock, shutdown: { stdinMs: 2000, termMs: 5000 } },
    );
    const closed = connection.close();
    await expect.poll(() => lines).toEqual(['end']);
    await clock.advance(1999);
    expect(isAlive(connection.pid as number)).toBe(true);
    await clock.advance(1);
    await closed;
    expect(lines).toEqual(['end', 'term']);
    expect(clock.delays).toEqual([2000, 5000]);
  });

  test('sends SIGKILL to one that ignores that, too', async () => {
    const clock = virtualClock();
    const { connection, lines } = await started(
      `${STUBBORN} process.on('SIGTERM', () => console.error('term')); say('ready');`,
      { timers: clock, shutdown: { stdinMs: 2000, termMs: 5000 } },
    );
    const closed = connection.close();
    await clock.advance(2000);
    await expect.poll(() => lines).toEqual(['end', 'term']);
    await clock.advance(4999);
    expect(isAlive(connection.pid as number)).toBe(true);
    await clock.advance(1);
    await closed;
    expect(isAlive(connection.pid as number)).toBe(false);
  });

  test('resolves for all who call it, once the process is gone', async () => {
    const { connection } = await started(`process.stdin.resume(); say('ready');`);
    await Promise.all([connection.close(), connection.close()]);
    expect(isAlive(connection.pid as number)).toBe(false);
    await connection.close();
  });

  test('rejects what is under way at once, and tells the server to stop working on it', async () => {
    const lines: string[] = [];
    const transport = transportTo(
      `onMessage((m) => m.params.name === 'ready' ? respond(m) : console.error(JSON.stringify(m)));`,
      { stderr: (line) => lines.push(line), timers: virtualClock() },
    );
    await transport.send(callOf('ready'));
    const sent = [1, 2].map((id) => transport.send(callOf('hang', id)));
    const closed = transport.close();
    for (const request of sent) await expect(request).rejects.toMatchObject({ code: 'closed' });
    await closed;
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      callOf('hang', 1),
      callOf('hang', 2),
      cancelOf(1),
      cancelOf(2),
    ]);
  });

  test('goes on reading, so that a server may say what it has left to say', async () => {
    const { connection } = await started(
      `process.stdin.resume().on('end', () => process.stdout.write('x'.repeat(1e6) + '\\n')); say('ready');`,
      { timers: virtualClock() },
    );
    await connection.close();
    expect(await connection.ended).toMatchObject({ code: 'closed' });
  });
});

/** As `npx` does: starts the server as a child on its own streams, and passes no signals on. */
const wrapper = (server: string, wrapperToo = ''): string => `
  import { spawn } from 'node:child_process';
  const server = spawn(process.execPath, ['--eval', ${JSON.stringify(server)}], { stdio: 'inherit' });
  ${wrapperToo}
`;
const SERVER = `console.log(JSON.stringify({ pid: process.pid })); setInterval(() => {}, 1000);`;

describe('a server that is a child of what was started', () => {
  test('is ended with it by SIGTERM', async () => {
    const { connection, first } = await started(wrapper(SERVER), { shutdown: SOON });
    await connection.close();
    await expectGone(first.pid);
  });

  test('is ended with it by SIGKILL, where both ignore the rest', async () => {
    const { connection, first } = await started(
      wrapper(`process.on('SIGTERM', () => {}); ${SERVER}`, `process.on('SIGTERM', () => {});`),
      { shutdown: SOON },
    );
    await connection.close();
    await expectGone(first.pid);
    expect(isAlive(connection.pid as number)).toBe(false);
  });

  test('does not outlive it, when it exits by itself', async () => {
    const { connection, first } = await started(wrapper(SERVER, `process.stdin.once('data', () => process.exit(5));`), {
      shutdown: SOON,
    });
    await connection.send(cancelOf(1));
    expect((await connection.ended).message).toBe('The server exited with code 5');
    await expectGone(first.pid);
  });

  test('and has left its process group can not keep close waiting', async () => {
    const clock = virtualClock();
    const { connection, first } = await started(
      `
        import { spawn } from 'node:child_process';
        spawn(process.execPath, ['--eval', ${JSON.stringify(SERVER)}], { stdio: 'inherit', detached: true });
      `,
      { timers: clock },
    );
    const closed = connection.close();
    // The end of its input, SIGTERM; and with SIGKILL nobody is listened to any more.
    await clock.advance(2000);
    await clock.advance(2000);
    await closed;
    expect(isAlive(first.pid)).toBe(true);
    process.kill(first.pid, 'SIGKILL');
    await expectGone(first.pid);
  });
});

describe('a server that hangs up', () => {
  test.each([
    ['closes its stdout', `onMessage(() => process.stdout.destroy()); fs.closeSync(1)`],
    ['closes its stdin', `fs.closeSync(0)`],
  ])('and %s while it goes on running is ended, and requests say so', async (_what, how) => {
    const transport = transportTo(
      `import fs from 'node:fs'; console.error('ready'); ${how}; setInterval(() => {}, 1000);`,
      { shutdown: SOON },
    );
    await expect(transport.send(callOf('a', 1, 'x'.repeat(1_000_000)))).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The server closed its end of the channel and was ended by SIGTERM. Its last words on stderr:\nready',
    });
    await transport.close();
  });
});
