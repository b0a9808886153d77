/**
 * The measured tools on the official SDK, in the form of its documentation: a factory that builds a server, schemas
 * and codec made once outside it, questions by `inputRequired.elicit` from the author's schema, state signed by
 * `createRequestStateCodec` (docs/servers/input-required.md).
 */
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { fillerText, fillerTools } from '../../work/filler.js';
import { GREET, greeting } from '../../work/greet.js';
import { SERVER_INFO } from '../../work/names.js';
import { ORDER, orderMessage, ordered, type OrderState } from '../../work/order.js';

export function serverFactory(tools: number): () => McpServer {
  const codec = createRequestStateCodec<OrderState>({ key: crypto.getRandomValues(new Uint8Array(32)) });
  const fillers = fillerTools(tools - 2);
  return () => {
    const server = new McpServer(SERVER_INFO, { requestState: { verify: (token, ctx) => codec.verify(token, ctx) } });
    server.registerTool(
      GREET.tool,
      { description: GREET.description, inputSchema: GREET.input },
      ({ name }): CallToolResult => ({ content: [{ type: 'text', text: greeting(name) }] }),
    );
    server.registerTool(
      ORDER.tool,
      { description: ORDER.description, inputSchema: ORDER.input },
      async ({ title }, ctx): Promise<CallToolResult | InputRequiredResult> => {
        const answer = acceptedContent(ctx.mcpReq.inputResponses, ORDER.key, ORDER.question);
        const state = ctx.mcpReq.requestState<OrderState>();
        if (answer === undefined || state === undefined) {
          return inputRequired({
            inputRequests: {
              [ORDER.key]: inputRequired.elicit({ message: orderMessage(title), requestedSchema: ORDER.question }),
            },
            requestState: await codec.mint(ORDER.state),
          });
        }
        return { content: [{ type: 'text', text: ordered(title, answer.copies, state) }] };
      },
    );
    for (const { name, description, input } of fillers) {
      server.registerTool(name, { description, inputSchema: input }, ({ query }): CallToolResult => ({
        content: [{ type: 'text', text: fillerText(query) }],
      }));
    }
    return server;
  };
}
