/** The HTTP servers of every row that puts load on one, with a given number of tools. */
import type { Side } from '../harness/sides.js';

export function ours(tools: number, name = 'mrtr'): Side {
  return { name, subject: { module: 'mrtr/http-server', entry: 'start', options: { tools } } };
}

export function official(tools: number): Side {
  return { name: 'official', subject: { module: 'official/http-server', entry: 'start', options: { tools } } };
}

export function tmcp(tools: number): Side {
  return { name: 'tmcp', subject: { module: 'tmcp/http-server', entry: 'start', options: { tools } } };
}

/** mcp-lite speaks no newer revision, so it is sent the older request, which carries less. */
export function mcpLite(tools: number): Side {
  const subject = { module: 'mcp-lite/http-server', entry: 'start', options: { tools } };
  return { name: 'mcp-lite', subject, dialect: '2025-06-18' };
}

export function bare(): Side {
  return { name: 'bare node:http', subject: { module: 'bare/http-server', entry: 'start' } };
}
