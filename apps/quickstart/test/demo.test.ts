/** The demonstration as a person starts it, but for the terminal: what it shows, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const app = fileURLToPath(new URL('..', import.meta.url));
const otherMessages = new URL('./other-messages.ts', import.meta.url).href;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function demo(args: readonly string[], nodeArgs: readonly string[] = []): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=@mrtr/source', ...nodeArgs, 'src/main.ts', ...args],
    { cwd: app, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

describe('the demonstration, without a terminal', () => {
  let byItself: Ended;
  beforeAll(async () => {
    byItself = await demo([]);
  });

  it('answers by itself, shows every round, and ends well', () => {
    const { code, stdout, stderr } = byItself;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/provisioner at http:\/\/127\.0\.0\.1:\d+\/mcp, MCP 2026-07-28/u);
    expect(stdout).toContain('inputRequests.region  Where should orders run, for 19 € a month?');
    expect(stdout).toMatch(/requestState +v1\..{6}….{6}  \d+ characters, as it came/u);
    expect(stdout).toContain('orders runs in eu-west-1, for 19 € a month, as was shown.');
    expect(stdout).toContain('Write a briefing on the database orders for engineers.');
    expect(stdout).toContain('orders: 7 € this month.');
    expect(stdout).toContain('All 4 went as they had to.');
  });

  it('tells the client of a forged state one thing, and the operator why', () => {
    const { stdout } = byItself;
    expect(stdout.match(/error -32602\n.*Invalid or expired requestState/gu)).toHaveLength(2);
    expect(stdout).toContain('request_state_rejected: tag');
    expect(stdout).toContain('request_state_rejected: arguments');
  });

  it('is calm: 80 columns, and no colours', () => {
    const { stdout } = byItself;
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).not.toContain('\u001B');
  });

  it('answers with the region of --region', async () => {
    const { code, stdout } = await demo(['--region', 'ap-south-1']);
    expect(code).toBe(0);
    expect(stdout).toContain('inputResponses.region  accept { region: ap-south-1 }');
    expect(stdout).toContain('orders runs in ap-south-1');
  });

  it('ends with 1 when something does not go as it had to', async () => {
    const { code, stdout } = await demo([], ['--import', otherMessages]);
    expect(code).toBe(1);
    expect(stdout).not.toContain('All 4 went');
  });

  it('refuses what it does not know', async () => {
    const { code, stdout, stderr } = await demo(['--region', 'mars']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('There is no region mars; there are eu-west-1, us-east-1, ap-south-1.');
    expect(stderr).toContain('npm run demo');
  });
});
