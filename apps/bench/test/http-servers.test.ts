import { describe, expect, test } from 'vitest';
import type { Dialect } from '../src/harness/messages.js';
import type { Served } from '../src/harness/subject.js';
import { runCaller } from '../src/load/caller.js';
import { Requests } from '../src/load/requests.js';

type Start = (options: { tools?: number }) => Promise<Served>;

const servers: readonly (readonly [string, Dialect, readonly ('call' | 'flow')[], () => Promise<{ start: Start }>])[] =
  [
    ['mrtr', '2026-07-28', ['call', 'flow'], () => import('../src/peers/mrtr/http-server.js')],
    ['official', '2026-07-28', ['call', 'flow'], () => import('../src/peers/official/http-server.js')],
    ['tmcp', '2026-07-28', ['call', 'flow'], () => import('../src/peers/tmcp/http-server.js')],
    ['mcp-lite', '2025-06-18', ['call'], () => import('../src/peers/mcp-lite/http-server.js')],
    ['bare', '2026-07-28', ['call', 'flow'], () => import('../src/peers/bare/http-server.js')],
  ];

describe('every server does what the load generator checks', () => {
  test.each(servers)('%s', async (_name, dialect, plans, load) => {
    const { start } = await load();
    const server = await start({ tools: 5 });
    try {
      for (const plan of plans) expect(await callThrice(server.url, dialect, plan)).toBe(3);
    } finally {
      await server.close();
    }
  });

  test('and a wrong answer ends the load', async () => {
    const { start } = await import('../src/peers/bare/http-server.js');
    const server = await start();
    try {
      const wrong = Object.assign(new Requests(server.url, '2026-07-28'), {
        call: (id: number) => new Requests(server.url, '2026-07-28').order(id),
      });
      await expect(callThrice(server.url, '2026-07-28', 'call', wrong)).rejects.toThrow('not the expected result');
    } finally {
      await server.close();
    }
  });
});

async function callThrice(
  url: string,
  dialect: Dialect,
  plan: 'call' | 'flow',
  requests = new Requests(url, dialect),
): Promise<number> {
  let started = 0;
  let completed = 0;
  await runCaller({
    id: 1,
    url: new URL(url),
    requests,
    plan,
    more: () => started++ < 3,
    completed: () => completed++,
  });
  return completed;
}
