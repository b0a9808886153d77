/**
 * The protocol's revisions, and the era each belongs to.
 *
 * Specification 2026-07-28, basic/versioning: *modern* revisions carry version, identity and capabilities in
 * every request; *legacy* ones agree on them once, in an `initialize` handshake.
 */

/** Every revision this library knows, newest first. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** One revision of the protocol, by its date. */
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** The revision this library speaks by itself. */
export const LATEST_PROTOCOL_VERSION = '2026-07-28' satisfies ProtocolVersion;

/** Whether a revision is stateless (`modern`) or opens with a handshake (`legacy`). */
export type Era = 'modern' | 'legacy';

const MODERN: ReadonlySet<string> = new Set<ProtocolVersion>(['2026-07-28']);

/** True for a string that names a revision this library knows. */
export function isProtocolVersion(value: unknown): value is ProtocolVersion {
  return (PROTOCOL_VERSIONS as readonly unknown[]).includes(value);
}

/** The era of a revision. */
export function eraOf(version: ProtocolVersion): Era {
  return MODERN.has(version) ? 'modern' : 'legacy';
}
