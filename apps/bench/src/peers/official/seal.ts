/**
 * The official SDK's HMAC codec, bound to the call by its `bind` option as its documentation has it. It signs and
 * does not encrypt.
 */
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Looped } from '../../harness/subject.js';
import { ORDER } from '../../work/order.js';
import { stateOf } from '../../work/states.js';

export function bound({ bytes = 200 }: { bytes?: number }): Looped {
  const codec = createRequestStateCodec<string>({
    key: crypto.getRandomValues(new Uint8Array(32)),
    bind: (ctx) => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.clientId ?? ''}`,
  });
  // The two fields that `bind` reads; the rest of the context plays no part.
  const context = { mcpReq: { method: 'tools/call' }, http: { authInfo: { clientId: ORDER.tool } } } as ServerContext;
  const state = stateOf(bytes);
  return {
    operation: async () => codec.verify(await codec.mint(state, context), context),
    expected: state,
  };
}
