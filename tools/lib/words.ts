/**
 * Finds in a file what may not stand in the repository: addresses of package registries, and paths of one machine.
 * A clone has to work wherever it lies, with whatever registry its owner uses.
 */

/** One kind of words, and the files that may hold them. */
interface Rule {
  readonly pattern: RegExp;
  readonly problem: string;
  readonly allowed?: RegExp;
}

// The patterns are written so that they don't match themselves.
const rules: readonly Rule[] = [
  { pattern: /\bregistry[.][\w-]+[.][a-z]{2,}/iu, problem: 'names the host of a package registry' },
  {
    pattern: /\b(npmjs[.](com|org)|yarnpkg[.]com|pythonhosted[.]org|pypi[.]org|(deb|security)[.]debian[.]org)\b/iu,
    problem: 'names the host of a package registry',
  },
  { pattern: /(?<![\w.)-])[/]work\b/u, problem: 'names a path of one machine' },
  {
    pattern: /[.][.]([/]|['"], ?['"])shared\b/u,
    problem: 'reads outside the repository; only tests of the packages may, for the official schemas and vectors',
    allowed: /^packages\/[^/]+\/test\//u,
  },
];

/** A lockfile that holds addresses installs from them, whatever registry the machine is set up for. */
const address: Rule = { pattern: /https?:[/][/]|\btarball:/u, problem: 'is an address in the lockfile' };

/** What may not stand in this file, as messages that begin with the line. */
export function wordProblems(path: string, text: string): string[] {
  const applying = rules.filter(({ allowed }) => allowed?.test(path) !== true);
  if (path === 'pnpm-lock.yaml') applying.push(address);
  return text.split('\n').flatMap((line, index) =>
    applying.flatMap(({ pattern, problem }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${index + 1}: '${found[0]}' ${problem}`];
    }),
  );
}
