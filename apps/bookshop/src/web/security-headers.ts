/** What browsers are told about every page: no script, no frame, no trace in a cache, and no address that leaks. */
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import { NONCE, secureHeaders } from 'hono/secure-headers';

export const securityHeaders: MiddlewareHandler = every(
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [NONCE],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    xFrameOptions: 'DENY',
    // With `no-referrer` browsers would send the form under `Origin: null`, and it could not be told from a foreign one.
    referrerPolicy: 'same-origin',
  }),
  createMiddleware(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  }),
);
