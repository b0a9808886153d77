/**
 * `npm run release:dry`: rehearses a release with what is committed, in a copy, and prints what would be published.
 * Nothing in the work tree changes and nothing is published; see CONTRIBUTING.md for the real release.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from './lib/pack.js';
import { must, pnpm } from './lib/run.js';
import { root } from './lib/workspace.js';

const folder = mkdtempSync(join(tmpdir(), 'release-'));
const copy = join(folder, 'copy');
const packed = join(folder, 'packed');

try {
  console.log('Copying what is committed, and installing …');
  await must('git', ['clone', '--quiet', root, copy]);
  await pnpm(['install', '--frozen-lockfile', '--prefer-offline'], { cwd: copy });

  console.log('Versioning by the changesets …');
  console.log(indent(await pnpm(['exec', 'changeset', 'version'], { cwd: copy })));

  console.log('Building …');
  await pnpm(['exec', 'turbo', 'run', 'build', '--filter=./packages/*', '--output-logs=errors-only'], { cwd: copy });

  mkdirSync(packed);
  for (const { manifest, path, files } of await packAll(packed, copy)) {
    const size = (statSync(path).size / 1000).toFixed(1);
    console.log(`\n${manifest.name}@${manifest.version}: ${files.length} files, ${size} kB packed`);
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) console.log(`  needs ${name} ${range}`);
    for (const file of files) console.log(`  ${file}`);
    if (files.includes('CHANGELOG.md')) {
      const changes = readFileSync(join(copy, 'packages', manifest.name.replace('@mrtr/', ''), 'CHANGELOG.md'), 'utf8');
      console.log(indent(changes));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function indent(text: string): string {
  return text.trim().replaceAll(/^(?=.)/gmu, '  │ ');
}
