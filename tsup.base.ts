import type { Options } from 'tsup';

/** How every package is built: ESM and its types, one chunk graph, no minification (the reader may look inside). */
export function library(entry: string[]): Options {
  return {
    entry,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: {
      compilerOptions: { ignoreDeprecations: '6.0' },
      // `await using` works in a user's project whose `lib` doesn't know of it yet.
      banner: '/// <reference lib="esnext.disposable" />',
    },
    clean: true,
    sourcemap: true,
    treeshake: true,
    // Outside Node, `node:crypto` is understood where `crypto` is not.
    removeNodeProtocol: false,
    external: [/^node:/],
  };
}
