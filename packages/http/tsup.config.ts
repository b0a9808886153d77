import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

export default defineConfig(library(['src/client.ts', 'src/server.ts', 'src/node.ts']));
