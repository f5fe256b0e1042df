import 'reflect-metadata';
import { addAbortListener, once } from 'node:events';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { requireUsable } from './composition/listen.ts';
import { JointHealth } from './composition/cluster/joint-health.ts';
import type { Started } from './composition/cluster/messages.ts';
import {
  createLogger,
  findMisspelt,
  isLoopback,
  logDestination,
  retiredSettings,
  ShutdownHooks,
  StartupError,
} from './kit/core/index.ts';
import { Supervised } from './composition/cluster/supervised.ts';
import { Supervisor } from './composition/cluster/supervisor.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { demoDeckId, demoPresentation } from './demo/demo-deck.ts';

/** A stop that takes longer than this is cut off, in milliseconds; Docker kills after 10 s. */
const hardStopMs = 9_500;

/**
 * How far the heap may grow before a full collection, in percent of what is in use. By default V8 lets a heap of
 * 60 MB grow to four times that: most of what a heavy request added to the memory of the process was garbage.
 */
const heapGrowthPercent = 50;

/** Takes all rights to new files and folders from other users of the machine: they hold homeowners' data and secrets. */
const ownerOnly = 0o077;

/** What each process of a cluster runs. */
const program = path.join(import.meta.dirname, `main${path.extname(import.meta.filename)}`);

/** Runs Deckcast until a stop is requested, then ends the process: with 0 when everything under way came to its end. */
export async function run(env: NodeJS.ProcessEnv, stopRequested: AbortSignal): Promise<void> {
  process.umask(ownerOnly);
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  try {
    const hasEnded = await serve(env, stopRequested);
    process.exit(hasEnded ? 0 : 1);
  } catch (error) {
    complain(error);
    process.exit(1);
  }
}

/** @returns whether everything under way came to its end */
async function serve(env: NodeJS.ProcessEnv, stopRequested: AbortSignal): Promise<boolean> {
  const config = loadConfig(env);
  const supervised = Supervised.find();
  const log = createLogger(config.logLevel, await logDestination(process.stdout), supervised?.number);
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'an unexpected error ends the process');
    process.exit(1);
  });
  // Those of a supervised process are those of its supervisor.
  if (supervised === null) for (const doubt of [...findMisspelt(env).doubts, ...retiredSettings(env)]) log.warn(doubt);
  if (stopRequested.aborted) return true;
  let stoppingSince = 0;
  addAbortListener(stopRequested, () => {
    stoppingSince = performance.now();
    log.info(`${String(stopRequested.reason)}: stopping`);
    limitStop(config.stopDelaySeconds * 1_000 + hardStopMs, log);
  });
  const isSupervisor = supervised === null && config.http.processes > 1 && config.roles.includes('web');
  const hasEnded = isSupervisor
    ? await supervise(config, log, stopRequested)
    : await work(config, log, stopRequested, supervised).then(() => true);
  log.info({ ms: Math.round(performance.now() - stoppingSince) }, 'stopped');
  return hasEnded;
}

async function work(config: Config, log: Logger, stopping: AbortSignal, supervised: Supervised | null): Promise<void> {
  // Here, because a supervisor does not need what it loads.
  const { startApp } = await import('./app.ts');
  const app = await startApp(config, log, { stopping, supervised }).catch((error: unknown) => {
    if (!stopping.aborted) throw error;
    log.info({ error }, 'the start was stopped');
    return null;
  });
  if (app === null) return;
  if (!stopping.aborted) {
    if (app.address !== null) announce({ port: app.address.port, isOpen: app.isOpen }, config, supervised);
    await once(stopping, 'abort');
  }
  await app.stop();
}

/** Has the work done by several web processes; the first of them has the other roles. @returns whether all ended with 0 */
async function supervise(config: Config, log: Logger, stopping: AbortSignal): Promise<boolean> {
  const { listenForHealth } = await import('./composition/health.ts');
  const shutdown = new ShutdownHooks(log);
  const supervisor = new Supervisor(log, stopping);
  const health = new JointHealth(supervisor, stopping);
  await listenForHealth(config, { readiness: health, metrics: health }, log, shutdown);
  await requireUsable({ ...config.http, setting: 'PORT' });
  const others = Array.from({ length: config.http.processes - 1 }, () => ({ ROLES: 'web' }));
  const started = await supervisor.start(program, [{}, ...others]);
  if (started !== null) announce(started, config, null);
  if (!stopping.aborted) await once(stopping, 'abort');
  const haveEnded = await supervisor.ended();
  await shutdown.close();
  return haveEnded;
}

/** Reports to the supervisor, or in the log, that the server accepts requests. */
function announce(started: Started, config: Config, supervised: Supervised | null): void {
  if (supervised === null) process.stdout.write(welcome(config, started));
  else supervised.started(started);
}

function limitStop(limitMs: number, log: Logger): void {
  setTimeout(() => {
    log.error(`the stop took longer than ${limitMs / 1_000} s and is cut off`);
    process.exit(1);
  }, limitMs).unref();
}

/** Prints the addresses and a first request to try. */
function welcome({ http: { host, processes }, database }: Config, { port, isOpen }: Started): string {
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const key = isOpen ? '' : ` -H 'Authorization: Bearer YOUR_API_KEY'`;
  const body = JSON.stringify(demoPresentation);
  return [
    '',
    `  Deckcast runs on ${database.url === null ? 'its embedded database' : 'PostgreSQL'}${processes === 1 ? '' : ` in ${processes} web processes`}.`,
    ...(isLoopback(host) && isOpen
      ? ['  No API_KEY is set and no key was made: everyone on this machine may do everything.']
      : []),
    '',
    `  REST       ${base}/api         (described in ${base}/api/openapi.json)`,
    `  GraphQL    ${base}/graphql     (sockets at the same path)`,
    `  GraphiQL   ${base}/graphql     in a browser`,
    `  Demo deck  ${demoDeckId}`,
    '',
    '  Make a presentation:',
    `  curl -s ${base}/api/decks/${demoDeckId}/presentations -H 'Content-Type: application/json'${key} -d '${body}'`,
    '',
    '',
  ].join('\n');
}

/** Prints errors of configuration and environment as sentences, and all others with their stack. */
function complain(error: unknown): void {
  const lines =
    error instanceof ConfigError
      ? [error.message, ...error.faults.map((fault) => `  - ${fault}`)]
      : [error instanceof StartupError ? error.message : error];
  for (const line of lines) console.error(line);
}
