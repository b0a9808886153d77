/** Type-checks a folder of programs at once, by the compiler that the packages are built with. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** The complaints of the compiler about the folder with this `tsconfig.json`; empty when it has none. */
export async function typeErrors(folder: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder });
    return '';
  } catch (error) {
    return (error as { readonly stdout?: string }).stdout || String(error);
  }
}
