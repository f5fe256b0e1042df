import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import type { Logger } from 'pino';
import { StartupError } from '../kit/core/index.ts';

/** Where a server listens, and the setting that an error message names. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly listenBacklog: number;
  readonly setting: 'PORT' | 'HEALTH_PORT';
}

/**
 * Listens on the address for a moment, so that a start whose port is taken fails before it makes or migrates a database.
 *
 * @throws StartupError with the cause and the fix when the address cannot be used
 */
export async function requireUsable(endpoint: Endpoint): Promise<void> {
  // The system chooses a free one later.
  if (endpoint.port === 0) return;
  const server = createServer((socket) => socket.destroy());
  await opened(server, endpoint);
  const closed = once(server, 'close');
  server.close();
  await closed;
}

/** Listens on the address. @throws StartupError with the cause and the fix when it cannot be used */
export async function listen(server: Server, endpoint: Endpoint, log: Logger): Promise<AddressInfo> {
  await opened(server, endpoint);
  // A connection that cannot be accepted, for want of file descriptors or memory, must not end the process.
  server.on('error', (error) => log.error({ error }, 'a connection could not be accepted'));
  return server.address() as AddressInfo;
}

async function opened(server: NetServer, endpoint: Endpoint): Promise<void> {
  const { port, host, listenBacklog: backlog } = endpoint;
  server.listen({ port, host, backlog });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(explain(error, endpoint));
  });
}

function explain({ code, message }: NodeJS.ErrnoException, { host, port, setting }: Endpoint): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken: stop what uses it, or set ${setting} to another one.`;
  }
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this process has: set ${setting} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine: set HOST to one that is.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}
