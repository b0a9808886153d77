/**
 * A page that a server sends the person to. Its host and its whole address are shown before anything else, and nothing is
 * fetched or opened here: the person opens it (Specification 2026-07-28, client/elicitation "Safe URL Handling").
 */
import { log } from '@clack/prompts';
import type { ElicitRequestURLParams, ElicitResult } from '@mrtr/types';
import { styleText } from 'node:util';
import { announce, react } from './consent.js';
import type { Asked } from '../person.js';
import type { Terminal } from './terminal.js';

export async function agreeToOpen(
  { message, url }: ElicitRequestURLParams,
  ask: Asked,
  terminal: Terminal,
): Promise<ElicitResult> {
  const { host } = new URL(url);
  const output = terminal.output && { output: terminal.output };
  announce(ask, message, terminal);
  log.message(`It is a page of ${styleText(['bold', 'underline'], host)}:\n${new URL(url).href}`, output);
  for (const doubt of doubtsAbout(new URL(url))) log.warn(doubt, output);
  const action = await react('I agree, and open this address in my browser', ask, terminal);
  if (action === 'accept') log.step('Open it now. The call goes on by itself; Ctrl-C gives it up.', output);
  return { action };
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** What should make a person look twice. */
export function doubtsAbout({ protocol, hostname }: URL): readonly string[] {
  const doubts: string[] = [];
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    doubts.push('The name has letters of other alphabets, which may look like the name of somebody else.');
  }
  if (protocol !== 'https:' && !LOOPBACK.has(hostname)) {
    doubts.push('The connection is not encrypted: others can read what you type there.');
  }
  return doubts;
}
