/**
 * `npm run check`: builds, then runs every script of the root that is called `check:…`, and reports all that fail.
 * `npm run check -- lint types` runs those alone. Each of them is a command of its own, too.
 */
import { availableParallelism } from 'node:os';
import { run, turbo, type Ended } from './lib/run.js';
import { rootManifest } from './lib/workspace.js';

const prefix = 'check:';
const wanted = process.argv.slice(2);
const names = Object.keys(rootManifest().scripts ?? {})
  .filter((script) => script.startsWith(prefix))
  .map((script) => script.slice(prefix.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no check called ${unknown.join(', ')}.`);

const failures: { readonly name: string; readonly output: string }[] = [];

function report(name: string, { code, output, took }: Ended): void {
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name.padEnd(12)} ${(took / 1000).toFixed(1)} s\n`);
  if (code !== 0) failures.push({ name, output });
}

// What looks at the packages as they are published needs them built. It is done once, here: the checks that need it
// have a `pre` script for when they are run alone, which `--ignore-scripts` passes over.
report('build', await turbo(['build', '--continue=always', '--output-logs=errors-only'], { show: false }));

// A setting of pnpm's that npm would warn about.
const env = { npm_config_verify_deps_before_run: undefined };

// As many at a time as there are cores, and no more.
const waiting = [...names];
async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    report(name, await run('npm', ['run', '--silent', '--ignore-scripts', `${prefix}${name}`], { env }));
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));

for (const { name, output } of failures) {
  process.stdout.write(`\n──── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}\n${output.trim()}\n`);
}
const passed = names.length + 1 - failures.length;
process.stdout.write(`\n${passed} checks passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
