/**
 * The official SDK's side, as its documentation writes it (docs/servers/input-required.md and the comments of
 * `createRequestStateCodec`): without a codec, with one, and with one that binds.
 */
import {
  acceptedContent,
  type CallToolResult,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  McpServer,
  type RequestStateCodec,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Post, Reply } from './side.js';

const Consent = z.object({ agree: z.boolean() });
const Input = z.object({ to: z.string(), amount: z.number() });
const State = z.object({ amount: z.number() });
type State = z.infer<typeof State>;

const key = crypto.getRandomValues(new Uint8Array(32));

/** The codec without `bind`, which is optional. */
export const codec: RequestStateCodec<State> = createRequestStateCodec<State>({ key });

/** The codec with the `bind` that its documentation gives as an example. */
export const bound: RequestStateCodec<State> = createRequestStateCodec<State>({
  key,
  bind: (ctx) => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.clientId ?? ''}`,
});

/** A server without a codec writes and reads the state as it is. */
export function official(protection?: RequestStateCodec<State>): Post {
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: 'bank', version: '1.0.0' },
      protection === undefined ? {} : { requestState: { verify: (token, ctx) => protection.verify(token, ctx) } },
    );
    for (const name of ['pay', 'refund']) {
      server.registerTool(
        name,
        { description: name, inputSchema: Input },
        async ({ to, amount }, ctx): Promise<CallToolResult | InputRequiredResult> => {
          const carried = ctx.mcpReq.requestState();
          const state = State.optional().parse(typeof carried === 'string' ? JSON.parse(carried) : carried);
          if (acceptedContent(ctx.mcpReq.inputResponses, 'consent', Consent)?.agree) {
            return { content: [{ type: 'text', text: `${name} ${state?.amount ?? amount} to ${to}` }] };
          }
          return inputRequired({
            inputRequests: {
              consent: inputRequired.elicit({ message: `${name} ${amount}?`, requestedSchema: Consent }),
            },
            requestState: (await protection?.mint({ amount }, ctx)) ?? JSON.stringify({ amount }),
          });
        },
      );
    }
    return server;
  });
  return async (message) => {
    const { name } = (message as { params: { name: string } }).params;
    const response = await handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': name,
        },
        body: JSON.stringify(message),
      }),
    );
    return (await response.json()) as Reply;
  };
}
