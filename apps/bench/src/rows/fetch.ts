/** From the client to the handler by `fetch`, both in one process: the HTTP code paths without a socket. */
import { measureLoops } from '../harness/measure-loop.js';
import type { Row } from '../harness/row.js';

export const fetchCall = byFetch('call', 'In process tools/call by fetch');
export const fetchFlow = byFetch('flow', 'In process flow of 2 rounds by fetch');

function byFetch(entry: 'call' | 'flow', title: string): Row {
  return {
    id: `fetch-${entry}`,
    title,
    unit: 'µs',
    better: 'less',
    goals: [{ kind: 'times', than: 'official', atLeast: 4 }],
    how:
      'Each library’s HTTP client, with a `fetch` that hands a Request to its web-standard handler. The floor makes and ' +
      'reads the same Request and Response by hand. tmcp and mcp-lite have no HTTP client.',
    measure: async (bench) => [
      ...(await measureLoops(bench, [
        { name: 'mrtr', subject: { module: 'mrtr/fetch', entry } },
        { name: 'bare Request', subject: { module: 'bare/fetch', entry } },
        { name: 'official', subject: { module: 'official/fetch', entry } },
      ])),
      { side: 'tmcp', absent: 'no HTTP client' },
      { side: 'mcp-lite', absent: 'no HTTP client' },
    ],
    profiled: { subject: { module: 'mrtr/fetch', entry } },
  };
}
