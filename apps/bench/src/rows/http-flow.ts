/** A flow of two rounds over HTTP: question and sealed state out, answer and state back. */
import { measureWarmed } from '../harness/measure-warmed.js';
import type { Row } from '../harness/row.js';
import { bare, official, ours, tmcp } from './http-servers.js';

export const httpFlow: Row = {
  id: 'http-flow',
  title: 'HTTP flow of 2 rounds, warmed',
  unit: '/s',
  better: 'more',
  goals: [{ kind: 'times', than: 'official', atLeast: 6 }],
  how:
    'Whole flows a second at 16 keep-alive connections. Ours encrypts the state and binds it to the call; the official ' +
    'SDK signs it with its own codec, tmcp with an HMAC brought along, bare node:http seals it with AES-256-GCM.',
  measure: async (bench) => [
    ...(await measureWarmed(bench, [ours(2), bare(), tmcp(2), official(2)], 'flow')),
    { side: 'mcp-lite', absent: 'no multi-round-trip requests' },
  ],
  profiled: { subject: ours(2).subject, plan: 'flow' },
};
