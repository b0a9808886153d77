/** The size of a bundle as it would be sent or deployed: esbuild, minified, gzip level 9, in kB of 1000 bytes. */
import { build, type Platform } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Failed, Figure } from './figure.js';

export interface BundleSide {
  readonly name: string;
  /** Path below `peers/`, without extension. */
  readonly module: string;
  readonly platform?: Platform | undefined;
}

export async function measureBundles(sides: readonly BundleSide[]): Promise<(Figure | Failed)[]> {
  const figures: (Figure | Failed)[] = [];
  for (const { name, module, platform = 'node' } of sides) {
    try {
      figures.push({ side: name, samples: [(await bundledBytes(module, platform)) / 1000] });
    } catch (error) {
      figures.push({ side: name, failed: error instanceof Error ? error.message : String(error) });
    }
  }
  return figures;
}

async function bundledBytes(module: string, platform: Platform): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../peers/${module}.js`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform,
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}
