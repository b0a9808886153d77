/**
 * What a client and a server declare that they can do.
 *
 * Specification 2026-07-28, basic/versioning and server/discover. A client declares its capabilities anew in every
 * request, a server in its `server/discover` result; neither set is closed.
 */
import * as z from 'zod/mini';
import { JsonObjectSchema } from './json.js';
import { mapOf } from './map-of.js';

const settings = mapOf(JsonObjectSchema);

const clientCapabilities = z.object({
  /** Non-standard capabilities, by name. */
  experimental: z.optional(settings),
  /**
   * The client can list roots.
   * @deprecated since 2026-07-28, with roots themselves.
   */
  roots: z.optional(z.object({})),
  /**
   * The client can sample from a model.
   * @deprecated since 2026-07-28, with sampling itself.
   */
  sampling: z.optional(
    z.object({
      /** It understands `includeContext` values other than `none`. */
      context: z.optional(JsonObjectSchema),
      /** It understands `tools` and `toolChoice`. */
      tools: z.optional(JsonObjectSchema),
    }),
  ),
  /** The client can ask its user. `{}` means forms only (client/elicitation "Capabilities"). */
  elicitation: z.optional(
    z.object({
      form: z.optional(JsonObjectSchema),
      url: z.optional(JsonObjectSchema),
    }),
  ),
  /** Extensions and their settings, by identifier (`vendor.example/name`). */
  extensions: z.optional(settings),
});
/** What a client can do, for one request. */
export interface ClientCapabilities extends z.infer<typeof clientCapabilities> {}
export const ClientCapabilitiesSchema: z.ZodMiniType<ClientCapabilities> = clientCapabilities;

const listChanged = z.optional(z.boolean());

const serverCapabilities = z.object({
  /** Non-standard capabilities, by name. */
  experimental: z.optional(settings),
  /**
   * The server sends log messages to clients that ask for them.
   * @deprecated since 2026-07-28, with protocol logging itself.
   */
  logging: z.optional(JsonObjectSchema),
  /** The server completes arguments. */
  completions: z.optional(JsonObjectSchema),
  /** The server has prompts; `listChanged`: and tells when their list changes. */
  prompts: z.optional(z.object({ listChanged })),
  /** The server has resources; `subscribe`: and tells when one changes; `listChanged`: when their list does. */
  resources: z.optional(z.object({ subscribe: z.optional(z.boolean()), listChanged })),
  /** The server has tools; `listChanged`: and tells when their list changes. */
  tools: z.optional(z.object({ listChanged })),
  /** Extensions and their settings, by identifier (`vendor.example/name`). */
  extensions: z.optional(settings),
});
/** What a server can do. */
export interface ServerCapabilities extends z.infer<typeof serverCapabilities> {}
export const ServerCapabilitiesSchema: z.ZodMiniType<ServerCapabilities> = serverCapabilities;
