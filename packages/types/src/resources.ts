/**
 * Resources: listing them and their templates, reading one, and hearing of changes.
 *
 * Specification 2026-07-28, server/resources.
 */
import * as z from 'zod/mini';
import { CacheableFinalResultSchema } from './caching.js';
import { InputRequiredResultSchema, InputResponseRequestParamsSchema } from './input-required.js';
import { notification, request, response } from './jsonrpc-schemas.js';
import { NotificationParamsSchema, RequestParamsSchema } from './meta.js';
import { CacheablePageSchema, PaginatedRequestParamsSchema } from './pagination.js';
import {
  BlobResourceContentsSchema,
  ResourceSchema,
  ResourceTemplateSchema,
  TextResourceContentsSchema,
} from './resource.js';

/** Asks which resources there are. */
export type ListResourcesRequest = z.infer<typeof ListResourcesRequestSchema>;
export const ListResourcesRequestSchema = request(z.literal('resources/list'), PaginatedRequestParamsSchema);

/** A page of resources. */
export type ListResourcesResult = z.infer<typeof ListResourcesResultSchema>;
export const ListResourcesResultSchema = z.extend(CacheablePageSchema, {
  resources: z.array(ResourceSchema),
});

/** The response to `resources/list`. */
export type ListResourcesResultResponse = z.infer<typeof ListResourcesResultResponseSchema>;
export const ListResourcesResultResponseSchema = response(ListResourcesResultSchema);

/** Asks which families of resources there are. */
export type ListResourceTemplatesRequest = z.infer<typeof ListResourceTemplatesRequestSchema>;
export const ListResourceTemplatesRequestSchema = request(
  z.literal('resources/templates/list'),
  PaginatedRequestParamsSchema,
);

/** A page of resource templates. */
export type ListResourceTemplatesResult = z.infer<typeof ListResourceTemplatesResultSchema>;
export const ListResourceTemplatesResultSchema = z.extend(CacheablePageSchema, {
  resourceTemplates: z.array(ResourceTemplateSchema),
});

/** The response to `resources/templates/list`. */
export type ListResourceTemplatesResultResponse = z.infer<typeof ListResourceTemplatesResultResponseSchema>;
export const ListResourceTemplatesResultResponseSchema = response(ListResourceTemplatesResultSchema);

/** The parameters of a request about one resource. */
export type ResourceRequestParams = z.infer<typeof ResourceRequestParamsSchema>;
export const ResourceRequestParamsSchema = z.extend(RequestParamsSchema, {
  /** The resource. */
  uri: z.string(),
});

/** Which resource to read. */
export type ReadResourceRequestParams = z.infer<typeof ReadResourceRequestParamsSchema>;
export const ReadResourceRequestParamsSchema = z.extend(InputResponseRequestParamsSchema, {
  /** The resource. */
  uri: z.string(),
});

/** Reads a resource. */
export type ReadResourceRequest = z.infer<typeof ReadResourceRequestSchema>;
export const ReadResourceRequestSchema = request(z.literal('resources/read'), ReadResourceRequestParamsSchema);

/** What a resource holds. */
export type ReadResourceResult = z.infer<typeof ReadResourceResultSchema>;
export const ReadResourceResultSchema = z.extend(CacheableFinalResultSchema, {
  contents: z.array(z.union([TextResourceContentsSchema, BlobResourceContentsSchema])),
});

/** The response to `resources/read`, final or interim. */
export type ReadResourceResultResponse = z.infer<typeof ReadResourceResultResponseSchema>;
export const ReadResourceResultResponseSchema = response(
  z.union([InputRequiredResultSchema, ReadResourceResultSchema]),
);

/** The list of resources has changed. Only to a subscription that asked for it. */
export type ResourceListChangedNotification = z.infer<typeof ResourceListChangedNotificationSchema>;
export const ResourceListChangedNotificationSchema = notification(
  z.literal('notifications/resources/list_changed'),
  z.optional(NotificationParamsSchema),
);

/** Which resource has changed. */
export type ResourceUpdatedNotificationParams = z.infer<typeof ResourceUpdatedNotificationParamsSchema>;
export const ResourceUpdatedNotificationParamsSchema = z.extend(NotificationParamsSchema, {
  /** May be a part of the resource that was subscribed to. */
  uri: z.string(),
});

/** A resource has changed. Only to a subscription that names it. */
export type ResourceUpdatedNotification = z.infer<typeof ResourceUpdatedNotificationSchema>;
export const ResourceUpdatedNotificationSchema = notification(
  z.literal('notifications/resources/updated'),
  ResourceUpdatedNotificationParamsSchema,
);
