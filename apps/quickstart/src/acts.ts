/**
 * What the demonstration shows, act by act. Each checks that what came back is what had to come, and throws when it is
 * not: the demonstration is a test, too.
 */
import type { Client } from '@mrtr/client';
import { isInputRequired, ProtocolError } from '@mrtr/types';
import { deepStrictEqual, match, ok } from 'node:assert/strict';

/** One act: what it is about, and what happens. */
export interface Act {
  readonly title: string;
  readonly play: (client: Client) => Promise<void>;
}

const orders = { name: 'orders' };

/** The acts, in order. */
export const acts: readonly Act[] = [
  {
    title: 'A tool that needs a region',
    async play(client) {
      const { content, isError } = await client.callTool('provision', orders);
      ok(isError !== true);
      const [block] = content;
      match(block?.type === 'text' ? block.text : '', /^orders runs in \S+, for 19 € a month, as was shown\.$/u);
    },
  },
  {
    title: 'A prompt that needs its audience',
    async play(client) {
      const { messages } = await client.getPrompt('briefing', orders);
      const content = messages[0]?.content;
      match(content?.type === 'text' ? content.text : '', /^Write a briefing on the database orders for \w+\.$/u);
    },
  },
  {
    title: 'A resource that needs a period',
    async play(client) {
      const { contents } = await client.readResource('costs://orders');
      const [text] = contents;
      match(text !== undefined && 'text' in text ? text.text : '', /^orders: \d+ € (this|last) (month|year)\.$/u);
    },
  },
  {
    title: 'A state with one character changed, and a state for another call',
    async play(client) {
      const state = await stateOf(client);
      const changed = `${state.slice(0, -7)}${state.at(-7) === 'A' ? 'B' : 'A'}${state.slice(-6)}`;
      await expectRefusal(client, orders, changed);
      await expectRefusal(client, { name: 'payments' }, state);
    },
  },
];

/** Calls the tool and leaves its question open. */
async function stateOf(client: Client): Promise<string> {
  const interim = await client.session.callTool('provision', orders, { allowInputRequired: true });
  ok(isInputRequired(interim) && interim.requestState !== undefined);
  return interim.requestState;
}

async function expectRefusal(client: Client, args: typeof orders, requestState: string): Promise<void> {
  const inputResponses = { region: { action: 'accept' as const, content: { region: 'eu-west-1' } } };
  const refusal = await client.session
    .callTool('provision', args, { inputResponses, requestState })
    .catch((error: unknown) => error);
  ok(refusal instanceof ProtocolError);
  deepStrictEqual([refusal.code, refusal.message], [-32_602, 'Invalid or expired requestState']);
}
