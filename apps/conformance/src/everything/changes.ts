/** Tools that make lists change. Specification 2026-07-28, basic/patterns/subscriptions. */
import type { McpServer } from '@mrtr/server';

export function addChanges(server: McpServer): void {
  server.tool('test_trigger_tool_change', { description: 'Says that the tools have changed' }, () => {
    server.notifyToolsChanged();
    return 'Said.';
  });
  server.tool('test_trigger_prompt_change', { description: 'Says that the prompts have changed' }, () => {
    server.notifyPromptsChanged();
    return 'Said.';
  });
}
