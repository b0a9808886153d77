/**
 * Judges what a published package says of itself and holds: what a registry's page shows, and nothing left over.
 * Whether its entries resolve, and with which types, is for publint and attw to say.
 */

/** The part of a published manifest that is judged. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly keywords?: readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly access?: string };
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What is wrong with a packed package, as sentences. */
export function contentProblems(manifest: PublishedManifest, files: readonly string[]): string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };

  demand((manifest.description ?? '') !== '', 'package.json has no `description`');
  demand(manifest.license === 'MIT', 'package.json must say `"license": "MIT"`');
  demand(manifest.type === 'module', 'package.json must say `"type": "module"`');
  demand(manifest.sideEffects === false, 'package.json must say `"sideEffects": false`');
  demand((manifest.keywords ?? []).includes('mcp'), 'package.json has no `keywords`, "mcp" among them');
  demand(manifest.engines?.['node'] === '>=20.19', 'package.json must say `"engines": { "node": ">=20.19" }`');
  demand(
    manifest.publishConfig?.access === 'public',
    'package.json must say `"publishConfig": { "access": "public" }`',
  );
  for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    demand(
      !/^(workspace|catalog|file|link):/u.test(range),
      `the range of ${name}, \`${range}\`, means nothing outside`,
    );
  }

  for (const file of ['LICENSE', 'README.md']) demand(files.includes(file), `there is no ${file}`);
  for (const file of files) {
    demand(/^(dist\/|src\/|[^/]+$)/u.test(file) && !/[.]test[.]/u.test(file), `${file} doesn't belong there`);
  }
  return problems;
}
