/**
 * An empty project on disk that installs our tarballs with npm, as a stranger's would.
 * Of ours it asks only for what it names; what those need comes along by npm's own resolution.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, run } from 'tools/run';
import type { Tarball } from 'tools/pack';

const consumers = join(import.meta.dirname, '../../consumers');

/** What npm must not take over from the pnpm that started the tests. */
const env = { npm_config_verify_deps_before_run: undefined, npm_config_loglevel: undefined };

/** A project with our packages installed. */
export class Project {
  private constructor(readonly folder: string) {}

  /**
   * Installs the packages called `names`, and `others` from the registry.
   * @param tarballs all of ours: npm takes from them what the named ones need.
   */
  static async install(
    tarballs: readonly Tarball[],
    names: readonly string[],
    others: Readonly<Record<string, string>> = {},
  ): Promise<Project> {
    const folder = mkdtempSync(join(tmpdir(), 'mrtr-consumer-'));
    const ours = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]));
    const manifest = {
      private: true,
      type: 'module',
      dependencies: { ...Object.fromEntries(names.map((name) => [name, ours[name]])), ...others },
      // Unpublished, our packages can't come from the registry when another of them asks for them.
      overrides: ours,
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await must('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: folder,
      env,
    });
    return new Project(folder);
  }

  /** The names of all packages that were installed, sorted, each once. */
  installed(): string[] {
    return [...new Set(this.#copies())].toSorted();
  }

  /** How many copies of one package were installed. */
  count(name: string): number {
    return this.#copies().filter((copy) => copy === name).length;
  }

  /** Puts one of the programs of `consumers/` into the project. */
  add(program: string): void {
    copyFileSync(join(consumers, program), join(this.folder, program));
  }

  /** Writes a file into the project. */
  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs a file of the project with Node and returns what it printed; throws if it fails. */
  run(file: string): Promise<string> {
    return must(process.execPath, [file], { cwd: this.folder });
  }

  /** Compiles the project by its `tsconfig.json` with the compiler at `tsc`; returns its complaints, empty if none. */
  async compile(tsc: string): Promise<string> {
    const { code, output } = await run(process.execPath, [tsc, '-p', this.folder], { cwd: this.folder });
    if (code !== 0 && output === '') throw new Error(`The compiler ended with ${code} and said nothing.`);
    return output;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #copies(): string[] {
    const lock = JSON.parse(readFileSync(join(this.folder, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, unknown>>;
    };
    return Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  }
}
