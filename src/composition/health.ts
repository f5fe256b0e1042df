import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Supervised } from './cluster/supervised.ts';
import type { Readiness, ShutdownHooks } from '../kit/core/index.ts';
import { createHealthServer, type Health, Metrics } from '../kit/http/index.ts';
import type { Config } from '../config.ts';
import { listen } from './listen.ts';

/** The health port of the process, and its clients. */
interface Reporting {
  readonly log: Logger;
  readonly shutdown: ShutdownHooks;
  /** Answers the supervisor in place of a port; null for a single process. */
  readonly supervised: Supervised | null;
}

/** The metrics of the process, and the port that shows them. */
export interface HealthListener {
  /** Null where the supervisor has the port. */
  readonly address: AddressInfo | null;
  readonly metrics: Metrics;
}

/**
 * Answers health checks and metrics on their own port or to the supervisor, if a port is set: from before the database is
 * opened until after it is closed.
 */
export async function serveHealth(
  config: Pick<Config, 'http'>,
  readiness: Readiness,
  { log, shutdown, supervised }: Reporting,
): Promise<HealthListener | null> {
  const metrics = config.http.healthPort === null ? null : new Metrics();
  supervised?.answerFor({ readiness, metrics });
  if (metrics === null) return null;
  const address = supervised === null ? await listenForHealth(config, { readiness, metrics }, log, shutdown) : null;
  return { address, metrics };
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
