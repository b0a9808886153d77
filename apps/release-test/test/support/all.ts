/** A project with all packages, and what a user's program needs beside them. */
import type { Tarball } from 'tools/pack';
import { Project } from './project.js';
import { zodOf } from './zod.js';

/** Installs all of ours, the zod that the server asks for, and what else is named. */
export function installAll(
  tarballs: readonly Tarball[],
  others: Readonly<Record<string, string>> = {},
): Promise<Project> {
  return Project.install(
    tarballs,
    tarballs.map(({ name }) => name),
    { zod: zodOf(tarballs), ...others },
  );
}
