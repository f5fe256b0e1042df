import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Middleware } from 'koa';
import { clientLeft } from '../core/index.ts';

/**
 * Processes one request of a connection at a time: HTTP/1.1 sends responses in the order of the requests, so that later
 * responses would only wait in memory until the client has read the first.
 */
export function oneAtATime(): Middleware {
  const lastOf = new WeakMap<Socket, ServerResponse>();
  return ({ req: { socket }, res }, next) => {
    const before = lastOf.get(socket);
    lastOf.set(socket, res);
    const proceed = (): Promise<unknown> => {
      // Its connection is closed, or ends with the response before: the client would not get the result.
      if (res.closed || !socket.writable) throw clientLeft();
      return next();
    };
    if (before === undefined || before.closed) return proceed();
    return new Promise((resolve) => before.once('close', resolve)).then(proceed);
  };
}
