/**
 * `_meta`, the member that carries the protocol's own fields and anybody's annotations beside them.
 *
 * Specification 2026-07-28, basic/index "General fields". The objects are open: keys nobody here knows are kept.
 */
import * as z from 'zod/mini';
import { AnyMapSchema } from './map-of.js';
import { ClientCapabilitiesSchema } from './capabilities.js';
import { ImplementationSchema } from './implementation.js';
import { LoggingLevelSchema } from './logging-level.js';
import { ProgressTokenSchema, RequestIdSchema } from './request-id.js';

/** The `_meta` keys that the protocol reserves for its own fields. */
export const MetaKey = {
  /** Request: the revision it is written in. Required. */
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  /** Request: the client software. */
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  /** Request: what the client can do for this request. Required. */
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  /** Request: the least severe log message wanted. Absent: none is sent. */
  logLevel: 'io.modelcontextprotocol/logLevel',
  /** Notification on a `subscriptions/listen` stream, and that stream's result: the id of the listen request. */
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  /** Result: the server software. */
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  /** Request: asks for progress notifications under this token. */
  progressToken: 'progressToken',
  /** W3C Trace Context, for distributed tracing. */
  traceparent: 'traceparent',
  tracestate: 'tracestate',
  /** W3C Baggage, for distributed tracing. */
  baggage: 'baggage',
} as const;

/** Annotations of anybody's making, under keys like `vendor.example/name`. */
export type MetaObject = Record<string, unknown>;
export const MetaObjectSchema: z.ZodMiniType<MetaObject> = AnyMapSchema;

const requestMeta = z.looseObject({
  /** Asks for progress notifications under this token. */
  progressToken: z.optional(ProgressTokenSchema),
  /** The revision the request is written in. Over HTTP it equals the `MCP-Protocol-Version` header. */
  'io.modelcontextprotocol/protocolVersion': z.string(),
  /** The client software, as it calls itself. */
  'io.modelcontextprotocol/clientInfo': z.optional(ImplementationSchema),
  /** What the client can do for this request; earlier requests say nothing about it. */
  'io.modelcontextprotocol/clientCapabilities': ClientCapabilitiesSchema,
  /**
   * The least severe log message wanted. Absent: none is sent.
   * @deprecated since 2026-07-28, with protocol logging itself.
   */
  'io.modelcontextprotocol/logLevel': z.optional(LoggingLevelSchema),
});
/** The `_meta` of a request: what a session used to hold, in every one. */
export interface RequestMetaObject extends z.infer<typeof requestMeta> {}
export const RequestMetaObjectSchema: z.ZodMiniType<RequestMetaObject> = requestMeta;

const notificationMeta = z.looseObject({
  /** The `subscriptions/listen` request whose stream this notification came on. Absent elsewhere. */
  'io.modelcontextprotocol/subscriptionId': z.optional(RequestIdSchema),
});
/** The `_meta` of a notification. */
export interface NotificationMetaObject extends z.infer<typeof notificationMeta> {}
export const NotificationMetaObjectSchema: z.ZodMiniType<NotificationMetaObject> = notificationMeta;

const resultMeta = z.looseObject({
  /** The server software, as it calls itself. */
  'io.modelcontextprotocol/serverInfo': z.optional(ImplementationSchema),
});
/** The `_meta` of a result. */
export interface ResultMetaObject extends z.infer<typeof resultMeta> {}
export const ResultMetaObjectSchema: z.ZodMiniType<ResultMetaObject> = resultMeta;

/** What the parameters of every request have. */
export type RequestParams = z.infer<typeof RequestParamsSchema>;
export const RequestParamsSchema = z.object({ _meta: RequestMetaObjectSchema });

/** What the parameters of every notification may have. */
export type NotificationParams = z.infer<typeof NotificationParamsSchema>;
export const NotificationParamsSchema = z.object({ _meta: z.optional(NotificationMetaObjectSchema) });
