/**
 * Who a client or server says it is, and the icons and names that describe things to people.
 *
 * Specification 2026-07-28, basic/index "General fields" (`icons`) and server/discover. All of it is self-reported:
 * for display and logs, never for a decision about trust.
 */
import * as z from 'zod/mini';
import { isRecord } from './record.js';

/** An icon for a user interface. */
export type Icon = z.infer<typeof IconSchema>;
export const IconSchema = z.object({
  /** `https:` or `data:`. Consumers refuse other schemes and take care with SVG, which can hold scripts. */
  src: z.string(),
  /** Overrides a missing or generic type of the source. */
  mimeType: z.optional(z.string()),
  /** `48x48` and the like, or `any` for formats that scale. Absent: any size. */
  sizes: z.optional(z.array(z.string())),
  /** The background the icon is drawn for. Absent: both. */
  theme: z.optional(z.enum(['light', 'dark'])),
});

/** Things that may have icons. */
export type Icons = z.infer<typeof IconsSchema>;
export const IconsSchema = z.object({
  /** Clients that show icons handle at least PNG and JPEG. */
  icons: z.optional(z.array(IconSchema)),
});

/** Things that have a name for programs and may have a title for people. */
export type BaseMetadata = z.infer<typeof BaseMetadataSchema>;
export const BaseMetadataSchema = z.object({
  /** The identifier. Shown where there is no title. */
  name: z.string(),
  /** The name for people. */
  title: z.optional(z.string()),
});

/** Things that have a name, and may have a title and icons; to be extended. */
export const IconMetadataSchema = z.extend(BaseMetadataSchema, {
  /** Clients that show icons handle at least PNG and JPEG. */
  icons: z.optional(z.array(IconSchema)),
});

const implementation = z.extend(IconMetadataSchema, {
  /** The version of the software, not of the protocol. */
  version: z.string(),
  description: z.optional(z.string()),
  websiteUrl: z.optional(z.string()),
});
/** The software on one side of the connection. */
export interface Implementation extends z.infer<typeof implementation> {}
export const ImplementationSchema: z.ZodMiniType<Implementation> = implementation;

/**
 * True for what the schema accepts. One that says no more than it must, which most do, is told by hand at a tenth of the
 * cost: both sides ask this of every message.
 */
export function isImplementation(value: unknown): value is Implementation {
  if (!isRecord(value)) return false;
  for (const key in value) {
    if (key !== 'name' && key !== 'version') return ImplementationSchema.safeParse(value).success;
  }
  return typeof value['name'] === 'string' && typeof value['version'] === 'string';
}
