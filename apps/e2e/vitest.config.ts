import { mergeConfig } from 'vitest/config';
import { base } from '../../vitest.base.ts';

/** Processes are started and loads are run, so tests take seconds, and run one file at a time to leave them the cores. */
export default mergeConfig(base, { test: { testTimeout: 120_000, hookTimeout: 30_000, fileParallelism: false } });
