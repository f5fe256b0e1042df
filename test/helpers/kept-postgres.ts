import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databasesOfRun } from '../../scripts/jest/run-databases.js';
import { keptByWorker } from './kept-by-worker.ts';
import { newStateOf, type NewState, reset, type Session, takeEmpty } from './reset-database.ts';

/** A migrated database of this worker. The process that runs the workers removes it at its end. */
interface KeptDatabase {
  readonly name: string;
  /** Null where the role of the run may not read all catalogs, which takes a superuser: it is not kept then. */
  readonly whenNew: NewState | null;
}

const free = keptByWorker('free databases of PostgreSQL', (): KeptDatabase[] => []);

/** A server, by the role of the run. */
interface Server {
  readonly urlOf: (name: string) => string;
  /** Makes a copy of the template. */
  readonly create: (name: string) => Promise<void>;
  /** Runs statements beside the databases of tests. */
  readonly administer: (...statements: readonly string[]) => Promise<void>;
}

/**
 * Takes an empty, migrated database of PostgreSQL. One that another test file has used is made empty again. One of which a
 * test has changed more than rows is removed.
 *
 * @returns its name, and what gives it back: connections to it may be open
 */
export async function takeDatabase(server: Server): Promise<{ name: string; giveBack: () => Promise<void> }> {
  const makeEmpty = async ({ name, whenNew }: KeptDatabase): Promise<boolean> =>
    whenNew !== null && inSession(server.urlOf(name), (session) => reset(session, whenNew));
  const known = await takeEmpty(free, makeEmpty, ({ name }) => drop(server, name));
  const database = known ?? (await openNew(server));
  return { name: database.name, giveBack: () => keep(server, database) };
}

/** Closes all connections, and names the database anew: what still runs of its test file does not find it. */
async function keep(server: Server, { name: before, whenNew }: KeptDatabase): Promise<void> {
  const name = newName();
  try {
    await server.administer(
      `alter database ${before} with allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${before}'`,
      `alter database ${before} rename to ${name}`,
      `alter database ${name} with allow_connections true`,
    );
    free.push({ name, whenNew });
  } catch {
    // A test has renamed or removed it itself.
    await drop(server, before);
  }
}

async function drop({ administer }: Server, name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`);
}

async function openNew({ urlOf, create }: Server): Promise<KeptDatabase> {
  const name = newName();
  await create(name);
  return { name, whenNew: await inSession(urlOf(name), newStateOf).catch(() => null) };
}

function newName(): string {
  return `${databasesOfRun(process.ppid)}${randomUUID().replaceAll('-', '')}`;
}

/** Runs work in a session of its own. */
export async function inSession<Result>(url: string, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work({
      query: (statement) => client.query(statement),
      exec: (statements) => client.query(statements),
    });
  } finally {
    await client.end();
  }
}
