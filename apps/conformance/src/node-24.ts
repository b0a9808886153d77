/**
 * The Node that the suite needs, which may be newer than the one that runs here: it is a package of the registry, for the
 * platforms where it is wanted.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const NEEDED_MAJOR = 22;

/** The path of a Node that is new enough. @throws {Error} where there is none. */
export function nodeForTheSuite(): string {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), 'bin/node');
  } catch (cause) {
    throw new Error(`The suite needs Node ${NEEDED_MAJOR} or later, and ${name} is not installed.`, { cause });
  }
}

/** The program of the suite. */
export function suiteProgram(): string {
  const manifest = require.resolve('@modelcontextprotocol/conformance/package.json');
  const { bin } = require('@modelcontextprotocol/conformance/package.json') as { bin: string | Record<string, string> };
  return join(dirname(manifest), typeof bin === 'string' ? bin : (bin['conformance'] ?? Object.values(bin)[0] ?? ''));
}
