/** The command line: `--region` answers the first question beforehand, `--help` explains. */
import { parseArgs } from 'node:util';
import { regions } from './provisioner.js';

/** What was asked for, or what is wrong with it. */
export interface Arguments {
  readonly region?: string | undefined;
  readonly help?: boolean | undefined;
  readonly problem?: string | undefined;
}

/** How to start it. */
export const usage = `npm run demo [-- --region ${regions.join(' | ')}]

Shows a tool, a prompt and a resource that ask before they answer, over HTTP, round by round.

  --region  answers by itself, with this region; else you are asked in the terminal
  --help    this text`;

/** Reads the command line. */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { region: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    const { region } = values;
    if (region === undefined || (regions as readonly string[]).includes(region)) return values;
    return { problem: `There is no region ${region}; there are ${regions.join(', ')}.` };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
