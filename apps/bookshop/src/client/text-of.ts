/** What a result says, for a person to read. */
import type { CallToolResult } from '@mrtr/types';

export function textOf({ content }: Pick<CallToolResult, 'content'>): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}
