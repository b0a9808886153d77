import { defineConfig } from 'tsup';

/** File for file, nothing bundled: each process imports what it measures from the packages, as an application does. */
export default defineConfig({
  entry: ['src/**/*.ts'],
  bundle: false,
  format: 'esm',
  target: 'node20',
  clean: true,
});
