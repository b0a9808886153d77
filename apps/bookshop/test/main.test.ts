/** The program as it is started: what it shows, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInOnPage } from '../src/scripted/browser.js';
import { person } from './support/answers.js';
import { clientOf, folder, said } from './support/bookshop.js';

const app = fileURLToPath(new URL('..', import.meta.url));

function start(args: readonly string[], { input = '', env = {}, node = [] as readonly string[] } = {}) {
  const nodeArgs = ['--import', 'tsx', '--conditions=@mrtr/source', ...node];
  const child = spawn(process.execPath, [...nodeArgs, 'src/main.ts', ...args], {
    cwd: app,
    env: { ...process.env, INIT_CWD: app, ...env },
  });
  child.stdin.end(input);
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.stderr += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }));
  return { child, ended };
}

/** What differs in every run. */
function steady(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/gu, '127.0.0.1:…')
    .replaceAll(/v1\.\S{6}….{6} \(\d+ characters/gu, 'v1.… (… characters')
    .replaceAll(/ +$/gmu, '');
}

describe('--scripted', () => {
  const temporary = folder();
  let run: Awaited<ReturnType<typeof start>['ended']>;
  beforeAll(async () => {
    run = await start(['--scripted'], { env: { TMPDIR: dirname(temporary.database) } }).ended;
  });
  afterAll(() => temporary[Symbol.dispose]());

  it('plays one order and one refund, shows every round, and ends well', () => {
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(run.stdout.match(/← {2}input_required/gu)).toHaveLength(6);
    expect(run.stdout.match(/← {2}complete/gu)).toHaveLength(2);
    expect(run.stdout).toContain('Both went as they had to.');
    expect(run.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('leaves no database behind', () => {
    expect(readdirSync(dirname(temporary.database)).filter((name) => name.startsWith('bookshop'))).toEqual([]);
  });

  it('is what happens where nobody is at a terminal', async () => {
    const { code, stdout } = await start([]).ended;
    expect(code).toBe(0);
    expect(steady(stdout)).toBe(steady(run.stdout));
  });

  it('shows what the README says', () => {
    const readme = readFileSync(join(app, 'README.md'), 'utf8');
    const shown = /```text\n(┌[^`]+)```/u.exec(readme)?.[1] ?? '';
    expect(shown.trim()).toBe(steady(run.stdout).trim());
  });

  it('ends with 1, when something does not go as it had to', async () => {
    using place = folder();
    // Another person has this account, so the page does not let the script in.
    const made = await start(['--add-customer', 'ada@example.com', '--database', place.database], {
      input: 'my own secret\n',
    }).ended;
    expect(made).toMatchObject({ code: 0, stdout: 'ada@example.com can log in now.\n' });
    const { code, stdout } = await start(['--scripted', '--database', place.database]).ended;
    expect(code).toBe(1);
    expect(stdout).not.toContain('Both went');
  });
});

describe('--serve', () => {
  it('serves other clients until Ctrl-C, keeps its database, and knows no customer of the demonstration', async () => {
    using place = folder();
    const { child, ended } = start(['--serve', '--database', place.database], { env: { STATE_KEY: 'k'.repeat(32) } });
    const [line] = (await once(child.stdout, 'data')) as [string];
    const url = line.trim();
    const ada = person({ confirmation: { email: 'ada@example.com' } });
    expect(await said(clientOf(url, ada).callTool('order_book', { title: 'Frankenstein' }))).toMatchObject({
      text: 'Order 1: “Frankenstein” for 12.50 €. It is sent today.',
    });
    const pages: number[] = [];
    const client = clientOf(url, {
      async onElicitUrl({ url: page }) {
        pages.push((await logInOnPage(page, { email: 'ada@example.com', password: 'notes on the engine' })).status);
        return { action: 'cancel' };
      },
    });
    await client.callTool('refund_order');
    expect(pages).toEqual([403]);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, stdout: `${url}\n`, stderr: '' });
    expect(existsSync(place.database)).toBe(true);
    expect(existsSync(`${place.database}-wal`)).toBe(false);
  });

  it('says so, when the port is taken', async () => {
    using place = folder();
    const args = ['--serve', '--database', place.database];
    const first = start(args);
    const [line] = (await once(first.child.stdout, 'data')) as [string];
    const { code, stdout } = await start([...args, '--port', new URL(line.trim()).port]).ended;
    expect(code).toBe(1);
    expect(stdout).toContain('EADDRINUSE');
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(130);
  });
});

describe('the command line', () => {
  it('explains itself, and refuses what it does not know', async () => {
    const help = await start(['--help']).ended;
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('npm run bookshop') as string });
    const refused = await start(['--loud']).ended;
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--loud') as string });
  });

  it('has no account made with a password that is none', async () => {
    using place = folder();
    const { code, stdout } = await start(['--add-customer', 'ada@example.com', '--database', place.database]).ended;
    expect(code).toBe(1);
    expect(stdout).toContain('less than 8 characters');
  });
});
