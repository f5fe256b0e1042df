import type { Middleware } from 'koa';

/** How long a browser remembers that the host speaks HTTPS alone, in seconds: a year. */
const secureSeconds = 31_536_000;

/**
 * Sets what browsers pass on: no link from a page or an answer discloses its address.
 *
 * @param isSecure whether clients reach the server over HTTPS alone, as `PUBLIC_URL` says
 */
export function setPolicies(isSecure: boolean): Middleware {
  return ({ res }, next) => {
    res.setHeader('Referrer-Policy', 'no-referrer');
    if (isSecure) res.setHeader('Strict-Transport-Security', `max-age=${secureSeconds}`);
    return next();
  };
}
