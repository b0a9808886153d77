/**
 * Reads what a TypeScript file imports, by the compiler's own reader, and judges each import by the rules of the design.
 * The rules: the arrows between packages, Node's built-ins behind `node` entries only, `.js` endings, no star exports.
 */
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { arrows as designArrows } from './arrows.js';

/** One import, with the place where it stands. */
export interface Import {
  readonly specifier: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A file of a published package, as far as the rules need it. */
export interface SourceFile {
  /** The package that holds it, such as `@mrtr/seal`. */
  readonly package: string;
  /** The path inside the package, with forward slashes, such as `src/token.ts`. */
  readonly path: string;
  readonly text: string;
}

/** The imports of a file: static, dynamic, type-only and re-exports alike. */
export function importsOf(text: string): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    specifier: fileName,
    line: text.slice(0, pos).split('\n').length,
  }));
}

/** What is wrong with the imports of one file under `src`, as messages that begin with the line. */
export function importProblems(
  file: SourceFile,
  arrows: ReadonlyMap<string, readonly string[]> = designArrows,
): string[] {
  const allowed = arrows.get(file.package);
  if (allowed === undefined) return [`1: ${file.package} has no arrows; add them to tools/lib/arrows.ts`];
  const problems = importsOf(file.text).flatMap(({ specifier, line }) => {
    const problem = specifier.startsWith('.')
      ? relativeProblem(file.path, specifier)
      : packageProblem(file, specifier, allowed);
    return problem === undefined ? [] : [`${line}: '${specifier}' ${problem}`];
  });
  return [...problems, ...starExports(file.text)];
}

/** What is wrong with the dependencies that a manifest declares; the same arrows hold for them. */
export function dependencyProblems(
  name: string,
  dependencies: readonly string[],
  arrows: ReadonlyMap<string, readonly string[]> = designArrows,
): string[] {
  const allowed = arrows.get(name) ?? [];
  return dependencies
    .filter((dependency) => arrows.has(dependency) && !allowed.includes(dependency))
    .map((dependency) => `${name} may not depend on ${dependency}: ${allowedText(allowed)}`);
}

function relativeProblem(path: string, specifier: string): string | undefined {
  const target = join(dirname(path), specifier);
  // The build puts the version in its place.
  if (target === 'package.json') return undefined;
  if (!specifier.endsWith('.js')) return 'must end in `.js`, as Node resolves it';
  if (relative('src', target).startsWith('..')) return 'leaves the sources of its package';
  if (isNodeOnly(target) && !isNodeOnly(path)) return 'is for Node alone; only `src/node*.ts` may import it';
  return undefined;
}

function packageProblem(file: SourceFile, specifier: string, allowed: readonly string[]): string | undefined {
  const name = packageName(specifier);
  if (specifier.startsWith('node:') || builtinModules.includes(name)) {
    return isNodeOnly(file.path) ? undefined : 'is a built-in of Node; only `src/node*.ts` may import it';
  }
  if (specifier === `${name}/node` && !isNodeOnly(file.path))
    return 'is for Node alone; only `src/node*.ts` may import it';
  if (name === file.package) return 'is this package itself; import the file';
  if (name.startsWith('@mrtr/') && !allowed.includes(name)) {
    return `is not below ${file.package}: ${allowedText(allowed)}`;
  }
  return undefined;
}

/** Files that only Node loads: `src/node.ts`, `src/node-listener.ts`, everything in `src/node/`. */
function isNodeOnly(path: string): boolean {
  return /^src\/node([.-][^/]*$|\/)/u.test(path);
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function allowedText(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'it stands on no other package' : `it stands on ${allowed.join(', ')} alone`;
}

function starExports(text: string): string[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
  return source.statements
    .filter((statement) => ts.isExportDeclaration(statement))
    .filter(({ exportClause }) => exportClause === undefined || ts.isNamespaceExport(exportClause))
    .map((statement) => {
      const { line } = source.getLineAndCharacterOfPosition(statement.getStart(source));
      return `${line + 1}: exports by star; spell the names out`;
    });
}
