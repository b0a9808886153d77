/** HTTP `tools/call` with 2 tools, after every server has been warmed. */
import { measureWarmed } from '../harness/measure-warmed.js';
import type { Row } from '../harness/row.js';
import { bare, mcpLite, official, ours, tmcp } from './http-servers.js';

export const httpCall: Row = {
  id: 'http-call',
  title: 'HTTP tools/call, 2 tools, warmed',
  unit: '/s',
  better: 'more',
  goals: [
    { kind: 'share', of: 'bare node:http', atLeast: 0.6 },
    { kind: 'times', than: 'mcp-lite', atLeast: 1.2 },
    { kind: 'times', than: 'official', atLeast: 6 },
  ],
  how:
    'Calls a second at 16 keep-alive connections. mcp-lite is measured on 2025-06-18, the newest revision it speaks, ' +
    'whose requests carry less. Bare node:http checks nothing.',
  measure: (bench) => measureWarmed(bench, [ours(2), bare(), mcpLite(2), tmcp(2), official(2)], 'call'),
  profiled: { subject: ours(2).subject, plan: 'call' },
};
