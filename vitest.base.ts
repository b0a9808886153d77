import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Packages resolve each other's sources by the `@mrtr/source` condition, so tests need no build. */
export const base: ViteUserConfig = defineConfig({
  // Not `import`: Node is started with these, and CommonJS dependencies would be given ES modules.
  resolve: { conditions: ['@mrtr/source', 'module'] },
  ssr: { resolve: { conditions: ['@mrtr/source', 'module', 'node'] } },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    // The root's `npm test` adds these reports up.
    reporters: ['default', 'json'],
    outputFile: { json: '.vitest-report.json' },
  },
});
