import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { ClosingStack } from '../closing-stack.ts';
import type { Config } from '../config.ts';
import { createHealthServer } from '../http/health-server.ts';
import type { Readiness } from '../http/readiness.ts';
import { listen } from './listen.ts';

/** Answers health checks on their own port, if one is set: from before the database is opened until after it is closed. */
export async function serveHealth(
  { http: { host, healthPort } }: Config,
  readiness: Readiness,
  log: Logger,
  closing: ClosingStack,
): Promise<AddressInfo | null> {
  if (healthPort === null) return null;
  const server = createHealthServer(readiness, log);
  const address = await listen(server, { host, port: healthPort, setting: 'HEALTH_PORT' }, log);
  closing.push('health checks', async () => {
    server.close();
    server.closeAllConnections();
  });
  return address;
}
