/** What a resolver and a body behind resolvers may know of the request, and that it is all but the answers: SYSTEM R1, R3, H6, H7. */
import { elicit, McpServer, type FlowContext, resolver } from '@mrtr/server';
import type { ExchangeInfo } from '@mrtr/transport';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { CLIENT_INFO, send, textOf } from '../support/requests.js';
import { accept, callOf } from '../support/rounds.js';

const INFO = { name: 'context', version: '1.0.0' };
const Word = z.object({ word: z.string() });

function described(ctx: FlowContext) {
  const { method, protocolVersion, clientInfo, clientCapabilities, auth, headers, lifespan, flow } = ctx;
  return {
    method,
    protocolVersion,
    clientInfo,
    clientCapabilities,
    auth,
    header: headers?.get('x-shop'),
    lifespan,
    flow,
  };
}

test('a resolver is told what the body is told: the client, the caller, the channel, the lifespan, the flow', async () => {
  const seen: FlowContext[] = [];
  const look = (_: unknown, ctx: FlowContext) => seen.push(ctx);
  const server = new McpServer(INFO, { lifespan: () => 'the shop' });
  server.tool('t', { resolve: { looked: resolver({}, look) } }, (_, ctx) => String(seen.push(ctx)));
  const info: ExchangeInfo = {
    auth: { clientId: 'c', scopes: [] },
    headers: { get: (name) => `value of ${name}` },
  };
  await callOf(server, 't', {}, info).next();
  const [resolving, body] = seen.map(described);
  expect(resolving).toEqual(body);
  expect(resolving).toMatchObject({
    method: 'tools/call',
    protocolVersion: '2026-07-28',
    clientInfo: CLIENT_INFO,
    clientCapabilities: { roots: {} },
    auth: { clientId: 'c' },
    header: 'value of x-shop',
    lifespan: 'the shop',
    flow: { round: 1 },
  });
});

test('the flow has one identifier in all its rounds, which count from 1, and another call has another', async () => {
  const server = new McpServer(INFO);
  const flows: { readonly id: string; readonly round: number }[] = [];
  const noted = (_: unknown, { flow: { id, round } }: FlowContext) => {
    flows.push({ id, round });
    return elicit('noted', Word);
  };
  server.tool('t', { resolve: { noted: resolver({}, noted) } }, (_, { flow: { id, round } }) => `${id} ${round}`);
  const [one, another] = [callOf(server, 't'), callOf(server, 't')];
  await one.next();
  await another.next();
  await one.next({});
  const [{ id } = { id: '' }, second] = flows;
  expect(flows.map(({ round }) => round)).toEqual([1, 1, 2]);
  expect(flows[2]?.id).toBe(id);
  expect(second?.id).not.toBe(id);
  expect(textOf(await one.next({ noted: accept({ word: 'w' }) }))).toBe(`${id} 3`);
});

test('neither a resolver nor the body has the answers or the state', async () => {
  const server = new McpServer(INFO);
  const seen: object[] = [];
  const asked = resolver({}, (_, ctx) => {
    seen.push(ctx);
    return elicit('asked', Word);
  });
  server.tool('t', { resolve: { asked } }, (_, ctx) => String(seen.push(ctx)));
  const rounds = callOf(server, 't');
  await rounds.next();
  await rounds.next({ asked: accept({ word: 'w' }) });
  expect(seen).toHaveLength(3);
  for (const ctx of seen) {
    for (const name of ['answer', 'response', 'inputResponses', 'requestState']) expect(ctx).not.toHaveProperty(name);
  }
});

test('a resolver tells the client of its progress', async () => {
  const server = new McpServer(INFO);
  const slow = resolver({}, (_, ctx) => {
    ctx.progress(1, 2, 'half');
    return 'done';
  });
  server.tool('t', { resolve: { slow } }, (given) => given.slow);
  const told: unknown[] = [];
  const info: ExchangeInfo = { notify: (notification) => void told.push(notification) };
  await send(server, 'tools/call', { name: 't' }, { meta: { progressToken: 7 }, info });
  expect(told).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 7, progress: 1, total: 2, message: 'half' } },
  ]);
});
