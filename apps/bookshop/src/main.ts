/**
 * `npm run bookshop`: the server and a terminal to shop in, or one of both, or a play of its own.
 * Ends with 0 where all went as it had to, 1 where it did not, 2 for a command line that says nothing sensible, and with 130
 * when the person leaves by Ctrl-C.
 */
import { cancel, log } from '@clack/prompts';
import { readArguments, usage } from './arguments.js';
import { leftOf } from './terminal/left-of.js';
import { modes } from './modes.js';
import { PersonLeft } from './terminal/terminal.js';

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2), process.env);
  if ('problem' in read) {
    console.error(`${read.problem}\n\n${usage}`);
    return 2;
  }
  if (read.help) {
    console.log(usage);
    return 0;
  }
  const left = new AbortController();
  const leave = (): void => left.abort(new PersonLeft('Ctrl-C'));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await modes(read, left.signal);
    return 0;
  } catch (error) {
    if (leftOf(error)) {
      if (!read.serve) cancel('You left.');
      return 130;
    }
    log.error(String(error));
    return 1;
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

// Whoever closed the pipe has read enough: `npm run bookshop | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

process.exitCode = await main();
