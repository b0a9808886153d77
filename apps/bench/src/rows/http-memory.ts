/** Memory of the HTTP server after 50,000 calls. */
import { measureMemory } from '../harness/measure-memory.js';
import type { Row } from '../harness/row.js';
import { bare, mcpLite, official, ours, tmcp } from './http-servers.js';

export const httpMemory: Row = {
  id: 'http-memory',
  title: 'Memory after 50,000 HTTP calls',
  unit: 'MB',
  better: 'less',
  goals: [{ kind: 'bound', atMost: 140 }],
  how: 'Resident set of a fresh process after 50,000 calls at 16 connections (3,000 in a quick run), nothing collected by force.',
  measure: (bench) => measureMemory(bench, [ours(2), bare(), mcpLite(2), tmcp(2), official(2)]),
};
