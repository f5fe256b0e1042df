import pg from 'pg';
import { StartupError } from '../kernel/errors.ts';
import type { DatabaseOptions } from './connection.ts';
import { type Capabilities, findCapabilities } from './capabilities.ts';
import { errorCode } from './connection-error.ts';
import { Patience, reasonOf } from './patience.ts';
import { TimedClient } from './timed-client.ts';

/** Longest time for an answer, in milliseconds. */
const answerMs = 3_000;
const unknownDatabase = '3D000';
/** Wrong password, unknown user or database: errors that waiting does not change. */
const lastingErrors = new Set(['28P01', '28000', unknownDatabase]);

/** Waits until the database answers. @returns its own name, and what it can do @throws StartupError */
export async function waitForDatabase(
  config: pg.ClientConfig,
  { waitSeconds = 0, stopping = new AbortController().signal, log }: DatabaseOptions,
): Promise<{ name: string; can: Capabilities }> {
  const where = hostOf(config.connectionString ?? '');
  const patience = new Patience({ where, waitSeconds, stopping, log });
  try {
    const open = async (): Promise<{ name: string; can: Capabilities }> => ({
      name: await askName(config, stopping),
      can: await findCapabilities(config),
    });
    return await patience.until('open it', open, mayPass);
  } catch (error) {
    const code = errorCode(error);
    if (code === unknownDatabase) throw new StartupError(howToCreate(new pg.Client(config)), { cause: error });
    if (mayPass(error)) throw error;
    throw new StartupError(`The database at ${where} (DATABASE_URL) refuses this process: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function mayPass(error: unknown): boolean {
  return !lastingErrors.has(errorCode(error) ?? '');
}

/** The command is one that a shell runs as it stands. */
function howToCreate({ host, port, user = '', database = '' }: pg.Client): string {
  const command = ['createdb', '-h', host, '-p', String(port), '-U', user, database].map(quoted).join(' ');
  return `There is no database "${database}" on the server at ${host}:${port} (DATABASE_URL): create it with \`${command}\`, as a user who may, or correct its name in DATABASE_URL.`;
}

function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

async function askName(config: pg.ClientConfig, stopping: AbortSignal): Promise<string> {
  const client = new TimedClient(config);
  const destroy = (): void => client.destroy();
  // `connect` and `ask` fail as well; without a listener the error would end the process.
  client.on('error', () => undefined);
  stopping.addEventListener('abort', destroy, { once: true });
  try {
    await client.connect();
    const { rows } = await client.ask<{ name: string }>({ text: 'select current_database() as name' }, answerMs);
    return rows[0]?.name ?? '';
  } finally {
    stopping.removeEventListener('abort', destroy);
    client.destroy();
  }
}

/** The host without the credentials that a connection string holds. */
export function hostOf(url: string): string {
  const { host } = new URL(url);
  return host === '' ? 'the local socket' : host;
}
