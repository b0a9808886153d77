/** A whole flow over a channel: both sides keep their objects to themselves, as they would on a wire. */
import { elicit, inputRequired, McpServer } from '@mrtr/server';
import { memoryTransport } from '@mrtr/transport';
import type { ElicitResult, InputRequests, JsonRpcNotification } from '@mrtr/types';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { request } from './support/requests.js';

const Region = z.object({ region: z.enum(['eu', 'us']) });
const Consent = z.object({ agree: z.boolean().default(true) });

function provisioner(): McpServer {
  const server = new McpServer({ name: 'provisioner', version: '1.0.0' });
  server.tool('provision', { input: z.object({ name: z.string() }) }, ({ name }, ctx) => {
    ctx.progress(ctx.flow.round);
    const region = ctx.answer('region', Region)?.region ?? ctx.requestState;
    if (region === undefined) return inputRequired({ region: elicit(`Where should ${name} run?`, Region) });
    if (!ctx.answer('consent', Consent)?.agree) {
      return inputRequired({ consent: elicit(`Is ${region} fine?`, Consent) }, { requestState: region });
    }
    return `${name} runs in ${region}, after ${ctx.flow.round} rounds`;
  });
  return server;
}

/** The loop of a client, in short: answer what is asked, and call again. */
async function callTool(server: McpServer, answer: (key: string, round: number) => ElicitResult) {
  const transport = memoryTransport(server);
  const notifications: JsonRpcNotification[] = [];
  const options = { onNotification: (notification: JsonRpcNotification) => void notifications.push(notification) };
  let retry: Readonly<Record<string, unknown>> = {};
  for (let round = 1; round < 10; round++) {
    const params = { name: 'provision', arguments: { name: 'orders' }, ...retry };
    const message = request('tools/call', params, { id: round, meta: { progressToken: `leg ${round}` } });
    const response = await transport.send(message, options);
    if (!('result' in response)) throw new Error(response.error.message);
    const { inputRequests, requestState } = response.result as { inputRequests?: InputRequests; requestState?: string };
    if (response.result['resultType'] === 'complete') return { result: response.result, notifications };
    const keys = Object.keys(inputRequests ?? {});
    retry = { inputResponses: Object.fromEntries(keys.map((key) => [key, answer(key, round)])), requestState };
  }
  throw new Error('It asks for ever.');
}

describe('a flow of three rounds', () => {
  test('ends with what the person answered', async () => {
    const { result, notifications } = await callTool(provisioner(), (key) => ({
      action: 'accept',
      content: key === 'region' ? { region: 'eu' } : {},
    }));
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'orders runs in eu, after 3 rounds' }] });
    expect(notifications.map(({ params }) => [params?.['progressToken'], params?.['progress']])).toEqual([
      ['leg 1', 1],
      ['leg 2', 2],
      ['leg 3', 3],
    ]);
  });

  test('goes on while the person puts it off', async () => {
    const { result } = await callTool(provisioner(), (key, round) =>
      round < 4
        ? { action: 'cancel' }
        : { action: 'accept', content: key === 'region' ? { region: 'us' } : { agree: true } },
    );
    expect(result).toMatchObject({ content: [{ text: 'orders runs in us, after 6 rounds' }] });
  });

  test('is one of many at once, and none takes the answers of another', async () => {
    const server = provisioner();
    const regions = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'eu' : 'us'));
    const ended = await Promise.all(
      regions.map((region) =>
        callTool(server, (key) => ({ action: 'accept', content: key === 'region' ? { region } : {} })),
      ),
    );
    expect(ended.map(({ result }) => (result['content'] as [{ text: string }])[0].text)).toEqual(
      regions.map((region) => `orders runs in ${region}, after 3 rounds`),
    );
  });
});

test('a client that goes away aborts the signal of its call, and of no other', async () => {
  const server = new McpServer({ name: 'slow', version: '1.0.0' });
  const signals = new Map<string, AbortSignal>();
  const ended: string[] = [];
  server.tool('wait', { input: z.object({ name: z.string() }) }, async ({ name }, { signal }) => {
    signals.set(name, signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.push(name);
    return 'late';
  });
  const transport = memoryTransport(server);
  const wait = (name: string, { signal }: AbortController) =>
    transport.send(request('tools/call', { name: 'wait', arguments: { name } }, { id: name }), { signal });
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [wait('first', first), wait('second', second)];
  await vi.waitUntil(() => signals.size === 2);
  first.abort(new Error('gone'));
  await expect(calls[0]).rejects.toThrow('gone');
  await vi.waitUntil(() => ended.length > 0);
  expect(ended).toEqual(['first']);
  expect(signals.get('second')?.aborted).toBe(false);
  second.abort(new Error('gone too'));
  await expect(calls[1]).rejects.toThrow('gone too');
});
