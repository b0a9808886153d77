/** What a figure means nothing without: the machine, Node, the versions that were measured, the date. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pinned } from '../harness/pin.js';

export interface Environment {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly system: string;
  readonly processor: string;
  readonly pinned: boolean;
  /** Set where others were at work when the run began, and so on the cores that were measured. */
  readonly busy: string | undefined;
  readonly versions: readonly (readonly [name: string, version: string])[];
}

const APP = new URL('../../', import.meta.url);

export function environment(now: Date): Environment {
  return {
    date: now.toISOString().slice(0, 10),
    commit: commit(),
    node: process.version,
    system: `${platform()} ${release()}`,
    processor: `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    pinned,
    busy: busyMachine(),
    versions: peerVersions(),
  };
}

/** More than a third of a core in use before a run has begun is somebody else's work. */
export function busyMachine(): string | undefined {
  const [load = 0] = loadavg();
  if (load <= 1 / 3) return undefined;
  return `The machine was busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): these figures are not to be quoted.`;
}

/** The peers' versions are what is installed, not what was asked for. */
function peerVersions(): (readonly [string, string])[] {
  const { dependencies = {} } = readJson('package.json') as { dependencies?: Record<string, string> };
  return Object.keys(dependencies)
    .filter((name) => !name.startsWith('@mrtr/'))
    .map((name) => [name, (readJson(`node_modules/${name}/package.json`) as { version: string }).version]);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, APP), 'utf8'));
}

function commit(): string {
  try {
    const asked = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: fileURLToPath(APP),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return asked.trim();
  } catch {
    return 'not in a repository';
  }
}
