import 'reflect-metadata';
import { addAbortListener, once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { startApp } from './app.ts';
import { isLoopback } from './platform/access/network.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { demoDeck } from './demo/demo-deck.ts';
import { StartupError } from './platform/kernel/errors.ts';
import { createLogger } from './platform/kernel/logging.ts';

/** A stop that takes longer than this is cut off, in milliseconds; Docker kills after 10 s. */
const hardStopMs = 9_500;

/**
 * How far the heap may grow before a full collection, in percent of what is in use. By default V8 lets a heap of
 * 60 MB grow to four times that: most of what a heavy request added to the memory of the process was garbage.
 */
const heapGrowthPercent = 50;

/** Takes all rights to new files and folders from other users of the machine: they hold homeowners' data and secrets. */
const ownerOnly = 0o077;

/** Runs Deckcast until a stop is requested, then ends the process: with 0 when everything under way came to its end. */
export async function run(env: NodeJS.ProcessEnv, stopRequested: AbortSignal): Promise<void> {
  process.umask(ownerOnly);
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  try {
    await serve(env, stopRequested);
    process.exit(0);
  } catch (error) {
    complain(error);
    process.exit(1);
  }
}

async function serve(env: NodeJS.ProcessEnv, stopRequested: AbortSignal): Promise<void> {
  const config = loadConfig(env);
  const log = createLogger(config.logLevel);
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'an unexpected error ends the process');
    process.exit(1);
  });
  if (stopRequested.aborted) return;
  addAbortListener(stopRequested, () => {
    log.info(`${String(stopRequested.reason)}: stopping`);
    limitStop(config.stopDelaySeconds * 1_000 + hardStopMs, log);
  });
  const app = await startApp(config, log, { stopping: stopRequested }).catch((error: unknown) => {
    if (!stopRequested.aborted) throw error;
    log.info({ error }, 'the start was stopped');
    return null;
  });
  if (app === null) return;
  if (!stopRequested.aborted) {
    if (app.address !== null) process.stdout.write(welcome(config, app.address.port, app.isOpen));
    await once(stopRequested, 'abort');
  }
  await app.stop();
}

function limitStop(limitMs: number, log: Logger): void {
  setTimeout(() => {
    log.error(`the stop took longer than ${limitMs / 1_000} s and is cut off`);
    process.exit(1);
  }, limitMs).unref();
}

/** Prints the addresses and a first request to try. */
function welcome({ http: { host }, database }: Config, port: number, isOpen: boolean): string {
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const key = isOpen ? '' : ` -H 'Authorization: Bearer YOUR_API_KEY'`;
  const body = `{"homeowner":{"first_name":"Dana","last_name":"Whitaker"},"price_inputs":{"roof_squares":24.5,"system_size_kw":7.2}}`;
  return [
    '',
    `  Deckcast runs on ${database.url === null ? 'its embedded database' : 'PostgreSQL'}.`,
    ...(isLoopback(host) && isOpen
      ? ['  No API_KEY is set and no key was made: everyone on this machine may do everything.']
      : []),
    '',
    `  REST       ${base}/api         (described in ${base}/api/openapi.json)`,
    `  GraphQL    ${base}/graphql     (sockets at the same path)`,
    `  GraphiQL   ${base}/graphql     in a browser`,
    `  Demo deck  ${demoDeck.id}`,
    '',
    '  Make a presentation:',
    `  curl -s ${base}/api/decks/${demoDeck.id}/presentations -H 'Content-Type: application/json'${key} -d '${body}'`,
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
