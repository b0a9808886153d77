/**
 * The repository as the gates see it: where its root is, and which packages it has.
 * Everything is read from disk, so that a new package is under every gate from its first commit.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, an absolute path. */
export const root: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the gates read of a `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** One member of the workspace. */
export interface Member {
  readonly name: string;
  /** The folder, an absolute path. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The manifest of the root. */
export function rootManifest(): Manifest {
  return readManifest(root);
}

/** The published packages: `packages/*`, in the order of their names. */
export function packages(): Member[] {
  return membersUnder('packages');
}

/** The applications: `apps/*`, in the order of their names. */
export function apps(): Member[] {
  return membersUnder('apps');
}

/** All members of the workspace, the tools included. */
export function members(): Member[] {
  return [...packages(), ...apps(), member(join(root, 'tools'))];
}

function membersUnder(parent: string): Member[] {
  const folder = join(root, parent);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'package.json')))
    .map(member)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function member(folder: string): Member {
  const manifest = readManifest(folder);
  return { name: manifest.name, folder, manifest };
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
