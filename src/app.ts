import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { isOpenBySettings, Metrics, openTracing, Readiness, ShutdownHooks } from './kit/core/index.ts';
import { TextCache } from './kit/graphql/index.ts';
import type { Config } from './config.ts';
import { openAdmission } from './composition/admission.ts';
import { type Edges, openCore } from './composition/core.ts';
import type { ModuleCatalogue } from './composition/catalogue.ts';
import type { Supervised } from './composition/cluster/supervised.ts';
import { offerCopies } from './composition/backup/copy-socket.ts';
import type { ModuleDependencies } from './composition/open-modules.ts';
import { catalogue as product } from './composition/modules.ts';
import { addMeasures, addProcessMeasures } from './composition/measures.ts';
import { requireUsable } from './composition/listen.ts';
import { createUseCases } from './composition/use-cases.ts';
import { serveWeb } from './composition/web.ts';
import { serveHealth } from './composition/health.ts';
import { startJobs, type Work } from './composition/work.ts';

/** What tests replace: the edges of the process, and no part of ours. */
export interface StartOptions extends Edges {
  /** The modules of the product and those of a test. */
  readonly catalogue?: ModuleCatalogue<ModuleDependencies, Work>;
  /** Set where a supervisor has started the process: it answers health checks for all of them. */
  readonly supervised?: Supervised | null;
}

/** A running Deckcast. */
export interface App {
  /** Where it listens; null without the web role. */
  readonly address: AddressInfo | null;
  /** Where it answers health checks alone; null without HEALTH_PORT. */
  readonly healthAddress: AddressInfo | null;
  /** Whether anyone on this machine may come in: no key is set, and none was made. */
  readonly isOpen: boolean;
  /** Reports not ready, serves for `stopDelaySeconds`, then finishes or returns current work, and closes. */
  stop(): Promise<void>;
}

/** Starts Deckcast. `composition/` builds every object once and passes each its dependencies; no other code does. */
export async function startApp(config: Config, log: Logger, dependencies: StartOptions = {}): Promise<App> {
  const shutdown = new ShutdownHooks(log);
  try {
    return await compose(config, log, dependencies, shutdown);
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

async function compose(config: Config, log: Logger, dependencies: StartOptions, shutdown: ShutdownHooks): Promise<App> {
  const readiness = new Readiness();
  const { supervised = null, catalogue = product } = dependencies;
  // The ports of a supervised process are shared: a listener of a moment would take connections from the others.
  if (config.roles.includes('web') && supervised === null) await requireUsable({ ...config.http, setting: 'PORT' });
  const metrics = new Metrics();
  addProcessMeasures(metrics, readiness);
  const tracing = await openTracing(config.tracing, log);
  shutdown.push('traces', async () => tracing?.close());
  const healthAddress = await serveHealth(config, { readiness, metrics }, { log, shutdown, supervised });
  const core = await openCore(config, { log, metrics, tracing }, dependencies, catalogue, shutdown);
  await offerCopies(config.dataDir, core.connection, { log, shutdown });
  const useCases = createUseCases(config, core);
  await startJobs(config, core, useCases, catalogue.modules, shutdown);
  let address: AddressInfo | null = null;
  if (config.roles.includes('web')) {
    const cache = new TextCache(config.http.answerCacheMb * 1_000_000);
    const admission = openAdmission(config, { metrics, cache }, log, shutdown);
    address = await serveWeb(
      config,
      { core, modules: catalogue.modules, useCases, readiness, admission, cache },
      shutdown,
    );
  }
  readiness.enter({
    problem: () => core.connection.problem(),
    checks: {
      database: async () => (await sql`select 1`.execute(core.connection.kysely)).rows.length === 1,
      'job queue': () => core.jobs.isReady(),
    },
  });
  addMeasures(metrics, core);
  const stop = async (): Promise<void> => {
    readiness.leave();
    if (config.stopDelaySeconds > 0) await delay(config.stopDelaySeconds * 1_000);
    await shutdown.close();
  };
  const isOpen = isOpenBySettings(config) && !core.keyRing.wereMade;
  return { address, healthAddress, isOpen, stop };
}
