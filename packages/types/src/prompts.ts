/**
 * Prompts: listing them and getting one.
 *
 * Specification 2026-07-28, server/prompts.
 */
import * as z from 'zod/mini';
import { RoleSchema } from './annotations.js';
import { ContentBlockSchema } from './content.js';
import { BaseMetadataSchema, IconMetadataSchema } from './implementation.js';
import { InputRequiredResultSchema, InputResponseRequestParamsSchema } from './input-required.js';
import { notification, request, response } from './jsonrpc-schemas.js';
import { mapOf } from './map-of.js';
import { MetaObjectSchema, NotificationParamsSchema } from './meta.js';
import { CacheablePageSchema, PaginatedRequestParamsSchema } from './pagination.js';
import { FinalResultSchema } from './result.js';

/** An argument that a prompt takes. */
export type PromptArgument = z.infer<typeof PromptArgumentSchema>;
export const PromptArgumentSchema = z.extend(BaseMetadataSchema, {
  description: z.optional(z.string()),
  /** It must be given. Default false. */
  required: z.optional(z.boolean()),
});

/** A prompt that the server offers. */
export type Prompt = z.infer<typeof PromptSchema>;
export const PromptSchema = z.extend(IconMetadataSchema, {
  description: z.optional(z.string()),
  arguments: z.optional(z.array(PromptArgumentSchema)),
  _meta: z.optional(MetaObjectSchema),
});

/** One message of a prompt. */
export type PromptMessage = z.infer<typeof PromptMessageSchema>;
export const PromptMessageSchema = z.object({ role: RoleSchema, content: ContentBlockSchema });

/** Asks which prompts there are. */
export type ListPromptsRequest = z.infer<typeof ListPromptsRequestSchema>;
export const ListPromptsRequestSchema = request(z.literal('prompts/list'), PaginatedRequestParamsSchema);

/** A page of prompts. */
export type ListPromptsResult = z.infer<typeof ListPromptsResultSchema>;
export const ListPromptsResultSchema = z.extend(CacheablePageSchema, {
  prompts: z.array(PromptSchema),
});

/** The response to `prompts/list`. */
export type ListPromptsResultResponse = z.infer<typeof ListPromptsResultResponseSchema>;
export const ListPromptsResultResponseSchema = response(ListPromptsResultSchema);

/** Which prompt to get, with what. */
export type GetPromptRequestParams = z.infer<typeof GetPromptRequestParamsSchema>;
export const GetPromptRequestParamsSchema = z.extend(InputResponseRequestParamsSchema, {
  /** The prompt. */
  name: z.string(),
  /** What to put into it. */
  arguments: z.optional(mapOf(z.string())),
});

/** Gets a prompt. */
export type GetPromptRequest = z.infer<typeof GetPromptRequestSchema>;
export const GetPromptRequestSchema = request(z.literal('prompts/get'), GetPromptRequestParamsSchema);

/** A prompt with everything put into it. */
export type GetPromptResult = z.infer<typeof GetPromptResultSchema>;
export const GetPromptResultSchema = z.extend(FinalResultSchema, {
  description: z.optional(z.string()),
  messages: z.array(PromptMessageSchema),
});

/** The response to `prompts/get`, final or interim. */
export type GetPromptResultResponse = z.infer<typeof GetPromptResultResponseSchema>;
export const GetPromptResultResponseSchema = response(z.union([InputRequiredResultSchema, GetPromptResultSchema]));

/** The list of prompts has changed. Only to a subscription that asked for it. */
export type PromptListChangedNotification = z.infer<typeof PromptListChangedNotificationSchema>;
export const PromptListChangedNotificationSchema = notification(
  z.literal('notifications/prompts/list_changed'),
  z.optional(NotificationParamsSchema),
);
