import type { MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sql';
import { type Kysely, sql } from 'kysely';
import { logFunctions } from './log-functions.ts';
import { migrations, oldestRelease } from './migrations.ts';

/** What the entities do not name: each statement runs once the tables exist. */
const beyondEntities = [
  ...['audit_entry', 'audit_link'].map(
    (table) =>
      `create trigger "no_truncate" before truncate on "${table}" for each statement execute function "${table}_append_only_fn"()`,
  ),
  `insert into log_epoch (log, epoch, server, after_position) values ('event', 1, log_server(), 0), ('attempt', 1, log_server(), 0)`,
  'insert into delivery_statistic_progress (id, event_position, attempt_position, backlog_at) values (1, 0, 0, now())',
  'insert into access_revision (id, revision) values (1, 0)',
  "insert into signing_secret (id, secret) values (1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))",
  // Counts of rates need not outlive a crash. Engines without such tables write them as all others.
  'do $$ begin alter table rate_count set unlogged; exception when others then null; end $$',
  // A fifth of a long log, after which autovacuum visits a table by default, is a long visit. Some engines have no autovacuum.
  ...['event', 'event_position', 'delivery', 'delivery_attempt', 'attempt_position'].map(
    (table) =>
      `do $$ begin alter table "${table}" set (autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      exception when others then null; end $$`,
  ),
  'create table mikro_orm_migrations (id serial primary key, name varchar(255) not null, executed_at timestamptz(6) not null default current_timestamp(6))',
];

/**
 * Creates the tables of a new database as they are now, and records the last migration of the oldest release and all since
 * as executed.
 */
export async function createTables(
  orm: Pick<MikroORM<AbstractSqlDriver>, 'schema'>,
  database: Kysely<unknown>,
): Promise<void> {
  // A trusted extension of PostgreSQL: who owns the database may create it.
  const before = ['create extension if not exists pg_trgm', ...logFunctions()];
  const ofEntities = (await orm.schema.getCreateSchemaSQL({ wrap: false })).split('\n').filter((line) => line !== '');
  for (const text of [...before, ...ofEntities, ...beyondEntities]) await sql.raw(text).execute(database);
  const names = [oldestRelease.lastMigration, ...migrations.map(({ name }) => name)];
  await sql`insert into mikro_orm_migrations (name) select unnest(${names}::text[])`.execute(database);
}
