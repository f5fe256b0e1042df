import 'reflect-metadata';
import type { Logger } from 'pino';
import { type App, startApp } from './app.ts';
import { type Config, ConfigError, isLoopback, loadConfig } from './config.ts';
import { demoDeck } from './database/demo-deck.ts';
import { StartupError } from './errors.ts';
import { createLogger } from './logging.ts';

/** A stop that takes longer than this is cut off, in milliseconds. */
const hardStopMs = 9_500;

async function main(): Promise<void> {
  // Whoever reads them may go away: without a listener, the next write would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel);
  const starting = startApp(config, log);
  // Before the start is through: process 1 of a container has no other way to be stopped.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal, starting, log));
  const { address } = await starting;
  if (address !== null) process.stdout.write(welcome(config, address.port));
}

async function stop(signal: string, starting: Promise<App>, log: Logger): Promise<void> {
  log.info(`${signal}: stopping`);
  setTimeout(() => process.exit(1), hardStopMs).unref();
  await (await starting).stop();
  process.exit(0);
}

/** What a newcomer needs to make the first request on each door. */
function welcome({ http: { host, apiKey }, database }: Config, port: number): string {
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const key = apiKey === null ? '' : ` -H 'Authorization: Bearer YOUR_API_KEY'`;
  const body = `{"homeowner":{"first_name":"Dana","last_name":"Whitaker"},"price_inputs":{"roof_squares":24.5,"system_size_kw":7.2}}`;
  return [
    '',
    `  Deckcast runs on ${database.url === null ? 'its embedded database' : 'PostgreSQL'}.`,
    ...(isLoopback(host) && apiKey === null
      ? ['  No API_KEY is set: everyone on this machine may do everything.']
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

/** Faults of the environment are told in sentences; anything else is ours and keeps its trace. */
function complain(error: unknown): void {
  const lines =
    error instanceof ConfigError
      ? [error.message, ...error.faults.map((fault) => `  - ${fault}`)]
      : [error instanceof StartupError ? error.message : error];
  for (const line of lines) console.error(line);
  process.exit(1);
}

await main().catch(complain);
