/** The four ways to run the program, each with its database and all of it closed in the end. */
import { log } from '@clack/prompts';
import type { Logger } from '@mrtr/server';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import type { Arguments } from './arguments.js';
import { openBookshop } from './bookshop.js';
import { connect } from './client/connect.js';
import { addDemoCustomer, demoCustomer } from './client/demo-customer.js';
import { printed } from './client/wire-printer.js';
import { play } from './scripted/play.js';
import { openShop } from './shop/shop.js';
import { atTheTerminal } from './terminal/at-the-terminal.js';
import { serveAtCounter } from './terminal/counter.js';
import { somebodyIsThere } from './terminal/terminal.js';

const USUAL_DATABASE = 'bookshop.db';

/**
 * Runs the one that is asked for.
 * @param left aborts when the person leaves.
 */
export function modes(args: Arguments, left: AbortSignal): Promise<void> {
  const { addCustomer, serve, scripted } = args;
  if (addCustomer !== undefined) return register(addCustomer, args);
  if (serve) return serveOthers(args, left);
  return scripted || !somebodyIsThere() ? playByItself(args, left) : shopAtTheTerminal(args, left);
}

async function register(email: string, { database = USUAL_DATABASE }: Arguments): Promise<void> {
  using shop = openShop({ database });
  const password = (await text(process.stdin)).replace(/\r?\n$/u, '');
  if (password.length < 8) throw new Error('The password, read from standard input, has less than 8 characters.');
  await shop.customers.register(email, password);
  console.log(`${email} can log in now.`);
}

async function serveOthers({ database = USUAL_DATABASE, port, stateKey }: Arguments, left: AbortSignal): Promise<void> {
  await using bookshop = await openBookshop({ database, port, stateKey });
  console.log(bookshop.url);
  await over(left);
}

async function shopAtTheTerminal(args: Arguments, left: AbortSignal): Promise<void> {
  const { database = USUAL_DATABASE, port, stateKey, wire } = args;
  await using bookshop = await openBookshop({ database, port, stateKey, logger: dimLogger });
  await addDemoCustomer(bookshop.shop);
  log.info(
    `The shop is at ${bookshop.url}, its database is ${database}.\n` +
      `To log in on its page, you are ${demoCustomer.email}, with the password “${demoCustomer.password}”.`,
  );
  await using client = await connect(bookshop.url, atTheTerminal(), { around: wire ? printed : undefined });
  await serveAtCounter(client, left);
}

async function playByItself({ database, port, stateKey }: Arguments, left: AbortSignal): Promise<void> {
  const folder = database === undefined ? await mkdtemp(join(tmpdir(), 'bookshop-')) : undefined;
  try {
    const path = database ?? join(folder ?? '', USUAL_DATABASE);
    await using bookshop = await openBookshop({ database: path, port, stateKey, logger: dimLogger });
    await Promise.race([play(bookshop), over(left)]);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Rejects when the person has left. */
async function over(left: AbortSignal): Promise<never> {
  if (!left.aborted) await once(left, 'abort');
  throw left.reason;
}

/** What the server tells its operator stands beside what it tells the client. */
const dimLogger: Logger = { warn: noteEntry, error: noteEntry };

function noteEntry({ event, reason, message }: Parameters<Logger['warn']>[0]): void {
  log.message(styleText('dim', `the server's log  ${event}: ${reason ?? message}`), { spacing: 0 });
}
