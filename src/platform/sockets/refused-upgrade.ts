import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, retryAfter, statusByCode } from '../kernel/errors.ts';

/**
 * Answers a request for a socket that is not let through. Does not wait for the client to close as well: no time limit of
 * the HTTP server holds for an upgraded connection.
 */
export function refuseUpgrade(socket: Duplex, code: ErrorCode): void {
  const status = statusByCode[code];
  const wait = retryAfter[code];
  const headers = ['Connection: close', 'Content-Length: 0', ...(wait === undefined ? [] : [`Retry-After: ${wait}`])];
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers].join('\r\n');
  socket.end(`${head}\r\n\r\n`, () => socket.destroy());
}
