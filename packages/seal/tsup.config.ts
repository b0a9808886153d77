import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

// A neutral platform knows no built-ins: those of `./node` stay imports.
export default defineConfig({ ...library(['src/index.ts', 'src/node.ts']), external: [/^node:/] });
