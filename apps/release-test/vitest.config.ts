import { mergeConfig } from 'vitest/config';
import { base } from '../../vitest.base.ts';

/** The packages are packed once; installing and compiling take longer than a unit test may. */
export default mergeConfig(base, {
  test: { globalSetup: 'test/support/pack.ts', testTimeout: 120_000, hookTimeout: 120_000 },
});
