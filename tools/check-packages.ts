/**
 * `npm run check:packages`: packs every package as a release would and looks at the tarballs.
 * publint judges the manifest, attw what TypeScript makes of each entry, and our own list what a reader expects to find.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentProblems } from './lib/contents.js';
import { packAll } from './lib/pack.js';
import { run } from './lib/run.js';

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
try {
  for (const { name, path, manifest, files } of await packAll(folder)) {
    const problems = contentProblems(manifest, files);
    const publint = await run('publint', ['--strict', path]);
    const attw = await run('attw', ['--profile', 'esm-only', '--no-definitely-typed', '--no-emoji', path]);

    const sound = problems.length === 0 && publint.code === 0 && attw.code === 0;
    console.log(`${sound ? '✓' : '✗'} ${name}, ${files.length} files`);
    for (const problem of problems) console.error(`  ${problem}`);
    for (const { code, output } of [publint, attw]) if (code !== 0) console.error(output);
    if (!sound) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
