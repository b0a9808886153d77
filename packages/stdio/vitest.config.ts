export { base as default } from '../../vitest.base.ts';
