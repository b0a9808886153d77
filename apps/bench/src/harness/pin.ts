/**
 * Keeps a process on one core where the system can, so that server and load never compete for one. Where it can't,
 * the results say so.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The two cores of a run. */
export type Core = 'server' | 'load';

const cores = pinnableCores();

/** Whether processes are pinned at all. */
export const pinned: boolean = cores !== undefined;

/** The command that runs `node` with `args` on the given core. */
export function pinnedCommand(core: Core, args: readonly string[]): { command: string; args: string[] } {
  if (cores === undefined) return { command: process.execPath, args: [...args] };
  return { command: 'taskset', args: ['-c', String(cores[core]), process.execPath, ...args] };
}

function pinnableCores(): Record<Core, number> | undefined {
  const allowed = allowedCores();
  const [server, load] = allowed;
  if (server === undefined || load === undefined) return undefined;
  const probe = spawnSync('taskset', ['-c', String(server), process.execPath, '-e', '']);
  return probe.status === 0 ? { server, load } : undefined;
}

/** The cores this process may use (`0-3,8`), from Linux; none elsewhere. */
function allowedCores(): number[] {
  let status: string;
  try {
    status = readFileSync('/proc/self/status', 'utf8');
  } catch {
    return [];
  }
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) return [];
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
}
