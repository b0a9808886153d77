/** Every row, in the order of the table. */
import type { Row } from '../harness/row.js';
import { bundleClient, bundleServer } from './bundle.js';
import { importClient, importServer } from './cold-import.js';
import { fetchCall, fetchFlow } from './fetch.js';
import { httpBurst } from './http-burst.js';
import { httpCall } from './http-call.js';
import { httpFlow } from './http-flow.js';
import { http10000Tools, http100Tools } from './http-many-tools.js';
import { httpMemory } from './http-memory.js';
import { memoryCall } from './memory-call.js';
import { memoryFlow } from './memory-flow.js';
import { memoryLongFlow } from './memory-long-flow.js';
import { memoryResolvers } from './memory-resolvers.js';
import { seal200, seal2000, seal20000 } from './seal.js';

export const rows: readonly Row[] = [
  httpCall,
  httpBurst,
  http100Tools,
  http10000Tools,
  httpFlow,
  httpMemory,
  memoryCall,
  memoryFlow,
  memoryLongFlow,
  memoryResolvers,
  fetchCall,
  fetchFlow,
  seal200,
  seal2000,
  seal20000,
  importServer,
  importClient,
  bundleServer,
  bundleClient,
];

/** The rows whose id is `wanted` or begins with it (`seal`, `http-call-100`). @throws {Error} when there is none. */
export function rowsFor(wanted: string): readonly Row[] {
  const exact = rows.filter((row) => row.id === wanted);
  const found = exact.length > 0 ? exact : rows.filter((row) => row.id.startsWith(wanted));
  if (found.length === 0) throw new Error(`There is no row ${wanted}. Rows: ${rows.map((row) => row.id).join(', ')}`);
  return found;
}
