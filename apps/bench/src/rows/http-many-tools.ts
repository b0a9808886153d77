/** HTTP `tools/call` with 100 and with 10,000 tools, beside our own server with 2. */
import { measureWarmed } from '../harness/measure-warmed.js';
import type { Row } from '../harness/row.js';
import { mcpLite, official, ours, tmcp } from './http-servers.js';

export const http100Tools = manyTools(100);
export const http10000Tools = manyTools(10_000);

function manyTools(tools: number): Row {
  const few = 'mrtr, 2 tools';
  return {
    id: `http-call-${tools}`,
    title: `HTTP tools/call, ${tools.toLocaleString('en')} tools, warmed`,
    unit: '/s',
    better: 'more',
    goals: [{ kind: 'share', of: few, atLeast: 0.9 }],
    how:
      `The same call on a server with ${tools.toLocaleString('en')} tools. The official SDK builds a server for every ` +
      'request, from schemas that were made once, as its documentation asks.',
    measure: (bench) =>
      measureWarmed(bench, [ours(tools), ours(2, few), mcpLite(tools), tmcp(tools), official(tools)], 'call'),
    profiled: { subject: ours(tools).subject, plan: 'call' },
  };
}
