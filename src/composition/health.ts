import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Supervised } from './cluster/supervised.ts';
import type { Metrics, Readiness, ShutdownHooks } from '../kit/core/index.ts';
import { createHealthServer, type Health } from '../kit/http/index.ts';
import type { Config } from '../config.ts';
import { listen } from './listen.ts';

/** The health port of the process, and its clients. */
interface Reporting {
  readonly log: Logger;
  readonly shutdown: ShutdownHooks;
  /** Answers the supervisor in place of a port; null for a single process. */
  readonly supervised: Supervised | null;
}

/**
 * Answers health checks and metrics on their own port or to the supervisor, if a port is set: from before the database is
 * opened until after it is closed.
 *
 * @returns the address; null where no port is set, or where the supervisor has it
 */
export async function serveHealth(
  config: Pick<Config, 'http'>,
  { readiness, metrics }: { readonly readiness: Readiness; readonly metrics: Metrics },
  { log, shutdown, supervised }: Reporting,
): Promise<AddressInfo | null> {
  const isRead = config.http.healthPort !== null;
  if (isRead) metrics.addProcess();
  supervised?.answerFor({ readiness, metrics: isRead ? metrics : null });
  return supervised === null ? listenForHealth(config, { readiness, metrics }, log, shutdown) : null;
}

/** @returns the address of HEALTH_PORT; null when none is set */
export async function listenForHealth(
  { http: { host, healthPort, listenBacklog } }: Pick<Config, 'http'>,
  health: Health,
  log: Logger,
  shutdown: ShutdownHooks,
): Promise<AddressInfo | null> {
  if (healthPort === null) return null;
  const server = createHealthServer(health, log);
  const address = await listen(server, { host, port: healthPort, listenBacklog, setting: 'HEALTH_PORT' }, log);
  shutdown.push('health checks', async () => {
    server.close();
    server.closeAllConnections();
  });
  return address;
}
