import type { IncomingMessage } from 'node:http';

/** Where a request came from. Behind a proxy the address is the proxy's. */
export interface Client {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Reads the client of a request. The user agent is cut to 500 characters. */
export function clientOf({ socket, headers }: IncomingMessage): Client {
  return {
    // An IPv4 client of a socket that listens on IPv6 is called ::ffff:192.0.2.1.
    ip: socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? null,
    userAgent: headers['user-agent']?.slice(0, 500) ?? null,
  };
}
