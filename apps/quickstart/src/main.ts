/**
 * `npm run demo`: starts the provisioner over HTTP, connects a client by URL, and shows each round as it crosses the wire.
 * Ends with 0 only if every act went as it had to; with 130 when the person leaves by Ctrl-C.
 */
import { cancel, intro, log, outro, S_BAR } from '@clack/prompts';
import { serve } from '@mrtr/http/node';
import type { Logger } from '@mrtr/server';
import { styleText } from 'node:util';
import { acts } from './acts.js';
import { readArguments, usage } from './arguments.js';
import { connect } from './client.js';
import { provisioner } from './provisioner.js';
import { atTheTerminal, byItself, PersonLeft, somebodyIsThere } from './terminal.js';

const { region, help, problem } = readArguments(process.argv.slice(2));

/** What the server tells its operator stands beside what it tells the client. */
const note: Logger['warn'] = ({ event, reason }) => {
  const entry = `the server's log  ${event}: ${reason ?? 'see the server'}`;
  log.message(styleText('dim', entry), { symbol: styleText('gray', S_BAR), spacing: 0 });
};
const logger: Logger = { warn: note, error: note };

async function demonstrate(): Promise<void> {
  const person =
    region !== undefined
      ? byItself({ region }, 'no question is asked with --region')
      : somebodyIsThere()
        ? atTheTerminal()
        : byItself({}, 'nobody is at a terminal');

  intro('mrtr: calls that have to ask, over HTTP');
  await using running = await serve(provisioner(logger));
  await using client = await connect(running.url, person);
  log.info(
    `${client.serverInfo?.name} at ${running.url}, MCP ${client.protocolVersion}\n→ what the client sends, ← what comes back`,
  );
  for (const [index, { title, play }] of acts.entries()) {
    log.message(styleText('bold', `${index + 1}. ${title}`), { symbol: styleText('green', '◆'), spacing: 1 });
    await play(client);
  }
  outro(`All ${acts.length} went as they had to.`);
}

async function main(): Promise<number> {
  if (help === true) {
    console.log(usage);
    return 0;
  }
  if (problem !== undefined) {
    console.error(`${problem}\n\n${usage}`);
    return 2;
  }
  try {
    await demonstrate();
    return 0;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof PersonLeft) {
      cancel('You left before the end.');
      return 130;
    }
    log.error(String(error));
    return 1;
  }
}

// Whoever closed the pipe has read enough: `npm run demo | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

process.exitCode = await main();
