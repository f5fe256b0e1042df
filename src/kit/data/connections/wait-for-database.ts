import pg from 'pg';
import { StartupError } from '../../core/index.ts';
import type { DatabaseConnection, DatabaseOptions } from './connection.ts';
import { findCapabilities } from './capabilities.ts';
import { errorCode } from './connection-error.ts';
import { OutageRetry, reasonOf } from './outage-retry.ts';
import { isPooled, sharesSessions } from './shared-sessions.ts';
import { TimedClient } from './timed-client.ts';

/** Longest time for an answer, in milliseconds. */
const answerMs = 3_000;
const unknownDatabase = '3D000';
/** Wrong password, unknown user or database: errors that waiting does not change. */
const lastingErrors = new Set(['28P01', '28000', unknownDatabase]);

/** Where the database is, and how the process gets there. */
interface Reached extends Pick<DatabaseConnection, 'name' | 'can'> {
  /** Whether the connections of DATABASE_URL get another session for each transaction. */
  readonly sharesSessions: boolean;
}

/** The variables that name the database. */
type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

/** What is done with two connections. */
type Look<Result> = (one: TimedClient, other: TimedClient) => Promise<Result>;

/**
 * Waits until the database answers.
 *
 * @param direct leads to the same database past a pooler; null without one
 * @throws StartupError
 */
export async function waitForDatabase(
  config: pg.ClientConfig,
  direct: pg.ClientConfig | null,
  options: DatabaseOptions,
): Promise<Reached> {
  if (direct === null)
    return reach(config, 'DATABASE_URL', options, ownSessions(hostOf(config.connectionString ?? '')));
  const pooled = await reach(config, 'DATABASE_URL', options, async (one) => ({
    ...(await identify(one)),
    sharesSessions: await isPooled(one),
    limits: await timeLimits(one),
  }));
  const { can, ...server } = await reach(direct, 'DATABASE_DIRECT_URL', options, async (one, other) => {
    if (await isPooled(one)) throw new StartupError(pooledAsWell);
    return { ...(await identify(one)), can: await findCapabilities(one, other) };
  });
  if (server.name !== pooled.name || server.startedAt !== pooled.startedAt) throw new StartupError(anotherDatabase);
  if (pooled.sharesSessions && pooled.limits.length > 0) options.log.warn(limitless(pooled.limits, pooled.user));
  return { name: server.name, can, sharesSessions: pooled.sharesSessions };
}

const pooledAsWell =
  'DATABASE_DIRECT_URL leads to a pooler, and exists for what needs the PostgreSQL server itself: name its host and port there.';
const anotherDatabase =
  'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: the second is the way to the database of the first that has no pooler.';

/** Without a way past a pooler, connections need sessions of their own. */
const ownSessions =
  (where: string): Look<Reached> =>
  async (one, other) => {
    if (await sharesSessions(one, other)) {
      throw new StartupError(
        `The pooler at ${where} (DATABASE_URL) gives a connection another session after each transaction: name the PostgreSQL server itself in DATABASE_DIRECT_URL, or set pool_mode = session for its database there.`,
      );
    }
    const { rows } = await one.ask<{ name: string }>({ text: 'select current_database() as name' }, answerMs);
    return { name: rows[0]?.name ?? '', can: await findCapabilities(one, other), sharesSessions: false };
  };

interface Identity {
  readonly name: string;
  readonly user: string;
  readonly startedAt: string;
}

async function identify(client: TimedClient): Promise<Identity> {
  const text = `select current_database() as name, current_user as user,
    extract(epoch from pg_postmaster_start_time())::text as "startedAt"`;
  const { rows } = await client.ask<Identity>({ text }, answerMs);
  return rows[0] ?? { name: '', user: '', startedAt: '' };
}

/** The time limits of a session that has none by itself: a process cannot set them in a session that it shares. */
const sharedLimits = { statement_timeout: '15s', idle_in_transaction_session_timeout: '10s' } as const;

async function timeLimits(client: TimedClient): Promise<(keyof typeof sharedLimits)[]> {
  const names = Object.keys(sharedLimits) as (keyof typeof sharedLimits)[];
  const text = `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`;
  const { rows } = await client.ask<Record<string, string>>({ text }, answerMs);
  return names.filter((name) => rows[0]?.[name] === '0');
}

function limitless(names: readonly (keyof typeof sharedLimits)[], user: string): string {
  const commands = names.map((name) => `alter role "${user}" set ${name} = '${sharedLimits[name]}';`).join(' ');
  return `The sessions of the pooler have no time limit: a statement whose process has died runs on. Set it for the role, and have the pooler reconnect: ${commands}`;
}

/** Opens two connections and looks at the database. @throws StartupError */
async function reach<Result>(
  config: pg.ClientConfig,
  setting: Setting,
  { waitSeconds = 0, stopping = new AbortController().signal, log }: DatabaseOptions,
  look: Look<Result>,
): Promise<Result> {
  const where = hostOf(config.connectionString ?? '');
  const retry = new OutageRetry({ where, waitSeconds, stopping, log });
  try {
    return await retry.until('open it', () => withTwo(config, stopping, look), mayPass);
  } catch (error) {
    const code = errorCode(error);
    if (code === unknownDatabase) throw new StartupError(howToCreate(new pg.Client(config), setting), { cause: error });
    if (mayPass(error) || error instanceof StartupError) throw error;
    throw new StartupError(`The database at ${where} (${setting}) refuses this process: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function mayPass(error: unknown): boolean {
  return !(error instanceof StartupError) && !lastingErrors.has(errorCode(error) ?? '');
}

/** The command is one that a shell runs as it stands. */
function howToCreate({ host, port, user = '', database = '' }: pg.Client, setting: Setting): string {
  const command = ['createdb', '-h', host, '-p', String(port), '-U', user, database].map(quoted).join(' ');
  return `There is no database "${database}" on the server at ${host}:${port} (${setting}): create it with \`${command}\`, as a user who may, or correct its name in DATABASE_URL.`;
}

function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

async function withTwo<Result>(config: pg.ClientConfig, stopping: AbortSignal, look: Look<Result>): Promise<Result> {
  const [one, other] = [new TimedClient(config), new TimedClient(config)] as const;
  const destroy = (): void => {
    one.destroy();
    other.destroy();
  };
  stopping.addEventListener('abort', destroy, { once: true });
  try {
    for (const client of [one, other]) await client.connect();
    return await look(one, other);
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
