/** A flow of two rounds in memory, the state sealed. */
import { measureLoops } from '../harness/measure-loop.js';
import type { Row } from '../harness/row.js';

export const memoryFlow: Row = {
  id: 'memory-flow',
  title: 'In memory flow of 2 rounds',
  unit: 'µs',
  better: 'less',
  goals: [
    { kind: 'times', than: 'official', atLeast: 6 },
    { kind: 'share', of: 'XChaCha and JSON', atMost: 2 },
  ],
  how:
    'One flow after the other on 2026-07-28, through each library’s own client. The floor is XChaCha20-Poly1305 from ' +
    '@noble/ciphers around a state of the same size, and JSON in both directions.',
  measure: async (bench) => [
    ...(await measureLoops(bench, [
      { name: 'mrtr', subject: { module: 'mrtr/memory', entry: 'flow' } },
      { name: 'XChaCha and JSON', subject: { module: 'bare/memory', entry: 'flow' } },
      { name: 'tmcp', subject: { module: 'tmcp/memory', entry: 'flow' } },
      { name: 'official', subject: { module: 'official/memory', entry: 'flow' } },
    ])),
    { side: 'mcp-lite', absent: 'no multi-round-trip requests' },
  ],
  profiled: { subject: { module: 'mrtr/memory', entry: 'flow' } },
};
