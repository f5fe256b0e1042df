import { sql } from 'kysely';
import { pino } from 'pino';
import { catalogue } from '../../src/composition/modules.ts';
import { openOrm, type Orm } from '../../src/kit/data/orm.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A database with the tables of an earlier version. */
export interface OlderTables {
  readonly database: TestDatabase;
  readonly orm: Orm;
  close(): Promise<void>;
}

/** A database with nothing but what PostgreSQL brings. */
export async function bareDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  for (const statement of [
    'drop schema public cascade',
    'create schema public',
    'drop schema if exists pgboss cascade',
  ]) {
    await sql.raw(statement).execute(database.connection.kysely);
  }
  return database;
}

/** Makes the tables of a version as its migrations did. @param last the last of them */
export async function olderTables(last: string): Promise<OlderTables> {
  const database = await bareDatabase();
  const orm = await openOrm(database.connection, catalogue.entities, pino({ level: 'silent' }));
  await orm.migrator.up({ to: last });
  return {
    database,
    orm,
    close: database.remove,
  };
}
