/**
 * Whom a flow belongs to, unless the author says otherwise: the caller that the channel itself authenticated.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Server Requirements" 5 and client/elicitation "Identifying the User":
 * never on the client's word.
 */
import type { RequestContext } from './context.js';
import type { Logger } from './logger.js';

/**
 * Binds to client, issuer and subject of the verified credential; to nothing without authentication. Where the verifier
 * names no subject the binding is to the client alone, which is said once.
 */
export function defaultPrincipal(logger: Logger): (ctx: RequestContext) => string | undefined {
  let warned = false;
  return ({ auth }) => {
    if (!auth) return undefined;
    if (auth.subject === undefined && !warned) {
      warned = true;
      logger.warn({
        event: 'principal_without_subject',
        message:
          'The verified credential names no subject, so a requestState is bound to its OAuth client alone and is valid for every person who uses that client.',
      });
    }
    return JSON.stringify([auth.clientId, auth.issuer ?? null, auth.subject ?? null]);
  };
}
