/** When an McpServer tells of changes by itself, and how often. Specification 2026-07-28, "List Changed Notification". */
import { McpServer } from '@mrtr/server';
import type { SubscriptionFilter } from '@mrtr/types';
import { describe, expect, test } from 'vitest';
import { type Listening, listening, settle } from '../support/listening.js';
import { call } from '../support/requests.js';

const LISTS: SubscriptionFilter = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

async function setUp(): Promise<{ server: McpServer; client: Listening }> {
  const server = new McpServer({ name: 'lists', version: '1.0.0' }, { lists: ['tools', 'prompts', 'resources'] });
  const client = listening(server, { ...LISTS, resourceSubscriptions: ['memo://1', 'memo://2'] });
  await settle();
  return { server, client };
}

describe('subscribers are told', () => {
  test.each<[string, (server: McpServer, name: string) => { remove(): void }, string]>([
    ['a tool', (server, name) => server.tool(name, {}, () => 'x'), 'tools/list_changed'],
    ['a prompt', (server, name) => server.prompt(name, {}, () => 'x'), 'prompts/list_changed'],
    ['a resource', (server, name) => server.resource(`memo://${name}`, {}, () => 'x'), 'resources/list_changed'],
    ['a template', (server, name) => server.resource(`memo://${name}/{id}`, {}, () => 'x'), 'resources/list_changed'],
  ])('when %s is registered or removed, and not when that fails or changes nothing', async (_, register, told) => {
    const { server, client } = await setUp();
    const registration = register(server, 'a');
    await settle();
    expect(client.changes).toEqual([told]);
    expect(() => register(server, 'a')).toThrow('already');
    await settle();
    expect(client.changes).toHaveLength(1);
    registration.remove();
    await settle();
    expect(client.changes).toEqual([told, told]);
    registration.remove();
    await settle();
    expect(client.changes).toHaveLength(2);
  });

  test('not of completions, which are in no list', async () => {
    const { server, client } = await setUp();
    server.prompt('p', {}, () => 'x');
    await settle();
    server.completion({ prompt: 'p' }, 'a', () => []).remove();
    await settle();
    expect(client.changes).toEqual(['prompts/list_changed']);
  });

  test('once of ten registrations in one turn, each list for itself', async () => {
    const { server, client } = await setUp();
    for (let n = 0; n < 10; n++) {
      server.tool(`t${n}`, {}, () => 'x');
      server.prompt(`p${n}`, {}, () => 'x').remove();
    }
    expect(client.changes).toEqual([]);
    await settle();
    expect(client.changes).toEqual(['tools/list_changed', 'prompts/list_changed']);
    server.tool('another', {}, () => 'x');
    await settle();
    expect(client.changes).toHaveLength(3);
  });

  test('once of a resource that is updated ten times in one turn, each resource for itself', async () => {
    const { server, client } = await setUp();
    for (let n = 0; n < 10; n++) {
      server.notifyResourceUpdated('memo://1');
      server.notifyResourceUpdated('memo://2');
    }
    await settle();
    expect(client.received.slice(1).map(({ params }) => params?.['uri'])).toEqual(['memo://1', 'memo://2']);
  });

  test('of lists that change for other reasons, when the server is told to', async () => {
    const { server, client } = await setUp();
    server.notifyToolsChanged();
    server.notifyPromptsChanged();
    server.notifyResourcesChanged();
    await settle();
    expect(client.changes).toEqual(['tools/list_changed', 'prompts/list_changed', 'resources/list_changed']);
  });

  test('of what a tool changes, in the middle of its call', async () => {
    const { server, client } = await setUp();
    server.tool('grow', {}, async () => {
      server.tool('grown', {}, () => 'x');
      server.notifyResourceUpdated('memo://1');
      await settle();
      return client.changes.slice(1).join(' ');
    });
    await settle();
    expect(await call(server, 'grow')).toMatchObject({
      content: [{ text: 'tools/list_changed resources/updated' }],
    });
  });
});

test('a list is what it has become when its change is told', async () => {
  const server = new McpServer({ name: 'lists', version: '1.0.0' }, { lists: ['tools'] });
  const lists: unknown[] = [];
  const client = listening(server, LISTS, {
    onNotify: ({ method }) => {
      if (method === 'notifications/tools/list_changed') {
        const request = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { _meta: metaOfClient } };
        lists.push(server.exchange(request));
      }
    },
  });
  await settle();
  server.tool('a', {}, () => 'x');
  server.tool('b', {}, () => 'x');
  await settle();
  client.leave();
  expect(await Promise.all(lists)).toMatchObject([{ result: { tools: [{ name: 'a' }, { name: 'b' }] } }]);
});

const metaOfClient = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
