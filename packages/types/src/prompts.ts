/**
 * Prompts: listing them and getting one.
 *
 * Specification 2026-07-28, server/prompts.
 */
import * as z from 'zod/mini';
import { RoleSchema } from './annotations.js';
import { cacheHints } from './caching.js';
import { ContentBlockSchema } from './content.js';
import { BaseMetadataSchema, IconsSchema } from './implementation.js';
import { InputRequiredResultSchema, InputResponseRequestParamsSchema } from './input-required.js';
import { notification, request, response } from './jsonrpc-schemas.js';
import { mapOf } from './map-of.js';
import { MetaObjectSchema, NotificationParamsSchema } from './meta.js';
import { nextPage, PaginatedRequestParamsSchema } from './pagination.js';
import { completeResult } from './result.js';

/** An argument that a prompt takes. */
export const PromptArgumentSchema = z.object({
  ...BaseMetadataSchema.shape,
  description: z.optional(z.string()),
  /** It must be given. Default false. */
  required: z.optional(z.boolean()),
});
export type PromptArgument = z.infer<typeof PromptArgumentSchema>;

/** A prompt that the server offers. */
export const PromptSchema = z.object({
  ...BaseMetadataSchema.shape,
  ...IconsSchema.shape,
  description: z.optional(z.string()),
  arguments: z.optional(z.array(PromptArgumentSchema)),
  _meta: z.optional(MetaObjectSchema),
});
export type Prompt = z.infer<typeof PromptSchema>;

/** One message of a prompt. */
export const PromptMessageSchema = z.object({ role: RoleSchema, content: ContentBlockSchema });
export type PromptMessage = z.infer<typeof PromptMessageSchema>;

/** Asks which prompts there are. */
export const ListPromptsRequestSchema = request(z.literal('prompts/list'), PaginatedRequestParamsSchema);
export type ListPromptsRequest = z.infer<typeof ListPromptsRequestSchema>;

/** A page of prompts. */
export const ListPromptsResultSchema = z.object({
  ...completeResult,
  ...cacheHints,
  ...nextPage,
  prompts: z.array(PromptSchema),
});
export type ListPromptsResult = z.infer<typeof ListPromptsResultSchema>;

export const ListPromptsResultResponseSchema = response(ListPromptsResultSchema);
export type ListPromptsResultResponse = z.infer<typeof ListPromptsResultResponseSchema>;

/** Which prompt to get, with what. */
export const GetPromptRequestParamsSchema = z.object({
  ...InputResponseRequestParamsSchema.shape,
  /** The prompt. */
  name: z.string(),
  /** What to put into it. */
  arguments: z.optional(mapOf(z.string())),
});
export type GetPromptRequestParams = z.infer<typeof GetPromptRequestParamsSchema>;

/** Gets a prompt. */
export const GetPromptRequestSchema = request(z.literal('prompts/get'), GetPromptRequestParamsSchema);
export type GetPromptRequest = z.infer<typeof GetPromptRequestSchema>;

/** A prompt with everything put into it. */
export const GetPromptResultSchema = z.object({
  ...completeResult,
  description: z.optional(z.string()),
  messages: z.array(PromptMessageSchema),
});
export type GetPromptResult = z.infer<typeof GetPromptResultSchema>;

export const GetPromptResultResponseSchema = response(z.union([InputRequiredResultSchema, GetPromptResultSchema]));
export type GetPromptResultResponse = z.infer<typeof GetPromptResultResponseSchema>;

/** The list of prompts has changed. Only to a subscription that asked for it. */
export const PromptListChangedNotificationSchema = notification(
  z.literal('notifications/prompts/list_changed'),
  z.optional(NotificationParamsSchema),
);
export type PromptListChangedNotification = z.infer<typeof PromptListChangedNotificationSchema>;
