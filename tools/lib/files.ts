/**
 * Which files belong to the repository: those that git knows, and those that it would.
 * What is ignored — dependencies, builds, caches — is nobody's business here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.js';

/** Paths below `under`, relative to the root, of the files that exist and that git doesn't ignore. */
export function trackedFiles(under = '.'): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', under], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).toSorted();
}
