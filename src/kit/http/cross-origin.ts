import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { Origins } from '../rights/index.ts';
import { responseHeaders } from './rest/response-headers.ts';

/** How long a browser may keep the answer to a preflight, in seconds. */
const preflightSeconds = 600;

/**
 * Lets pages of listed origins read answers, and answers their preflights before a key is required: browsers send none
 * with them. Pages of other origins get no header, and their requests are refused later.
 */
export function shareWithOrigins(origins: Origins): Middleware {
  return cors({
    origin: ({ headers: { origin = '' } }) => (origins.isListed(origin) ? origin : ''),
    exposeHeaders: Object.keys(responseHeaders).filter((name) => name !== 'Set-Cookie'),
    maxAge: preflightSeconds,
  });
}
