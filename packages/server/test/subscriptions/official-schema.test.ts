/** What subscribers are sent, against the specification's own JSON Schema. */
import { McpServer } from '@mrtr/server';
import { describe, expect, test } from 'vitest';
import { listening, settle } from '../support/listening.js';
import { missing, officialJudge } from '../support/official-schema.js';

describe.skipIf(missing !== undefined && !process.env['CI'])('by the official JSON Schema', () => {
  test('every message of a subscription fits, and so do the capabilities behind it', async () => {
    const judge = officialJudge();
    const server = new McpServer({ name: 'news', version: '1.0.0' }, { lists: ['tools', 'prompts', 'resources'] });
    const client = listening(server, {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ['memo://1'],
    });
    await settle();
    server.notifyToolsChanged();
    server.notifyPromptsChanged();
    server.notifyResourcesChanged();
    server.notifyResourceUpdated('memo://1');
    await server.close();
    const definitions = [
      'SubscriptionsAcknowledgedNotification',
      'ToolListChangedNotification',
      'PromptListChangedNotification',
      'ResourceListChangedNotification',
      'ResourceUpdatedNotification',
    ];
    expect(client.received).toHaveLength(definitions.length);
    for (const [at, notification] of client.received.entries()) {
      expect(judge(definitions[at] ?? '', notification)).toBe('');
      expect(judge('ServerNotification', notification)).toBe('');
    }
    expect(judge('SubscriptionsListenResultResponse', JSON.parse(JSON.stringify(await client.response)))).toBe('');
  });
});
