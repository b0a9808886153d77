import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.ts';

export default defineConfig(library(['src/node-client.ts', 'src/node-server.ts']));
