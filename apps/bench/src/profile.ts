/**
 * `profile -- <row>`: where our side's time goes in a row, after it has been warmed. Keeps the V8 profile, for a
 * viewer, and prints self time by package and by function.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CONNECTIONS } from './harness/bench.js';
import { Worker } from './harness/worker.js';
import { summarise, type CpuProfile, type SelfTime } from './profile-summary.js';
import { rows, rowsFor } from './rows/index.js';

const WARM_MS = 4000;
const PROFILED_MS = 4000;
const FOLDER = new URL('../profiles/', import.meta.url);

const wanted = process.argv.slice(2).find((arg) => arg !== '--');
const [row] = wanted === undefined ? [] : rowsFor(wanted);
if (row?.profiled === undefined) {
  const known = rows.filter(({ profiled }) => profiled !== undefined).map(({ id }) => id);
  console.error(`Name a row that runs a process of ours: ${known.join(', ')}`);
  process.exit(1);
}

const { subject, plan } = row.profiled;
const file = fileURLToPath(new URL(`${row.id}.cpuprofile`, FOLDER));
await mkdir(FOLDER, { recursive: true });

const { worker, ready } = await Worker.start(subject);
try {
  const work = await workload(worker, ready.url);
  await work.run(WARM_MS);
  await worker.startProfile();
  await work.run(PROFILED_MS);
  await worker.stopProfile(file);
  await work.end();
} finally {
  await worker.stop();
}

const summary = summarise(JSON.parse(await readFile(file, 'utf8')) as CpuProfile);
print('Self time by package', summary.packages);
print('Self time by function', summary.functions.slice(0, 30));
console.log(`\nThe profile is in ${file}`);

async function workload(ours: Worker, url: string | undefined) {
  if (url === undefined || plan === undefined) {
    return { run: async (forMs: number) => void (await ours.loop(forMs)), end: async () => {} };
  }
  const load = await Worker.startLoad();
  const command = { url, plan, dialect: '2026-07-28', connections: CONNECTIONS } as const;
  return { run: async (forMs: number) => void (await load.load({ ...command, forMs })), end: () => load.stop() };
}

function print(title: string, entries: readonly SelfTime[]): void {
  console.log(`\n${title}`);
  for (const { name, share } of entries) console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
}
