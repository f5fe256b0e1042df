import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, retryAfter, statusByCode } from '../../core/index.ts';

/**
 * Answers a rejected upgrade and closes the connection without waiting for the client: the time limits of the HTTP server
 * do not apply to upgraded connections.
 */
export function rejectUpgrade(socket: Duplex, code: ErrorCode): void {
  const status = statusByCode[code];
  const wait = retryAfter[code];
  const headers = ['Connection: close', 'Content-Length: 0', ...(wait === undefined ? [] : [`Retry-After: ${wait}`])];
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers].join('\r\n');
  socket.end(`${head}\r\n\r\n`, () => socket.destroy());
}
