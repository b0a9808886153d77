/** A flow of two questions, the second of which depends on the first, declared as resolvers and written by hand. */
import { measureLoops } from '../harness/measure-loop.js';
import type { Row } from '../harness/row.js';

export const memoryResolvers: Row = {
  id: 'memory-resolvers',
  title: 'In memory flow of 2 dependent questions, by resolvers',
  unit: 'µs',
  better: 'less',
  goals: [
    { kind: 'times', than: 'official by hand', atLeast: 5 },
    { kind: 'share', of: 'mrtr by hand', atMost: 1.3 },
  ],
  how:
    'Three rounds, one flow after the other, through each library’s own client. Ours declares two resolvers; by hand, the ' +
    'first answer is kept in the state, which the official SDK signs and ours encrypts. By hand the official flow seals ' +
    'one state and ours two, since it binds every round.',
  measure: async (bench) => [
    ...(await measureLoops(bench, [
      { name: 'mrtr', subject: { module: 'mrtr/checkout', entry: 'declared' } },
      { name: 'mrtr by hand', subject: { module: 'mrtr/checkout', entry: 'byHand' } },
      { name: 'official by hand', subject: { module: 'official/checkout', entry: 'byHand' } },
    ])),
    { side: 'tmcp', absent: 'no resolvers' },
    { side: 'mcp-lite', absent: 'no multi-round-trip requests' },
  ],
  profiled: { subject: { module: 'mrtr/checkout', entry: 'declared' } },
};
