import { mergeConfig } from 'vitest/config';
import { base } from '../../vitest.base.ts';

/** Each program is a process of its own: as many at a time as two cores carry. */
export default mergeConfig(base, { test: { maxConcurrency: 3, fileParallelism: false } });
