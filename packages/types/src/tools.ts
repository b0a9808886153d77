/**
 * Tools: listing them and calling one.
 *
 * Specification 2026-07-28, server/tools.
 */
import * as z from 'zod/mini';
import { AnyMapSchema } from './map-of.js';
import { ContentBlockSchema } from './content.js';
import { InputRequiredResultSchema, InputResponseRequestParamsSchema } from './input-required.js';
import { notification, request, response } from './jsonrpc-schemas.js';
import { NotificationParamsSchema } from './meta.js';
import { CacheablePageSchema, PaginatedRequestParamsSchema } from './pagination.js';
import { FinalResultSchema } from './result.js';
import { ToolSchema } from './tool.js';

/** Asks which tools there are. */
export type ListToolsRequest = z.infer<typeof ListToolsRequestSchema>;
export const ListToolsRequestSchema = request(z.literal('tools/list'), PaginatedRequestParamsSchema);

/** A page of tools. */
export type ListToolsResult = z.infer<typeof ListToolsResultSchema>;
export const ListToolsResultSchema = z.extend(CacheablePageSchema, {
  tools: z.array(ToolSchema),
});

/** The response to `tools/list`. */
export type ListToolsResultResponse = z.infer<typeof ListToolsResultResponseSchema>;
export const ListToolsResultResponseSchema = response(ListToolsResultSchema);

/** Which tool to call, with what. */
export type CallToolRequestParams = z.infer<typeof CallToolRequestParamsSchema>;
export const CallToolRequestParamsSchema = z.extend(InputResponseRequestParamsSchema, {
  /** The tool. */
  name: z.string(),
  /** By the tool's input schema. */
  arguments: z.optional(AnyMapSchema),
});

/** Calls a tool. */
export type CallToolRequest = z.infer<typeof CallToolRequestSchema>;
export const CallToolRequestSchema = request(z.literal('tools/call'), CallToolRequestParamsSchema);

/** What a tool gave. */
export type CallToolResult = z.infer<typeof CallToolResultSchema>;
export const CallToolResultSchema = z.extend(FinalResultSchema, {
  /** For the model to read. */
  content: z.array(ContentBlockSchema),
  /** Any JSON value, by the tool's output schema where it has one. */
  structuredContent: z.optional(z.unknown()),
  /** The tool failed, and `content` tells the model how. Default false. */
  isError: z.optional(z.boolean()),
});

/** The response to `tools/call`, final or interim. */
export type CallToolResultResponse = z.infer<typeof CallToolResultResponseSchema>;
export const CallToolResultResponseSchema = response(z.union([InputRequiredResultSchema, CallToolResultSchema]));

/** The list of tools has changed. Only to a subscription that asked for it. */
export type ToolListChangedNotification = z.infer<typeof ToolListChangedNotificationSchema>;
export const ToolListChangedNotificationSchema = notification(
  z.literal('notifications/tools/list_changed'),
  z.optional(NotificationParamsSchema),
);
