/** The flow of two questions on the official SDK, by hand as its documentation has it: the first answer rides in the state. */
import { InMemoryTransport } from '@modelcontextprotocol/client';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Looped } from '../../harness/subject.js';
import { answerOf, CHECKOUT, checkedOut, copiesMessage, shippingMessage } from '../../work/checkout.js';
import { SERVER_INFO } from '../../work/names.js';
import { textOf } from '../../work/results.js';
import { officialClient } from './client.js';

interface Kept {
  readonly copies: number;
}

export async function byHand(): Promise<Looped> {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  serveStdio(checkoutFactory(), { transport: serverEnd });
  const client = officialClient(answerOf);
  await client.connect(clientEnd);
  return {
    operation: async () => textOf(await client.callTool({ name: CHECKOUT.tool, arguments: CHECKOUT.arguments })),
    expected: CHECKOUT.expected,
  };
}

function checkoutFactory(): () => McpServer {
  const codec = createRequestStateCodec<Kept>({ key: crypto.getRandomValues(new Uint8Array(32)) });
  return () => {
    const server = new McpServer(SERVER_INFO, { requestState: { verify: (token, ctx) => codec.verify(token, ctx) } });
    server.registerTool(
      CHECKOUT.tool,
      { description: CHECKOUT.description, inputSchema: CHECKOUT.input },
      async ({ title }, ctx): Promise<CallToolResult | InputRequiredResult> => {
        const { inputResponses } = ctx.mcpReq;
        const kept = ctx.mcpReq.requestState<Kept>();
        const copies = kept?.copies ?? acceptedContent(inputResponses, CHECKOUT.copiesKey, CHECKOUT.copies)?.copies;
        if (copies === undefined) {
          return inputRequired({
            inputRequests: {
              [CHECKOUT.copiesKey]: inputRequired.elicit({
                message: copiesMessage(title),
                requestedSchema: CHECKOUT.copies,
              }),
            },
          });
        }
        const shipping = acceptedContent(inputResponses, CHECKOUT.shippingKey, CHECKOUT.shipping);
        if (shipping === undefined) {
          return inputRequired({
            inputRequests: {
              [CHECKOUT.shippingKey]: inputRequired.elicit({
                message: shippingMessage(copies),
                requestedSchema: CHECKOUT.shipping,
              }),
            },
            requestState: await codec.mint({ copies }),
          });
        }
        return { content: [{ type: 'text', text: checkedOut(title, copies, shipping) }] };
      },
    );
    return server;
  };
}
