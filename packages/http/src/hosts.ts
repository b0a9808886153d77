/**
 * Who may call, by the names in `Host` and `Origin`: keeps web pages away from servers that were not meant for them.
 *
 * Specification 2026-07-28, basic/transports/streamable-http "Security & Endpoint". In DNS rebinding a page makes its own
 * name point to this machine; the browser then names that page in both headers, and tells the truth.
 */

/** A list, or `any` to switch the check off. */
export type Allowed = readonly string[] | 'any';

/** The names a request arrived under. */
export interface Names {
  /** The `Host` header, or the authority of the request's URL. */
  readonly host: string | null | undefined;
  /** The `Origin` header; only browsers send one. */
  readonly origin: string | null | undefined;
  /** Whether the request came in over this machine's loopback interface. */
  readonly local: boolean;
}

/** Whether the `Host` is one of ours. Without a list that matters on the loopback interface alone. */
export function allowsHost(allowed: ReadonlySet<string> | 'any' | undefined, { host, local }: Names): boolean {
  if (allowed === 'any' || (allowed === undefined && !local)) return true;
  const parsed = parseAuthority(host);
  if (parsed === undefined) return false;
  if (allowed === undefined) return isLoopbackName(parsed.hostname);
  return allowed.has(parsed.hostname) || allowed.has(`${parsed.hostname}:${parsed.port}`);
}

/**
 * Whether a page of this origin may call. Without a list these may: a page of the very host that `allowedHosts` names, and
 * a page on this machine that calls a server on this machine. `null`, the origin of a page that hides its own, only
 * where any may.
 */
export function allowsOrigin(
  allowed: ReadonlySet<string> | 'any' | undefined,
  allowedHosts: ReadonlySet<string> | 'any' | undefined,
  { host, origin }: Names,
): boolean {
  if (origin === null || origin === undefined || allowed === 'any') return true;
  const page = parseOrigin(origin);
  if (page === undefined) return false;
  if (allowed !== undefined) return allowed.has(page.origin);
  if (typeof allowedHosts === 'object' && page.host === host?.toLowerCase()) return true;
  const target = parseAuthority(host);
  return target !== undefined && isLoopbackName(target.hostname) && isLoopbackName(page.hostname);
}

/**
 * @throws {TypeError} for an entry that is no host name, with or without a port.
 */
export function hostSet(allowed: Allowed | undefined): ReadonlySet<string> | 'any' | undefined {
  if (allowed === undefined || allowed === 'any') return allowed;
  return new Set(
    allowed.map((entry) => {
      const bare = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(entry) ? `[${entry}]` : entry;
      const parsed = parseAuthority(bare);
      if (parsed === undefined)
        throw new TypeError(
          `allowedHosts: ${JSON.stringify(entry)} is not a host; write "app.example" or "app.example:8443"`,
        );
      return parsed.port === undefined ? parsed.hostname : `${parsed.hostname}:${parsed.port}`;
    }),
  );
}

/**
 * @throws {TypeError} for an entry that is no origin.
 */
export function originSet(allowed: Allowed | undefined): ReadonlySet<string> | 'any' | undefined {
  if (allowed === undefined || allowed === 'any') return allowed;
  return new Set(
    allowed.map((entry) => {
      const parsed = parseOrigin(entry.replace(/\/$/, ''));
      if (parsed === undefined)
        throw new TypeError(`allowedOrigins: ${JSON.stringify(entry)} is not an origin; write "https://app.example"`);
      return parsed.origin;
    }),
  );
}

/** True for an address of the loopback interface, also in IPv6's notation of IPv4. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return (
    address !== undefined && (address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.'))
  );
}

/** True for a name that no DNS server but this machine's own resolver answers for. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function parseAuthority(host: string | null | undefined): { hostname: string; port: string | undefined } | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(host ?? '');
  return match === null ? undefined : { hostname: (match[1] as string).toLowerCase(), port: match[2] };
}

function parseOrigin(origin: string): { origin: string; host: string; hostname: string } | undefined {
  // An origin has no path: `URL` alone would take more than that.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\\s]+$/i.test(origin) || !URL.canParse(origin)) return undefined;
  const { protocol, host, hostname } = new URL(origin);
  return { origin: `${protocol}//${host}`, host, hostname };
}
