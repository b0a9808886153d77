/**
 * Runs pnpm in the version that `packageManager` names, on a machine that has Node and npm alone: `npm run -s pnpm -- …`.
 * Plain JavaScript on built-ins, for it is what installs everything else.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const args = ['--yes', '--prefer-offline', `--package=${packageManager}`, '--', 'pnpm', ...process.argv.slice(2)];

const { npm_execpath: npm, ...env } = process.env;
// The silence of `npm run --silent` is not handed on: pnpm would be silent about why it failed, too.
delete env.npm_config_loglevel;
// Where one pnpm starts another, npm stands between them and would warn about this setting of pnpm's.
delete env.npm_config_verify_deps_before_run;
const [command, before] = npm?.endsWith('.js') === true ? [process.execPath, [npm, 'exec']] : ['npx', []];

const child = spawn(command, [...before, ...args], { env, stdio: 'inherit' });
child.on('error', (error) => {
  throw error;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
