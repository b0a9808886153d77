/** Our side, with no configuration at all. */
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { z } from 'zod';
import type { Post, Reply } from './side.js';

const Consent = z.object({ agree: z.boolean() });
const Input = z.object({ to: z.string(), amount: z.number() });
const State = z.object({ amount: z.number() });

/** A server that keeps its refusals to itself. */
export function ours(): Post {
  const logger = { warn: () => {}, error: () => {} };
  const server = new McpServer({ name: 'bank', version: '1.0.0' }, { logger });
  for (const name of ['pay', 'refund']) {
    server.tool(name, { description: name, input: Input }, ({ to, amount }, ctx) => {
      const state = State.optional().parse(ctx.requestState && JSON.parse(ctx.requestState));
      if (ctx.answer('consent', Consent)?.agree) return `${name} ${state?.amount ?? amount} to ${to}`;
      const question = elicit(`${name} ${amount}?`, Consent);
      return inputRequired({ consent: question }, { requestState: JSON.stringify({ amount }) });
    });
  }
  return async (message) => (await server.exchange(message)) as Reply;
}
