/** The measured tools on mrtr, with everything at its defaults: state sealed with a key of the process. */
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { fillerText, fillerTools } from '../../work/filler.js';
import { GREET, greeting } from '../../work/greet.js';
import { SERVER_INFO } from '../../work/names.js';
import { ORDER, orderMessage, ordered, type OrderState } from '../../work/order.js';

export function createServer(tools: number): McpServer {
  const server = new McpServer(SERVER_INFO);
  server.tool(GREET.tool, { description: GREET.description, input: GREET.input }, ({ name }) => greeting(name));
  server.tool(ORDER.tool, { description: ORDER.description, input: ORDER.input }, ({ title }, ctx) => {
    const answer = ctx.answer(ORDER.key, ORDER.question);
    if (answer === undefined || ctx.requestState === undefined) {
      return inputRequired(
        { [ORDER.key]: elicit(orderMessage(title), ORDER.question) },
        { requestState: JSON.stringify(ORDER.state) },
      );
    }
    return ordered(title, answer.copies, JSON.parse(ctx.requestState) as OrderState);
  });
  for (const { name, description, input } of fillerTools(tools - 2)) {
    server.tool(name, { description, input }, ({ query }) => fillerText(query));
  }
  return server;
}
