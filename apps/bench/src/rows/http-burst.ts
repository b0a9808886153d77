/** HTTP `tools/call` in the first second of load on a fresh process. */
import { measureBursts } from '../harness/measure-bursts.js';
import type { Row } from '../harness/row.js';
import { bare, mcpLite, official, ours, tmcp } from './http-servers.js';

export const httpBurst: Row = {
  id: 'http-burst',
  title: 'HTTP tools/call, 2 tools, in a burst',
  unit: '/s',
  better: 'more',
  goals: [{ kind: 'times', than: 'official', atLeast: 10 }],
  how: 'Calls a second in the first second of load on a fresh process, at 16 keep-alive connections.',
  measure: (bench) => measureBursts(bench, [ours(2), bare(), mcpLite(2), tmcp(2), official(2)]),
};
