/**
 * The process around one measured implementation: loads it, proves that it does the work, then repeats it or serves
 * until the harness goes away. Nothing but the implementation runs while it is measured.
 */
import { Session } from 'node:inspector/promises';
import { writeFile } from 'node:fs/promises';
import type { Answer, LoopResult, Ready, Usage, WorkerCommand } from './messages.js';
import type { Looped, Prepare, Served } from './subject.js';

const [, , module = '', entry = '', options = '{}'] = process.argv;

// An orphan would keep a port and a core: without the harness there is nothing to do.
process.on('disconnect', () => process.exit());

let profiler: Session | undefined;

try {
  const subject = await prepare();
  if ('operation' in subject) await prove(subject);
  process.on('message', (command) => void answer(subject, command as WorkerCommand));
  report('url' in subject ? { url: subject.url } : { facts: subject.facts });
} catch (error) {
  report({ failed: reason(error) });
}

async function prepare(): Promise<Served | Looped> {
  const loaded = (await import(`../peers/${module}.js`)) as Record<string, Prepare<unknown> | undefined>;
  const found = loaded[entry];
  if (found === undefined) throw new Error(`peers/${module} has no export ${entry}`);
  return found(JSON.parse(options));
}

async function prove(subject: Looped): Promise<void> {
  const given = await subject.operation();
  if (given !== subject.expected) throw new Error(`expected ${excerpt(subject.expected)}, got ${excerpt(given)}`);
}

async function answer(subject: Served | Looped, command: WorkerCommand): Promise<void> {
  try {
    report({ value: await perform(subject, command) });
  } catch (error) {
    report({ failed: reason(error) });
  }
}

async function perform(subject: Served | Looped, command: WorkerCommand): Promise<unknown> {
  switch (command.do) {
    case 'loop':
      if (!('operation' in subject)) throw new Error(`peers/${module} serves, it has nothing to repeat`);
      return loop(subject, command.forMs);
    case 'usage':
      return usage();
    case 'start-profile':
      profiler = new Session();
      profiler.connect();
      await profiler.post('Profiler.enable');
      await profiler.post('Profiler.setSamplingInterval', { interval: 200 });
      return profiler.post('Profiler.start');
    case 'stop-profile': {
      const stopped = await profiler?.post('Profiler.stop');
      return writeFile(command.file, JSON.stringify(stopped?.profile));
    }
  }
}

/** Repeats for about `forMs`, in batches long enough that reading the clock costs nothing. */
async function loop(subject: Looped, forMs: number): Promise<LoopResult> {
  const { operation } = subject;
  const start = performance.now();
  let operations = 0;
  let batch = 1;
  let elapsed = 0;
  while (elapsed < forMs) {
    for (let i = 0; i < batch; i++) await operation();
    operations += batch;
    const before = elapsed;
    elapsed = performance.now() - start;
    if (elapsed - before < 2) batch *= 2;
  }
  await prove(subject);
  return { operations, ms: elapsed };
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() };
}

function report(message: Ready | Answer): void {
  process.send?.(message);
}

function reason(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function excerpt(text: unknown): string {
  return JSON.stringify(text)?.slice(0, 200) ?? String(text);
}
