/**
 * `npm run turbo -- TASK`: runs a task in every member of the workspace that has it, without telemetry.
 * The scripts `build` and `types` of the root go through here.
 */
import { turbo } from './lib/run.js';

const { code } = await turbo(process.argv.slice(2));
process.exitCode = code;
