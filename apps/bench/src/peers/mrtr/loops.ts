/** The operations that a client repeats, whatever channel it is on. */
import type { Client } from '@mrtr/client';
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';

/** One call after the other of a tool that asks nothing. */
export function loopCalls(client: Client): Looped {
  return {
    operation: async () => textOf(await client.callTool(GREET.tool, GREET.arguments)),
    expected: GREET.expected,
  };
}

/** One flow of two rounds after the other. */
export function loopFlows(client: Client): Looped {
  return {
    operation: async () => textOf(await client.callTool(ORDER.tool, ORDER.arguments)),
    expected: ORDER.expected,
  };
}
