/**
 * The addresses of the login page. Each belongs to one flow, and to one caller where the endpoint knows who calls; nothing
 * is stored for it, for a code under a key of the server's says that the server has made it.
 *
 * Specification 2026-07-28, client/elicitation "Safe URL Handling": an address holds nothing about the person, and opens
 * nothing by itself.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What an address is for. */
export interface Login {
  /** The flow that waits for it. */
  readonly flow: string;
  /** Who made the call, as the endpoint verified it; `undefined` where it knows nobody. */
  readonly subject?: string | undefined;
}

/** An address that was read: the flow, and a fingerprint of who made the call. */
export interface LoginLink {
  readonly flow: string;
  readonly who: string | undefined;
}

/** The parameters of the page. */
export interface LoginParameters {
  readonly flow?: string | undefined;
  readonly who?: string | undefined;
  readonly code?: string | undefined;
}

export class LoginLinks {
  readonly #origin: () => string;
  readonly #key: Buffer;

  /**
   * @param origin of the page, such as `https://books.example`.
   * @param secret that all processes of the shop share.
   */
  constructor(origin: () => string, secret: string | Uint8Array) {
    this.#origin = origin;
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'bookshop login links', 32));
  }

  /** The address. It is the same in every round of the flow, so that the question is the same, too. */
  urlFor({ flow, subject }: Login): string {
    const url = new URL('/login', this.#origin());
    url.searchParams.set('flow', flow);
    const who = subject === undefined ? undefined : this.#fingerprint(flow, subject);
    if (who !== undefined) url.searchParams.set('who', who);
    url.searchParams.set('code', this.#mac('link', flow, who ?? ''));
    return url.href;
  }

  /** What an address is for; `undefined` for one that this server has not made. */
  read({ flow, who, code }: LoginParameters): LoginLink | undefined {
    if (flow === undefined || code === undefined) return undefined;
    return isSame(code, this.#mac('link', flow, who ?? '')) ? { flow, who } : undefined;
  }

  /** Whether it may be this person who made the call. Where the endpoint knew nobody, it may be anybody. */
  mayBe({ flow, who }: LoginLink, subject: string): boolean {
    return who === undefined || isSame(who, this.#fingerprint(flow, subject));
  }

  /** Another one in each flow: it tells nobody which addresses are of the same person. */
  #fingerprint(flow: string, subject: string): string {
    return this.#mac('who', flow, subject);
  }

  #mac(...parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
