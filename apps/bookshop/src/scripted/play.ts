/** Plays the acts from beginning to end, with every round shown. */
import { intro, log, outro } from '@clack/prompts';
import { styleText } from 'node:util';
import type { Bookshop } from '../bookshop.js';
import { connect } from '../client/connect.js';
import { addDemoCustomer } from '../client/demo-customer.js';
import { printed } from '../client/wire-printer.js';
import { acts, scriptFor } from './acts.js';
import { scriptedPerson } from './scripted-person.js';

/** @throws where something did not go as it had to. */
export async function play({ url, shop }: Bookshop): Promise<void> {
  intro('The bookshop: one order and one refund, with every round');
  await addDemoCustomer(shop);
  await using client = await connect(url, scriptedPerson(scriptFor(shop)), { around: printed });
  log.info(
    `${client.serverInfo?.title} at ${url}, MCP ${client.protocolVersion}\n→ what the client sends, ← what comes back`,
  );
  for (const [index, act] of acts.entries()) {
    log.message(styleText('bold', `${index + 1}. ${act.title}`), { symbol: styleText('green', '◆'), spacing: 1 });
    await act.play(client, shop);
  }
  outro(`Both went as they had to.`);
}
