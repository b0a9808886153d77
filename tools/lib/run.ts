/**
 * Runs a program and waits for its end, with its output shown or kept.
 * Every gate starts its tools here, so that each of them runs without telemetry and without asking anything.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.js';

/** How a program ended. */
export interface Ended {
  /** The exit code; 1 when a signal ended it. */
  readonly code: number;
  /** What it wrote to both streams, in order; empty when it was shown. */
  readonly output: string;
  /** What it wrote to standard output alone. */
  readonly stdout: string;
  /** Milliseconds that it took. */
  readonly took: number;
}

export interface RunOptions {
  /** Where to run it; the root of the repository by default. */
  readonly cwd?: string | undefined;
  /** Added to the environment; what is undefined is taken out of it. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Show the output as it comes, rather than keep it. */
  readonly show?: boolean | undefined;
}

/** No tool reports home, and none of them draws attention to its newer self. */
const quiet = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' };

/**
 * Runs `command` with `args` and resolves when it has ended, whatever its exit code.
 * Rejects only when it couldn't be started.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { cwd = root, env = {}, show = false } = options;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...quiet, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    const chunks: Buffer[] = [];
    const printed: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      printed.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({
        code: code ?? 1,
        output: Buffer.concat(chunks).toString('utf8'),
        stdout: Buffer.concat(printed).toString('utf8'),
        took: performance.now() - started,
      });
    });
  });
}

/** Runs a program that must succeed, and returns its standard output; throws an `Error` with all output when it doesn't. */
export async function must(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, output, stdout } = await run(command, args, options);
  if (code !== 0) throw new Error(`\`${command} ${args.join(' ')}\` ended with ${code}.\n${output}`);
  return stdout;
}

/** Runs pnpm in the version that the root's `packageManager` names. Throws an `Error` with its output when it fails. */
export function pnpm(args: readonly string[], options: RunOptions = {}): Promise<string> {
  return must(process.execPath, [join(root, 'tools/pnpm.mjs'), ...args], options);
}

/** Runs tasks of the workspace by turbo, with what it prints shown. Resolves when they have ended, well or not. */
export function turbo(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  // By its script rather than by its name, which a shell would have to look up on some systems.
  const script = join(root, 'node_modules/turbo/bin/turbo');
  return run(process.execPath, [script, 'run', ...args], { show: true, ...options });
}
