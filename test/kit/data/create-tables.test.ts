import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { catalogue } from '../../../src/composition/modules.ts';
import { oldestRelease } from '../../../src/kit/data/migrations.ts';
import { migrate, openOrm } from '../../../src/kit/data/orm.ts';
import { keptReleases, type PlacedRelease } from '../../helpers/kept-releases.ts';
import { isPortable } from '../../helpers/portable-database.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const log = pino({ level: 'silent' });
let fresh: TestDatabase;
let release: PlacedRelease;

beforeAll(async () => {
  const oldest = keptReleases().find(({ tag }) => tag === `v${oldestRelease.version}`);
  if (oldest === undefined) throw new Error(`npm run release-fixture has not kept ${oldestRelease.version}`);
  fresh = await createTestDatabase();
  release = await oldest.place();
}, 60_000);

afterAll(async () => {
  await fresh.remove();
  await release.remove();
});

/**
 * Everything that a statement could meet, but for the order of columns, and for the names of constraints that refuse null:
 * PostgreSQL 18 gives them some, which a renamed column leaves as they are.
 */
const described = sql<{ what: string; name: string; text: string }>`
  select 'column' as what, table_name || '.' || column_name as name, concat_ws(' ', data_type, character_maximum_length,
    datetime_precision, is_nullable, column_default, identity_generation, generation_expression) as text
    from information_schema.columns where table_schema = 'public'
  union all select 'table', relname, concat_ws(' ', relpersistence, relkind, reloptions) from pg_class where relnamespace = 'public'::regnamespace
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and probin is null
  union all select 'migration', name, '' from mikro_orm_migrations where name >= ${oldestRelease.lastMigration}
  union all select distinct 'epoch', log, '' from log_epoch
  union all select 'revision', id::text, '' from access_revision
  union all select 'secret', id::text, length(secret)::text from signing_secret
  order by what, name, text`;

// The tables of the release came from a database with all capabilities.
const testWithRelease = isPortable ? test.skip : test;

testWithRelease(
  'a new database has what the migrations and the later indexes give to one of the oldest release',
  async () => {
    const created = await described.execute(fresh.connection.kysely);
    const { connection } = release.database;
    await migrate(await openOrm(connection, catalogue.entities, log), connection, { log });
    const migrated = await described.execute(connection.kysely);
    expect(created.rows).toEqual(migrated.rows);
    expect(created.rows.length).toBeGreaterThan(500);
  },
  60_000,
);
