/** What a server's process is started and ended with, and its defaults. */
import { count, time } from './limits.js';
import { type Environment, environmentOf } from './node-environment.js';
import { platformTimers, type Timers } from './timers.js';
import { unfailing } from './unfailing.js';

/** How long a server is given to end, before it is told to more firmly. */
export interface ShutdownTimes {
  /** After the end of its input, in milliseconds; then it gets SIGTERM. Default: 2,000. */
  readonly stdinMs?: number | undefined;
  /** After SIGTERM, in milliseconds; then it gets SIGKILL. Default: 2,000. */
  readonly termMs?: number | undefined;
}

/** How a server is run as a child process. */
export interface StdioProcessOptions {
  /** The program, by its name in `PATH` or by its path. No shell reads it. */
  readonly command: string;
  /** Its arguments, each passed on as it is, on Windows too. */
  readonly args?: readonly string[] | undefined;
  /**
   * Variables on top of a default that holds no secrets ({@link defaultEnvironment}); `undefined` takes one out of it. Pass
   * `process.env` for all that this process has.
   */
  readonly env?: Environment | undefined;
  /** The folder that it runs in. Default: this process's. */
  readonly cwd?: string | URL | undefined;
  /**
   * Where its stderr goes: `inherit` to that of this process, untouched; `ignore` nowhere; a function takes each line, a
   * very long one in pieces. Of all but `inherit` the last lines are kept for the message of the error with which requests
   * reject when the server dies. Default: `inherit`.
   */
  readonly stderr?: 'inherit' | 'ignore' | ((line: string) => void) | undefined;
  /** The longest line that is read from it, in bytes. Default: 16 MiB. */
  readonly maxLineBytes?: number | undefined;
  /** How many bytes may wait for a server that doesn't read; beyond it nothing more is sent. Default: 4 MiB. */
  readonly maxBufferBytes?: number | undefined;
  /** How long it is given to end. */
  readonly shutdown?: ShutdownTimes | undefined;
  /** The clock. Default: the platform's. */
  readonly timers?: Timers | undefined;
}

/** The options with their defaults, checked. The environment is that of the moment. */
export interface ProcessSettings {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | URL | undefined;
  readonly stderr: 'inherit' | 'ignore' | ((line: string) => void);
  readonly maxLineBytes: number;
  readonly maxBufferBytes: number;
  readonly stdinMs: number;
  readonly termMs: number;
  readonly timers: Timers;
}

/**
 * @throws {TypeError} without a command.
 * @throws {RangeError} for a limit or a time that is not a number in its range.
 */
export function processSettingsOf(options: StdioProcessOptions): ProcessSettings {
  const { command, shutdown = {}, stderr = 'inherit' } = options;
  if (typeof command !== 'string' || command === '') throw new TypeError('command must name the program to run');
  if (stderr !== 'inherit' && stderr !== 'ignore' && typeof stderr !== 'function') {
    throw new TypeError('stderr must be "inherit", "ignore" or a function');
  }
  return {
    command,
    args: [...(options.args ?? [])],
    env: environmentOf(options.env),
    cwd: options.cwd,
    stderr: typeof stderr === 'function' ? unfailing(stderr) : stderr,
    maxLineBytes: count('maxLineBytes', options.maxLineBytes ?? 16 * 1024 * 1024, 1),
    maxBufferBytes: count('maxBufferBytes', options.maxBufferBytes ?? 4 * 1024 * 1024, 1),
    stdinMs: time('shutdown.stdinMs', shutdown.stdinMs ?? 2000, 0),
    termMs: time('shutdown.termMs', shutdown.termMs ?? 2000, 0),
    timers: options.timers ?? platformTimers,
  };
}
