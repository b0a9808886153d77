/**
 * `npm run check:words`: no file of the repository names a package registry's host or a path of one machine.
 * Reads every file that git knows or would know, and passes over what isn't text.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trackedFiles } from './lib/files.js';
import { wordProblems } from './lib/words.js';
import { root } from './lib/workspace.js';

const problems: string[] = [];
const paths = trackedFiles();

for (const path of paths) {
  const text = readFileSync(join(root, path), 'utf8');
  if (text.includes('\0')) continue;
  problems.push(...wordProblems(path, text).map((problem) => `${path}:${problem}`));
}

for (const problem of problems) console.error(problem);
console.log(`${paths.length} files read, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
