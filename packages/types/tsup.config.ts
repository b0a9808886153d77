import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';
import { library } from '../../tsup.base.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Calls that build a schema and do nothing else: zod's own, and the helpers of this package. */
const BUILDERS = /(?<!function )\b(?:z\.\w+|checked|errorOf|failure|mapOf|notification|request|response)(?=[(<])/g;

/**
 * Marks those calls, so that whoever takes an error class from here does not get two hundred schemas with it. zod says
 * the same of its functions, but in a form that esbuild does not carry from one package to another.
 */
const pureSchemas: Plugin = {
  name: 'pure-schemas',
  setup(build) {
    build.onLoad({ filter: /\/src\/[\w-]+\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8')).replace(BUILDERS, '/* @__PURE__ */ $&'),
    }));
  },
};

export default defineConfig({ ...library(['src/index.ts']), esbuildPlugins: [pureSchemas] });
