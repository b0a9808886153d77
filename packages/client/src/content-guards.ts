/**
 * Hand-written checks of what results are mostly made of. The common shapes are told by a few comparisons; anything
 * with rarer members goes to the schema, so that both ways accept exactly the same.
 *
 * Specification 2026-07-28, server/tools "Tool Result", server/resources "Resource Contents", basic/index "_meta".
 */
import { BlobResourceContentsSchema, ContentBlockSchema, TextResourceContentsSchema } from '@mrtr/types';
import { isRecord, type JsonRecord } from './json-guards.js';

export function isContentBlock(block: JsonRecord): boolean {
  const { type, text, annotations, _meta: meta } = block;
  if (type === 'text' && annotations === undefined && meta === undefined) return typeof text === 'string';
  return ContentBlockSchema.safeParse(block).success;
}

export function isPromptMessage({ role, content }: JsonRecord): boolean {
  return (role === 'user' || role === 'assistant') && isRecord(content) && isContentBlock(content);
}

export function isResourceContents(contents: JsonRecord): boolean {
  const { uri, text, mimeType, blob, _meta: meta } = contents;
  if (typeof text === 'string' && blob === undefined && meta === undefined) {
    return typeof uri === 'string' && (mimeType === undefined || typeof mimeType === 'string');
  }
  return (
    TextResourceContentsSchema.safeParse(contents).success || BlobResourceContentsSchema.safeParse(contents).success
  );
}
