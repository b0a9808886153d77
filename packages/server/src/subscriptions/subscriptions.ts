/**
 * All open subscriptions of one server: how many there may be, what they may ask for, and how a change gets to them.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions.
 */
import { ErrorCode, ProtocolError, type ServerCapabilities, type SubscriptionFilter } from '@mrtr/types';
import type { Handler } from '../handlers.js';
import type { Logger } from '../logger.js';
import { Announcer } from './announcer.js';
import type { SubscriptionBus } from './bus.js';
import { type ChangeEvent, honourable } from './change-event.js';
import { Subscription } from './subscription.js';

/** What the subscriptions of a server are held to, complete and checked. */
export interface SubscriptionRules {
  readonly bus: SubscriptionBus;
  readonly maxSubscriptions: number;
  readonly maxUris: number;
  readonly logger: Logger;
  /** What the server says it can do, which decides what is honoured. */
  readonly capabilities: () => ServerCapabilities;
}

/** What all URIs of one filter may come to, in characters, so that a full server has a bound in memory too. */
const MAX_URI_CHARACTERS = 262_144;

export class Subscriptions {
  readonly #rules: SubscriptionRules;
  readonly #open = new Set<Subscription>();
  readonly #announcer: Announcer;
  #closed = false;
  #isFull = false;

  constructor(rules: SubscriptionRules) {
    this.#rules = rules;
    this.#announcer = new Announcer(rules.bus, rules.logger, (event) => this.#deliver(event));
  }

  /** Serves `subscriptions/listen`. */
  readonly listen: Handler<'subscriptions/listen', unknown> = async (ctx, { notifications: asked }) => {
    this.#checkRoom();
    checkUris(asked, this.#rules.maxUris);
    const subscription = new Subscription(ctx, honourable(asked, this.#rules.capabilities()));
    this.#open.add(subscription);
    this.#announcer.join();
    try {
      return await subscription.run();
    } finally {
      this.#open.delete(subscription);
      this.#isFull = false;
      if (this.#open.size === 0) this.#announcer.leave();
    }
  };

  /** Tells of a change when this turn is over, once however often it is announced in between. */
  announce(event: ChangeEvent): void {
    this.#announcer.announce(event);
  }

  /** Ends every subscription in good order, after what is still to be told, and takes no others. */
  close(): void {
    this.#announcer.close();
    this.#closed = true;
    for (const subscription of this.#open) subscription.end();
  }

  #deliver(event: ChangeEvent): void {
    for (const subscription of this.#open) {
      try {
        subscription.deliver(event);
      } catch (error) {
        this.#rules.logger.error({
          event: 'subscription_dropped',
          message: 'A channel failed to take a notification, so its subscription was ended.',
          method: 'subscriptions/listen',
          error,
        });
      }
    }
  }

  #checkRoom(): void {
    if (this.#closed) throw new ProtocolError(ErrorCode.InternalError, 'The server is closed');
    const { maxSubscriptions, logger } = this.#rules;
    if (this.#open.size < maxSubscriptions) return;
    // Once, until there is room again: whoever fills the server must not fill its log too.
    if (!this.#isFull) {
      logger.warn({
        event: 'subscription_refused',
        message: `There are ${maxSubscriptions} subscriptions already; raise maxSubscriptions if these are no attack.`,
        method: 'subscriptions/listen',
      });
    }
    this.#isFull = true;
    throw new ProtocolError(ErrorCode.InternalError, 'Too many subscriptions; try again later');
  }
}

function checkUris({ resourceSubscriptions: uris = [] }: SubscriptionFilter, maxUris: number): void {
  if (uris.length > maxUris) throw tooMuch(`names ${uris.length} URIs, and at most ${maxUris} are taken`);
  const characters = uris.reduce((sum, uri) => sum + uri.length, 0);
  if (characters > MAX_URI_CHARACTERS) throw tooMuch(`is over ${MAX_URI_CHARACTERS} characters of URIs`);
}

function tooMuch(problem: string): ProtocolError {
  return ProtocolError.invalidParams(
    `Invalid params for subscriptions/listen: notifications.resourceSubscriptions ${problem}`,
  );
}
