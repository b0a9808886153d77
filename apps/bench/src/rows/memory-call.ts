/** `tools/call` from a client to a server in the same process, no transport between them. */
import { measureLoops } from '../harness/measure-loop.js';
import type { Row } from '../harness/row.js';

export const memoryCall: Row = {
  id: 'memory-call',
  title: 'In memory tools/call',
  unit: 'µs',
  better: 'less',
  goals: [
    { kind: 'times', than: 'official', atLeast: 10 },
    { kind: 'times', than: 'tmcp', atLeast: 2 },
  ],
  how:
    'One call after the other on 2026-07-28. Ours copies every message, as isolation asks for; the official SDK and tmcp ' +
    'hand objects over by reference. mcp-lite has no client.',
  measure: async (bench) => [
    ...(await measureLoops(bench, [
      { name: 'mrtr', subject: { module: 'mrtr/memory', entry: 'call' } },
      { name: 'JSON both ways', subject: { module: 'bare/memory', entry: 'callByJson' } },
      { name: 'by reference', subject: { module: 'bare/memory', entry: 'callByReference' } },
      { name: 'tmcp', subject: { module: 'tmcp/memory', entry: 'call' } },
      { name: 'official', subject: { module: 'official/memory', entry: 'call' } },
    ])),
    { side: 'mcp-lite', absent: 'no client in the same process' },
  ],
  profiled: { subject: { module: 'mrtr/memory', entry: 'call' } },
};
