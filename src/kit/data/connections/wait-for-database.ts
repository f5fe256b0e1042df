import pg from 'pg';
import { StartupError } from '../../core/index.ts';
import type { DatabaseConnection, DatabaseOptions } from './connection.ts';
import { findCapabilities } from './capabilities.ts';
import { errorCode } from './connection-error.ts';
import { OutageRetry, reasonOf } from './outage-retry.ts';
import { sharesSessions } from './shared-sessions.ts';
import { TimedClient } from './timed-client.ts';

/** Longest time for an answer, in milliseconds. */
const answerMs = 3_000;
const unknownDatabase = '3D000';
/** Wrong password, unknown user or database: errors that waiting does not change. */
const lastingErrors = new Set(['28P01', '28000', unknownDatabase]);

type Opened = Pick<DatabaseConnection, 'name' | 'can'>;

/** Waits until the database answers. @throws StartupError */
export async function waitForDatabase(
  config: pg.ClientConfig,
  { waitSeconds = 0, stopping = new AbortController().signal, log }: DatabaseOptions,
): Promise<Opened> {
  const where = hostOf(config.connectionString ?? '');
  const retry = new OutageRetry({ where, waitSeconds, stopping, log });
  try {
    return await retry.until('open it', () => ask(config, where, stopping), mayPass);
  } catch (error) {
    const code = errorCode(error);
    if (code === unknownDatabase) throw new StartupError(howToCreate(new pg.Client(config)), { cause: error });
    if (mayPass(error) || error instanceof StartupError) throw error;
    throw new StartupError(`The database at ${where} (DATABASE_URL) refuses this process: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function mayPass(error: unknown): boolean {
  return !(error instanceof StartupError) && !lastingErrors.has(errorCode(error) ?? '');
}

/** The command is one that a shell runs as it stands. */
function howToCreate({ host, port, user = '', database = '' }: pg.Client): string {
  const command = ['createdb', '-h', host, '-p', String(port), '-U', user, database].map(quoted).join(' ');
  return `There is no database "${database}" on the server at ${host}:${port} (DATABASE_URL): create it with \`${command}\`, as a user who may, or correct its name in DATABASE_URL.`;
}

function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

async function ask(config: pg.ClientConfig, where: string, stopping: AbortSignal): Promise<Opened> {
  const [one, other] = [new TimedClient(config), new TimedClient(config)] as const;
  const destroy = (): void => {
    one.destroy();
    other.destroy();
  };
  stopping.addEventListener('abort', destroy, { once: true });
  try {
    for (const client of [one, other]) {
      // `connect` and `ask` fail as well; without a listener the error would end the process.
      client.on('error', () => undefined);
      await client.connect();
    }
    const { rows } = await one.ask<{ name: string }>({ text: 'select current_database() as name' }, answerMs);
    if (await sharesSessions(one, other)) {
      throw new StartupError(
        `The pooler at ${where} (DATABASE_URL) gives a connection another session after each transaction, and Deckcast needs sessions of its own: set pool_mode = session for its database there, or name the PostgreSQL server itself in DATABASE_URL.`,
      );
    }
    return { name: rows[0]?.name ?? '', can: await findCapabilities(one, other) };
  } finally {
    stopping.removeEventListener('abort', destroy);
    destroy();
  }
}

/** The host without the credentials that a connection string holds. */
export function hostOf(url: string): string {
  const { host } = new URL(url);
  return host === '' ? 'the local socket' : host;
}
