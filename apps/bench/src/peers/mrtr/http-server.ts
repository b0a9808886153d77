/** mrtr over HTTP on Node: one long-lived server behind `serve`, its guards on as they are by default. */
import { serve } from '@mrtr/http/node';
import type { Served } from '../../harness/subject.js';
import { ENDPOINT } from '../../work/names.js';
import { createServer } from './tools.js';

export async function start({ tools = 2 }: { tools?: number }): Promise<Served> {
  const running = await serve(createServer(tools), { port: 0, path: ENDPOINT });
  return { url: running.url, close: () => running.close() };
}
