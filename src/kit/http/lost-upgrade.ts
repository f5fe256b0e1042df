import type { Middleware } from 'koa';
import { isGraphQLPath } from '../graphql/index.ts';
import { AppError } from '../core/index.ts';

/**
 * Refuses a WebSocket whose upgrade was lost on its way: a proxy forwards the headers of the socket, but `Upgrade` and
 * `Connection` only where it is configured to. Without this, its client would need a key that it sends once it is open.
 */
export const refuseLostUpgrades: Middleware = (context, next) => {
  if (isGraphQLPath(context.path) && context.get('Sec-WebSocket-Key') !== '') {
    const detail =
      'This is a WebSocket whose upgrade did not arrive. The proxy in front must speak HTTP/1.1 and forward the headers Upgrade and Connection; docs/operations.md shows it for nginx.';
    throw new AppError('upgrade_lost', detail);
  }
  return next();
};
