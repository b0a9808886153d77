/**
 * `npm run check:imports`: the direction of dependencies, in the sources and in the manifests.
 * Cycles between files are oxlint's to find (`import/no-cycle`); between packages the arrows admit none.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { trackedFiles } from './lib/files.js';
import { dependencyProblems, importProblems } from './lib/imports.js';
import { packages, root } from './lib/workspace.js';

const problems: string[] = [];
let read = 0;

for (const { name, folder, manifest } of packages()) {
  const here = relative(root, folder);
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies };
  problems.push(
    ...dependencyProblems(name, Object.keys(declared)).map((problem) => `${here}/package.json: ${problem}`),
  );
  for (const path of trackedFiles(join(here, 'src'))) {
    if (!path.endsWith('.ts')) continue;
    read += 1;
    const file = {
      package: name,
      path: relative(here, path).replaceAll('\\', '/'),
      text: readFileSync(join(root, path), 'utf8'),
    };
    problems.push(...importProblems(file).map((problem) => `${path}:${problem}`));
  }
}

for (const problem of problems) console.error(problem);
console.log(`${read} source files read, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
