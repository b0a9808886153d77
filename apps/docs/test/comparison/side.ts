/**
 * One server under comparison, reached by raw messages, so that neither side is seen through its own client. Both sides
 * serve two tools, `pay` and `refund`: each shows an amount, asks for consent, and then acts on the amount in its state.
 */

/** What came back. */
export interface Reply {
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends one message. */
export type Post = (message: object) => Promise<Reply>;

/** The parameters of a call, but for `_meta`. */
export interface Call {
  readonly name: 'pay' | 'refund';
  readonly arguments: { readonly to: string; readonly amount: number };
  readonly inputResponses?: object;
  readonly requestState?: string | undefined;
}

/** The call that the tests begin with. */
export const small: Call = { name: 'pay', arguments: { to: 'ada', amount: 10 } };

/** The person's consent. */
export const consent = { consent: { action: 'accept', content: { agree: true } } };

/** The error that a refused state has to be answered with (Specification 2026-07-28, basic/patterns/mrtr). */
export const refused = { code: -32_602, message: 'Invalid or expired requestState' };

let lastId = 0;

/** Calls a tool. */
export function callOn(post: Post, params: Call): Promise<Reply> {
  return post({
    jsonrpc: '2.0',
    id: (lastId += 1),
    method: 'tools/call',
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'comparison', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      },
    },
  });
}

/** The state of a call that has asked for consent. */
export async function stateOn(post: Post): Promise<string> {
  const { result } = await callOn(post, small);
  if (result?.requestState === undefined) throw new Error(`It did not ask: ${JSON.stringify(result)}`);
  return result.requestState;
}

/** What a tool said, or the error. */
export function saidBy({ result, error }: Reply): unknown {
  return error ?? result?.content?.[0]?.text ?? result?.resultType;
}
