/**
 * Subscriptions for a server of either tier: serves `subscriptions/listen`, and gives what tells its subscribers.
 *
 * Specification 2026-07-28, basic/patterns/subscriptions.
 */
import { consoleLogger, type Logger, unfailing } from '../logger.js';
import type { Server } from '../server.js';
import { ServerError } from '../server-error.js';
import { memoryBus, type SubscriptionBus } from './bus.js';
import { Subscriptions } from './subscriptions.js';

/** How a server's subscriptions are set up. */
export interface SubscriptionOptions {
  /** How the instances of this server hear of each other's changes. Default: `memoryBus()`, for an instance by itself. */
  readonly bus?: SubscriptionBus | undefined;
  /** How many subscriptions may be open at a time; one more is answered with -32603. Default: 1,000. */
  readonly maxSubscriptions?: number | undefined;
  /** How many URIs one subscription may name; more are answered with -32602. Default: 1,000. */
  readonly maxUris?: number | undefined;
}

/** Tells subscribers what has changed. All of one turn is told when the turn is over, the same thing once. Never throws. */
export interface ChangeNotifier {
  /** The list of tools is another one, for some callers at least. */
  notifyToolsChanged(): void;
  /** The list of prompts is another one, for some callers at least. */
  notifyPromptsChanged(): void;
  /** The list of resources, or that of their templates, is another one, for some callers at least. */
  notifyResourcesChanged(): void;
  /** What is read under this URI is no longer the same. It reaches those who named exactly this URI. */
  notifyResourceUpdated(uri: string): void;
}

/**
 * Serves `subscriptions/listen` on a low-level server from now on, until the server closes. `McpServer` does so by itself.
 * What is honoured of a filter follows from the server's capabilities.
 * @throws {ServerError} `invalid_configuration` for a bound that is not a positive integer.
 */
export function serveSubscriptions<T>(
  server: Server<T>,
  options: SubscriptionOptions & {
    /** Where a failing bus, and subscriptions refused or dropped, are reported. Default: the console. */
    readonly logger?: Logger | undefined;
  } = {},
): ChangeNotifier {
  const { bus = memoryBus(), maxSubscriptions = 1_000, maxUris = 1_000, logger = consoleLogger } = options;
  const subscriptions = new Subscriptions({
    bus,
    maxSubscriptions: positive('maxSubscriptions', maxSubscriptions),
    maxUris: positive('maxUris', maxUris),
    logger: unfailing(logger),
    capabilities: () => server.capabilities,
  });
  server.serve('subscriptions/listen', subscriptions.listen);
  server.onClose(() => subscriptions.close());
  return {
    notifyToolsChanged: () => subscriptions.announce({ type: 'tools_changed' }),
    notifyPromptsChanged: () => subscriptions.announce({ type: 'prompts_changed' }),
    notifyResourcesChanged: () => subscriptions.announce({ type: 'resources_changed' }),
    notifyResourceUpdated: (uri) => subscriptions.announce({ type: 'resource_updated', uri }),
  };
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new ServerError('invalid_configuration', `${name} must be a positive integer, not ${String(value)}.`);
}
