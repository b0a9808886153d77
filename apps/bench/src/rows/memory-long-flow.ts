/** A flow of twenty questions in memory, each answer kept in the sealed state. */
import { measureLoops } from '../harness/measure-loop.js';
import type { Row } from '../harness/row.js';

export const memoryLongFlow: Row = {
  id: 'memory-flow-20',
  title: 'In memory flow of 20 questions',
  unit: 'µs',
  better: 'less',
  goals: [{ kind: 'bound', atMost: 1500 }],
  how:
    'Twenty questions, one a round, answers of 40 characters. The growth of the token is the mean over the flow; ours ' +
    'is padded in steps and encrypted.',
  measure: async (bench) => [
    ...(await measureLoops(bench, [
      { name: 'mrtr', subject: { module: 'mrtr/memory', entry: 'longFlow' } },
      { name: 'XChaCha and JSON', subject: { module: 'bare/memory', entry: 'longFlow' } },
      { name: 'tmcp', subject: { module: 'tmcp/memory', entry: 'longFlow' } },
      { name: 'official', subject: { module: 'official/memory', entry: 'longFlow' } },
    ])),
    { side: 'mcp-lite', absent: 'no multi-round-trip requests' },
  ],
  profiled: { subject: { module: 'mrtr/memory', entry: 'longFlow' } },
};
