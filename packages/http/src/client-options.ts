/** What the client's end of the channel may be told, with its defaults. */
import { count } from './limits.js';

/** Headers to send, by name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What `httpTransport` may be told. */
export interface HttpTransportOptions {
  /** What sends the requests: a wrapper that authenticates, retries or records. Default: the platform's `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * More headers for every request, or a function that gives them, asked anew each time. Those that the protocol defines
   * can't be replaced. What the function throws is what `send` rejects with.
   */
  readonly headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined;
  /** The largest response, in bytes, and the largest event of a stream, in characters. Default: 16 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

/** The options with their defaults, checked. */
export interface ClientSettings {
  readonly endpoint: URL;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly headers: () => HeaderRecord | Promise<HeaderRecord>;
  readonly maxResponseBytes: number;
}

/**
 * @throws {TypeError} for a URL that is not http or https, or that carries a user name or a password.
 * @throws {RangeError} for a limit that is no whole number of bytes.
 */
export function settingsOf(url: string | URL, options: HttpTransportOptions): ClientSettings {
  const { headers = {} } = options;
  return {
    endpoint: endpointOf(url),
    // Looked up late, and called as the platform's own: browsers insist on that.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    headers: typeof headers === 'function' ? headers : () => headers,
    maxResponseBytes: count('maxResponseBytes', options.maxResponseBytes ?? 16 * 1024 * 1024, 1),
  };
}

function endpointOf(url: string | URL): URL {
  // The messages quote no URL: it may hold a secret in its query.
  if (!URL.canParse(url)) throw new TypeError('The URL of the server can not be parsed; write "https://host/path"');
  const endpoint = new URL(url);
  if (endpoint.protocol !== 'http:' && endpoint.protocol !== 'https:') {
    throw new TypeError(`The URL of the server must begin with http: or https:, not ${endpoint.protocol}`);
  }
  if (endpoint.username !== '' || endpoint.password !== '') {
    throw new TypeError('The URL of the server must not hold a user name or password; send them in options.headers');
  }
  endpoint.hash = '';
  return endpoint;
}
