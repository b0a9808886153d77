/**
 * Everything that either side may send, as unions.
 *
 * Specification 2026-07-28, schema "Client messages" and "Server messages".
 */
import * as z from 'zod/mini';
import { type CancelledNotification, CancelledNotificationSchema } from './cancellation.js';
import {
  type CompleteRequest,
  CompleteRequestSchema,
  type CompleteResult,
  CompleteResultSchema,
} from './completion.js';
import { type DiscoverRequest, DiscoverRequestSchema, type DiscoverResult, DiscoverResultSchema } from './discover.js';
import { type InputRequiredResult, InputRequiredResultSchema } from './input-required.js';
import { type LoggingMessageNotification, LoggingMessageNotificationSchema } from './logging.js';
import { type ProgressNotification, ProgressNotificationSchema } from './progress.js';
import {
  type GetPromptRequest,
  GetPromptRequestSchema,
  type GetPromptResult,
  GetPromptResultSchema,
  type ListPromptsRequest,
  ListPromptsRequestSchema,
  type ListPromptsResult,
  ListPromptsResultSchema,
  type PromptListChangedNotification,
  PromptListChangedNotificationSchema,
} from './prompts.js';
import {
  type ListResourcesRequest,
  ListResourcesRequestSchema,
  type ListResourcesResult,
  ListResourcesResultSchema,
  type ListResourceTemplatesRequest,
  ListResourceTemplatesRequestSchema,
  type ListResourceTemplatesResult,
  ListResourceTemplatesResultSchema,
  type ReadResourceRequest,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  ReadResourceResultSchema,
  type ResourceListChangedNotification,
  ResourceListChangedNotificationSchema,
  type ResourceUpdatedNotification,
  ResourceUpdatedNotificationSchema,
} from './resources.js';
import { type EmptyResult, EmptyResultSchema } from './result.js';
import {
  type SubscriptionsAcknowledgedNotification,
  SubscriptionsAcknowledgedNotificationSchema,
  type SubscriptionsListenRequest,
  SubscriptionsListenRequestSchema,
  type SubscriptionsListenResult,
  SubscriptionsListenResultSchema,
} from './subscriptions.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  CallToolResultSchema,
  type ListToolsRequest,
  ListToolsRequestSchema,
  type ListToolsResult,
  ListToolsResultSchema,
  type ToolListChangedNotification,
  ToolListChangedNotificationSchema,
} from './tools.js';

/** Any request of a client, told apart by `method`. */
export type ClientRequest =
  | DiscoverRequest
  | ListToolsRequest
  | CallToolRequest
  | ListPromptsRequest
  | GetPromptRequest
  | ListResourcesRequest
  | ListResourceTemplatesRequest
  | ReadResourceRequest
  | CompleteRequest
  | SubscriptionsListenRequest;
export const ClientRequestSchema: z.ZodMiniType<ClientRequest> = z.discriminatedUnion('method', [
  DiscoverRequestSchema,
  ListToolsRequestSchema,
  CallToolRequestSchema,
  ListPromptsRequestSchema,
  GetPromptRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  CompleteRequestSchema,
  SubscriptionsListenRequestSchema,
]);

/** The one notification that a client sends. */
export type ClientNotification = CancelledNotification;
export const ClientNotificationSchema = CancelledNotificationSchema;

/** Any result of a client. */
export type ClientResult = EmptyResult;
export const ClientResultSchema = EmptyResultSchema;

/** Any notification of a server, told apart by `method`. */
export type ServerNotification =
  | CancelledNotification
  | ProgressNotification
  | LoggingMessageNotification
  | SubscriptionsAcknowledgedNotification
  | ToolListChangedNotification
  | PromptListChangedNotification
  | ResourceListChangedNotification
  | ResourceUpdatedNotification;
export const ServerNotificationSchema: z.ZodMiniType<ServerNotification> = z.discriminatedUnion('method', [
  CancelledNotificationSchema,
  ProgressNotificationSchema,
  LoggingMessageNotificationSchema,
  SubscriptionsAcknowledgedNotificationSchema,
  ToolListChangedNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
]);

/** Any result of a server. Which one it is follows from the request; `methods` has the schema of each. */
export type ServerResult =
  | EmptyResult
  | InputRequiredResult
  | DiscoverResult
  | ListToolsResult
  | CallToolResult
  | ListPromptsResult
  | GetPromptResult
  | ListResourcesResult
  | ListResourceTemplatesResult
  | ReadResourceResult
  | CompleteResult
  | SubscriptionsListenResult;
export const ServerResultSchema: z.ZodMiniType<ServerResult> = z.union([
  InputRequiredResultSchema,
  DiscoverResultSchema,
  ListToolsResultSchema,
  CallToolResultSchema,
  ListPromptsResultSchema,
  GetPromptResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ReadResourceResultSchema,
  CompleteResultSchema,
  SubscriptionsListenResultSchema,
  EmptyResultSchema,
]);
