import path from 'node:path';
import pg from 'pg';
import { errorCode } from '../connections/connection-error.ts';
import { applicationName } from '../connections/postgres.ts';
import { type Ask, BackupError, type DatabaseDump, versionOf } from './database-dump.ts';
import { scriptsIn } from './embedded-dump.ts';
import { runPostgresProgram } from './postgres-programs.ts';

/** SQLSTATE. */
const insufficientPrivilege = '42501';

/** The one file of a dump. */
const dumpName = 'postgresql.dump';

/** A database, a folder of our own, and what ends the work. */
export interface Place {
  readonly url: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Connects without time limits: what follows may take long. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName('backup') });
  // Statements fail as well; without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0');
  return client;
}

/** Dumps a database by pg_dump. Both see the database as it was at the same moment. */
export async function dumpPostgres<Facts>(
  { url, folder, signal }: Place,
  look: (ask: Ask) => Promise<Facts>,
): Promise<DatabaseDump<Facts>> {
  const client = await connect(url);
  try {
    const ask: Ask = async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows;
    await client.query('begin isolation level repeatable read read only');
    const [moment] = await ask<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const file = path.join(folder, dumpName);
    const args = [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--exclude-schema=*${replacedSuffix}*`,
      `--snapshot=${moment?.snapshot ?? ''}`,
      `--file=${file}`,
    ];
    await runPostgresProgram({ name: 'pg_dump', args, url, folder, signal });
    const facts = await look(ask);
    const files = [{ name: dumpName, path: file }];
    return { engine: 'postgresql', engineVersion: await versionOf(ask), files, facts };
  } finally {
    await client.end();
  }
}

/** Loads a dump of pg_dump into an empty database: all of it or nothing. */
export async function loadPostgres(place: Place): Promise<void> {
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  const args = [...options, path.join(place.folder, dumpName)];
  await runPostgresProgram({ ...place, name: 'pg_restore', args });
}

/** Loads the dump of an embedded database into an empty database: all of it or nothing. */
export async function loadScripts({ url, folder }: Place): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('begin');
    for await (const statements of scriptsIn(folder)) {
      // Servers before PostgreSQL 17 do not know this setting of the engine's version.
      await client.query(statements.replace(/^SET transaction_timeout = 0;$/m, ''));
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** In the names of schemas that a restore has put aside. */
const replacedSuffix = '_before_restore_';

/** What is in a database, as far as a restore must know. */
export interface Occupation {
  readonly isEmpty: boolean;
  /** Whether processes of Deckcast use it. */
  readonly isUsed: boolean;
}

export async function lookAt(url: string): Promise<Occupation> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<Occupation>(`select
      not exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p') and nspname in ('public', 'pgboss')) as "isEmpty",
      exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'deckcast %') as "isUsed"`);
    return rows[0] ?? { isEmpty: false, isUsed: true };
  } finally {
    await client.end();
  }
}

/**
 * Puts what is in a database aside, so that a dump can be loaded into it. Nothing is deleted. Tables and functions move to
 * another schema, and not their schema with them: in it are extensions, which their user may not move.
 *
 * @param moment in the names of the schemas from then on
 * @returns these names
 */
export async function putAside(url: string, moment: string): Promise<string[]> {
  await moveAll(url, (name) => [name, asideOf(name, moment)]);
  return ours.map((name) => asideOf(name, moment));
}

/** Takes back what was put aside, where a dump could not be loaded. */
export async function takeBack(url: string, moment: string): Promise<void> {
  await moveAll(url, (name) => [asideOf(name, moment), name]);
}

/** The schemas of our tables and of the job queue. */
const ours = ['public', 'pgboss'];

function asideOf(name: string, moment: string): string {
  return `${name}${replacedSuffix}${moment}`;
}

/** Moves all that is in our schemas, and in no extension. @param move where from and where to */
async function moveAll(url: string, move: (name: string) => [from: string, to: string]): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('begin');
    for (const [from, to] of ours.map(move)) {
      await client.query(`create schema if not exists ${to}`);
      const { rows } = await client.query<{ statement: string }>(objectsIn, [from, to]);
      for (const { statement } of rows) await client.query(statement);
      if (from !== 'public') await client.query(`drop schema if exists ${from}`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Statements that move the tables, views, sequences, types and functions of a schema. What belongs to a column moves with it. */
const objectsIn = `with free as (
    select 'pg_class'::regclass as class, oid, relkind::text as kind, format('%I.%I', $1::text, relname) as name
      from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p', 'v', 'm', 'S')
    union all select 'pg_type'::regclass, oid, 'type', format('%I.%I', $1::text, typname)
      from pg_type where typnamespace = to_regnamespace($1) and typtype in ('e', 'd')
    union all select 'pg_proc'::regclass, oid, 'routine', oid::regprocedure::text
      from pg_proc where pronamespace = to_regnamespace($1)
  )
  select format('alter %s %s set schema %I', case kind when 'r' then 'table' when 'p' then 'table' when 'v' then 'view'
      when 'm' then 'materialized view' when 'S' then 'sequence' else kind end, name, $2::text) as statement
    from free where not exists (select from pg_depend where classid = class and objid = free.oid and deptype in ('e', 'a', 'i')
      and (deptype = 'e' or kind = 'S'))
    order by kind = 'routine', kind = 'type', name`;

/** Makes a database beside another one for the time of some work. @param url of the other one */
export async function withDatabaseBeside<Result>(url: string, name: string, work: (url: string) => Promise<Result>) {
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  const administer = async (statement: string): Promise<void> => {
    const client = await connect(url);
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name} template template0`).catch((error: unknown) => {
    if (errorCode(error) !== insufficientPrivilege) throw error;
    const { user = '' } = new pg.Client({ connectionString: url });
    throw new BackupError(
      `${user} may not create a database, and this needs one for a moment: run ALTER ROLE "${user}" CREATEDB as an administrator, or name a server for trials in DATABASE_URL.`,
    );
  });
  try {
    return await work(beside.href);
  } finally {
    await administer(`drop database if exists ${name} with (force)`);
  }
}
