/**
 * The load generator's process: keeps so many connections busy for a while, or for so many calls, and says how many
 * were finished. It is the same for every server and runs on the other core.
 */
import type { Answer, LoadCommand, LoadResult } from '../harness/messages.js';
import { runCaller } from './caller.js';
import { Requests } from './requests.js';

process.on('disconnect', () => process.exit());
process.on('message', (command) => void answer(command as LoadCommand));
report({});

async function answer(command: LoadCommand): Promise<void> {
  try {
    report({ value: await load(command) });
  } catch (error) {
    report({ failed: error instanceof Error ? error.message : String(error) });
  }
}

async function load(command: LoadCommand): Promise<LoadResult> {
  const url = new URL(command.url);
  const requests = new Requests(command.url, command.dialect);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const deadline = start + command.forMs;
  const limit = command.count ?? Infinity;
  let started = 0;
  let completed = 0;
  const more = (): boolean => {
    if (started >= limit || performance.now() >= deadline) return false;
    started++;
    return true;
  };
  const callers = Array.from({ length: command.connections }, (_, index) =>
    runCaller({ id: index + 1, url, requests, plan: command.plan, more, completed: () => completed++ }),
  );
  await Promise.all(callers);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { completed, ms, busy: (user + system) / 1000 / ms };
}

function report(message: Answer): void {
  process.send?.(message);
}
