import { mergeConfig } from 'vitest/config';
import { base } from '../../vitest.base.ts';

export default mergeConfig(base, {
  test: {
    // These tests leave nothing behind in a module, so their files can share one load of everything.
    isolate: false,
    // The rest is for `npm run types`.
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: './tsconfig.types.json' },
  },
});
