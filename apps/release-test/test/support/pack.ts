/**
 * Packs the packages before the first test, as a release would, and hands the tarballs to every test file.
 * They must have been built, which turbo does before it runs these tests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll, type Tarball } from 'tools/pack';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    tarballs: readonly Tarball[];
  }
}

export default async function pack(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'mrtr-packed-'));
  project.provide('tarballs', await packAll(folder));
  return () => {
    rmSync(folder, { recursive: true });
  };
}
