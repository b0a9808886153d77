/**
 * Starts the process of a server, and sends signals to it and to whatever it has started.
 *
 * Specification 2026-07-28, basic/transports/stdio "Shutdown".
 */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { normalizeSpawnCommand } from 'tinyexec';
import type { ProcessSettings } from './node-process-options.js';

const ON_WINDOWS = process.platform === 'win32';

/**
 * A child in a process group of its own. `npx` and its like start the server as a child of theirs, and only a group reaches
 * both; and Ctrl+C then reaches the client alone, which ends the server in order.
 * @throws what the system says where it can't even try, as for a NUL in an argument.
 */
export function startProcess({ command, args, env, cwd, stderr }: ProcessSettings): ChildProcess {
  const normal = normalizeSpawnCommand(command, args, {
    env,
    ...(cwd === undefined ? undefined : { cwd }),
    stdio: ['pipe', 'pipe', stderr === 'inherit' ? 'inherit' : 'pipe'],
    detached: !ON_WINDOWS,
    windowsHide: true,
    shell: false,
  });
  return spawn(normal.command, normal.args, normal.options);
}

/**
 * Sends a signal to the process and all of its group. Windows has neither signals nor groups: there both signals end the
 * process and those that it has started, at once.
 */
export function signalProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (ON_WINDOWS) {
    const taskkill = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    taskkill.on('error', () => child.kill(signal));
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // There is no such group any more, or it is not ours to signal: then neither is its leader, and there is nothing to do.
  }
}
