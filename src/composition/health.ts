import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { ShutdownHooks } from '../platform/kernel/shutdown-hooks.ts';
import type { Config } from '../config.ts';
import { createHealthServer } from '../platform/http/health-server.ts';
import { Metrics } from '../platform/http/metrics.ts';
import type { Readiness } from '../platform/http/readiness.ts';
import { listen } from './listen.ts';

/** The port for health checks and metrics. */
export interface HealthDoor {
  readonly address: AddressInfo;
  readonly metrics: Metrics;
}

/**
 * Answers health checks and metrics on their own port, if one is set: from before the database is opened until after it
 * is closed.
 */
export async function serveHealth(
  { http: { host, healthPort } }: Config,
  readiness: Readiness,
  log: Logger,
  shutdown: ShutdownHooks,
): Promise<HealthDoor | null> {
  if (healthPort === null) return null;
  const metrics = new Metrics();
  const server = createHealthServer(readiness, metrics, log);
  const address = await listen(server, { host, port: healthPort, setting: 'HEALTH_PORT' }, log);
  shutdown.push('health checks', async () => {
    server.close();
    server.closeAllConnections();
  });
  return { address, metrics };
}
