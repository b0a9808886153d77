/**
 * Resources: listing them and their templates, reading one, and hearing of changes.
 *
 * Specification 2026-07-28, server/resources.
 */
import * as z from 'zod/mini';
import { cacheHints } from './caching.js';
import { InputRequiredResultSchema, InputResponseRequestParamsSchema } from './input-required.js';
import { notification, request, response } from './jsonrpc-schemas.js';
import { NotificationParamsSchema, RequestParamsSchema } from './meta.js';
import { nextPage, PaginatedRequestParamsSchema } from './pagination.js';
import {
  BlobResourceContentsSchema,
  ResourceSchema,
  ResourceTemplateSchema,
  TextResourceContentsSchema,
} from './resource.js';
import { completeResult } from './result.js';

/** Asks which resources there are. */
export const ListResourcesRequestSchema = request(z.literal('resources/list'), PaginatedRequestParamsSchema);
export type ListResourcesRequest = z.infer<typeof ListResourcesRequestSchema>;

/** A page of resources. */
export const ListResourcesResultSchema = z.object({
  ...completeResult,
  ...cacheHints,
  ...nextPage,
  resources: z.array(ResourceSchema),
});
export type ListResourcesResult = z.infer<typeof ListResourcesResultSchema>;

export const ListResourcesResultResponseSchema = response(ListResourcesResultSchema);
export type ListResourcesResultResponse = z.infer<typeof ListResourcesResultResponseSchema>;

/** Asks which families of resources there are. */
export const ListResourceTemplatesRequestSchema = request(
  z.literal('resources/templates/list'),
  PaginatedRequestParamsSchema,
);
export type ListResourceTemplatesRequest = z.infer<typeof ListResourceTemplatesRequestSchema>;

/** A page of resource templates. */
export const ListResourceTemplatesResultSchema = z.object({
  ...completeResult,
  ...cacheHints,
  ...nextPage,
  resourceTemplates: z.array(ResourceTemplateSchema),
});
export type ListResourceTemplatesResult = z.infer<typeof ListResourceTemplatesResultSchema>;

export const ListResourceTemplatesResultResponseSchema = response(ListResourceTemplatesResultSchema);
export type ListResourceTemplatesResultResponse = z.infer<typeof ListResourceTemplatesResultResponseSchema>;

/** The parameters of a request about one resource. */
export const ResourceRequestParamsSchema = z.object({
  ...RequestParamsSchema.shape,
  /** The resource. */
  uri: z.string(),
});
export type ResourceRequestParams = z.infer<typeof ResourceRequestParamsSchema>;

/** Which resource to read. */
export const ReadResourceRequestParamsSchema = z.object({
  ...InputResponseRequestParamsSchema.shape,
  ...ResourceRequestParamsSchema.shape,
});
export type ReadResourceRequestParams = z.infer<typeof ReadResourceRequestParamsSchema>;

/** Reads a resource. */
export const ReadResourceRequestSchema = request(z.literal('resources/read'), ReadResourceRequestParamsSchema);
export type ReadResourceRequest = z.infer<typeof ReadResourceRequestSchema>;

/** What a resource holds. */
export const ReadResourceResultSchema = z.object({
  ...completeResult,
  ...cacheHints,
  contents: z.array(z.union([TextResourceContentsSchema, BlobResourceContentsSchema])),
});
export type ReadResourceResult = z.infer<typeof ReadResourceResultSchema>;

export const ReadResourceResultResponseSchema = response(
  z.union([InputRequiredResultSchema, ReadResourceResultSchema]),
);
export type ReadResourceResultResponse = z.infer<typeof ReadResourceResultResponseSchema>;

/** The list of resources has changed. Only to a subscription that asked for it. */
export const ResourceListChangedNotificationSchema = notification(
  z.literal('notifications/resources/list_changed'),
  z.optional(NotificationParamsSchema),
);
export type ResourceListChangedNotification = z.infer<typeof ResourceListChangedNotificationSchema>;

/** Which resource has changed. */
export const ResourceUpdatedNotificationParamsSchema = z.object({
  ...NotificationParamsSchema.shape,
  /** May be a part of the resource that was subscribed to. */
  uri: z.string(),
});
export type ResourceUpdatedNotificationParams = z.infer<typeof ResourceUpdatedNotificationParamsSchema>;

/** A resource has changed. Only to a subscription that names it. */
export const ResourceUpdatedNotificationSchema = notification(
  z.literal('notifications/resources/updated'),
  ResourceUpdatedNotificationParamsSchema,
);
export type ResourceUpdatedNotification = z.infer<typeof ResourceUpdatedNotificationSchema>;
