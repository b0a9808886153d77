/** What every request to one endpoint meets: the server, the rules, and the sessions of earlier revisions, if there are any. */
import type { Exchanger } from '@mrtr/transport';
import { type HttpOptions, type Rules, rulesOf } from './options.js';
import { SessionRoutes } from './session-routes.js';
import { SessionStore } from './session-store.js';

export interface Endpoint {
  readonly server: Exchanger;
  readonly rules: Rules;
  readonly sessions: SessionRoutes | undefined;
}

/** @throws {RangeError | TypeError} for an option that is out of its range. */
export function endpointOf(server: Exchanger, options: HttpOptions): Endpoint {
  const rules = rulesOf(options);
  const open = server.openSession?.bind(server);
  const store = open && rules.sessions && new SessionStore(open, rules, rules.sessions);
  return { server, rules, sessions: store && new SessionRoutes(store, rules.onError) };
}
