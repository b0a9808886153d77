import { mergeConfig } from 'vitest/config';
import { base } from '../../vitest.base.ts';

/** These tests leave nothing behind in a module, so their files can share one load of everything. */
export default mergeConfig(base, { test: { isolate: false } });
