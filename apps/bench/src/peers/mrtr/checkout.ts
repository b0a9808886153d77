/** The flow of two questions on mrtr, in memory: declared as resolvers, and the same written by hand. */
import { Client } from '@mrtr/client';
import { elicit, inputRequired, McpServer, resolver } from '@mrtr/server';
import type { Looped } from '../../harness/subject.js';
import { answerOf, CHECKOUT, checkedOut, copiesMessage, shippingMessage } from '../../work/checkout.js';
import { CLIENT_INFO, SERVER_INFO } from '../../work/names.js';
import { textOf } from '../../work/results.js';

const { tool, description, input } = CHECKOUT;

/** With resolvers. */
export function declared(): Looped {
  const copies = resolver({ args: input.shape }, ({ title }) => elicit(copiesMessage(title), CHECKOUT.copies));
  const shipping = resolver({ needs: { copies } }, ({ copies: { copies: n } }) =>
    elicit(shippingMessage(n), CHECKOUT.shipping),
  );
  const server = new McpServer(SERVER_INFO);
  server.tool(tool, { description, input, resolve: { copies, shipping } }, (given) =>
    checkedOut(given.title, given.copies.copies, given.shipping),
  );
  return looped(server);
}

/** The first answer is kept in the state while the second is awaited. */
export function byHand(): Looped {
  const server = new McpServer(SERVER_INFO);
  server.tool(tool, { description, input }, ({ title }, ctx) => {
    const kept = ctx.requestState === undefined ? undefined : Number(ctx.requestState);
    const copies = kept ?? ctx.answer(CHECKOUT.copiesKey, CHECKOUT.copies)?.copies;
    if (copies === undefined) {
      return inputRequired({ [CHECKOUT.copiesKey]: elicit(copiesMessage(title), CHECKOUT.copies) });
    }
    const shipping = ctx.answer(CHECKOUT.shippingKey, CHECKOUT.shipping);
    if (shipping === undefined) {
      return inputRequired(
        { [CHECKOUT.shippingKey]: elicit(shippingMessage(copies), CHECKOUT.shipping) },
        { requestState: String(copies) },
      );
    }
    return checkedOut(title, copies, shipping);
  });
  return looped(server);
}

function looped(server: McpServer): Looped {
  const client = new Client(server, {
    info: CLIENT_INFO,
    onElicit: ({ message }) => ({ action: 'accept', content: answerOf(message) }),
  });
  return {
    operation: async () => textOf(await client.callTool(tool, CHECKOUT.arguments)),
    expected: CHECKOUT.expected,
  };
}
