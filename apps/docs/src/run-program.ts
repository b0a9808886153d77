/**
 * Runs one program as a process of its own, and waits for its end.
 * A program that serves is waited for until it has printed a line, and is stopped by its caller.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a program ended. */
export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that serves. */
export interface Serving {
  /** What it printed so far. */
  printed(): string;
  /** Stops it. Throws an `Error` when it had ended by itself. */
  stop(): Promise<void>;
}

/** What the pages take from the environment: plain output, and the key that a fleet shares. */
const settings = { NO_COLOR: '1', STATE_KEY: 'dGhlIGtleSBvZiB0aGUgcGFnZXMsIGFuZCBvZiBubyBmbGVldA==' };

/** How long a program may take, and a server may take to come up, in milliseconds. */
const TIME_LIMIT = 20_000;

/** Runs the file and resolves with how it ended; one that runs into the time limit ends by SIGKILL. */
export async function runProgram(path: string): Promise<Ended> {
  const { child, stdout, stderr } = start(path);
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  return { code: code ?? signal ?? 'unknown', stdout: stdout(), stderr: stderr() };
}

/** Starts the file and resolves when it has printed its first line. */
export async function startServing(path: string): Promise<Serving> {
  const { child, stdout, stderr } = start(path);
  const ended = once(child, 'close');
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => stdout().includes('\n') && resolve());
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT);
  await Promise.race([ready, ended]);
  clearTimeout(timer);
  if (!isRunning(child)) throw new Error(`It ended before it served.\n${stdout()}${stderr()}`);
  return {
    printed: stdout,
    async stop() {
      const running = isRunning(child);
      child.kill('SIGTERM');
      await ended;
      if (!running) throw new Error(`It did not go on serving.\n${stdout()}${stderr()}`);
    },
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function start(path: string): { child: ChildProcess; stdout: () => string; stderr: () => string } {
  const child = spawn(process.execPath, ['--enable-source-maps', path], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keep = (stream: 'stdout' | 'stderr'): (() => string) => {
    let text = '';
    child[stream]?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    return () => text;
  };
  return { child, stdout: keep('stdout'), stderr: keep('stderr') };
}
