/**
 * The sessions of one endpoint: found by their ids and their callers, bounded in number, ended when nobody comes back.
 *
 * Specification 2025-11-25, basic/transports "Session Management", and basic/security_best_practices "Session Hijacking":
 * an id is random, never proves who calls, and works for the caller alone that opened the session.
 */
import type { AuthInfo, Exchanger } from '@mrtr/transport';
import { HttpSession } from './http-session.js';
import type { Rules } from './options.js';
import type { SessionRules } from './session-options.js';

/** 192 bits. */
const ID_BYTES = 24;

export class SessionStore {
  readonly #open: NonNullable<Exchanger['openSession']>;
  readonly #rules: Rules;
  readonly #sessionRules: SessionRules;
  readonly #sessions = new Map<string, Owned>();
  /** The timers of those that are idle, the longest idle first. */
  readonly #idle = new Map<HttpSession, unknown>();
  #lastName = 0;
  #isClosed = false;

  constructor(open: NonNullable<Exchanger['openSession']>, rules: Rules, sessionRules: SessionRules) {
    this.#open = open;
    this.#rules = rules;
    this.#sessionRules = sessionRules;
  }

  /** Opens a session for a caller, or none where there is no room. */
  open(auth: AuthInfo | undefined): HttpSession | undefined {
    if (this.#isClosed || !this.#hasRoom()) return undefined;
    const { randomBytes } = this.#sessionRules;
    const id = hexOf(randomBytes(ID_BYTES));
    // Not the id: whoever reads a store shared by many must not be able to take sessions over.
    const name = `${++this.#lastName}-${hexOf(randomBytes(8))}`;
    const session = new HttpSession(id, name, this.#open, this.#rules, this.#sessionRules, {
      busy: () => this.#wake(session),
      idle: () => this.#rest(session),
      closed: () => {
        this.#wake(session);
        this.#sessions.delete(id);
      },
    });
    this.#sessions.set(id, { session, owner: ownerOf(auth) });
    return session;
  }

  /** The session of an id, for the caller that opened it. */
  find(id: string, auth: AuthInfo | undefined): HttpSession | undefined {
    const found = this.#sessions.get(id);
    return found?.owner === ownerOf(auth) ? found?.session : undefined;
  }

  /** Opens no more sessions, and ends the streams on which clients only listen. */
  drain(): void {
    this.#isClosed = true;
    for (const { session } of this.#sessions.values()) session.stopListening();
  }

  /** Ends all sessions, and opens no more. */
  close(): void {
    this.#isClosed = true;
    for (const { session } of this.#sessions.values()) session.close();
  }

  #hasRoom(): boolean {
    if (this.#sessions.size < this.#sessionRules.maxSessions) return true;
    const [longestIdle] = this.#idle.keys();
    longestIdle?.close();
    return longestIdle !== undefined;
  }

  #rest(session: HttpSession): void {
    const { timers } = this.#rules;
    const timer = timers.setTimeout(() => session.close(), this.#sessionRules.idleMs);
    // On Node a process that has nothing else to do may end.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.();
    this.#idle.set(session, timer);
  }

  #wake(session: HttpSession): void {
    if (!this.#idle.has(session)) return;
    this.#rules.timers.clearTimeout(this.#idle.get(session));
    this.#idle.delete(session);
  }
}

interface Owned {
  readonly session: HttpSession;
  readonly owner: string;
}

/** Who a caller is, whatever credential says so today. */
function ownerOf(auth: AuthInfo | undefined): string {
  return auth === undefined ? '' : JSON.stringify([auth.clientId, auth.issuer ?? null, auth.subject ?? null]);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
