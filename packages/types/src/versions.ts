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

/** The revisions without a handshake, newest first. */
export const MODERN_PROTOCOL_VERSIONS = ['2026-07-28'] as const satisfies readonly ProtocolVersion[];

/** The revisions that open with `initialize`, newest first. */
export const LEGACY_PROTOCOL_VERSIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
] as const satisfies readonly ProtocolVersion[];

/** A revision without a handshake. */
export type ModernProtocolVersion = (typeof MODERN_PROTOCOL_VERSIONS)[number];

/** A revision that opens with `initialize`. */
export type LegacyProtocolVersion = (typeof LEGACY_PROTOCOL_VERSIONS)[number];

/** True for a string that names a revision this library knows. */
export function isProtocolVersion(value: unknown): value is ProtocolVersion {
  return (PROTOCOL_VERSIONS as readonly unknown[]).includes(value);
}

/** The era of a revision. */
export function eraOf(version: ProtocolVersion): Era {
  return (MODERN_PROTOCOL_VERSIONS as readonly string[]).includes(version) ? 'modern' : 'legacy';
}
