import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { catalogue } from '../../../src/composition/modules.ts';
import { makeIndexes } from '../../../src/kit/data/later-indexes.ts';
import { openOrm } from '../../../src/kit/data/orm.ts';
import { createLocks } from '../../../src/kit/data/row-lock.ts';
import { isPortable } from '../../helpers/portable-database.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const log = pino({ level: 'silent' });
const databases: TestDatabase[] = [];

beforeAll(async () => {
  databases.push(await createTestDatabase(), await createTestDatabase());
}, 60_000);

afterAll(async () => {
  for (const { remove } of databases) await remove();
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
  union all select 'migration', name, '' from mikro_orm_migrations
  union all select 'epoch', log, concat_ws(' ', epoch, after_position) from log_epoch
  union all select 'revision', id::text, revision::text from access_revision
  union all select 'secret', id::text, length(secret)::text from signing_secret
  order by what, name, text`;

// The history needs transaction ids.
const testWithHistory = isPortable ? test.skip : test;

testWithHistory(
  'a new database has what the history of migrations and the later indexes give to an old one',
  async () => {
    const [fresh, old] = databases.map(({ connection }) => connection);
    if (fresh === undefined || old === undefined) throw new Error('there are two databases');
    const created = await described.execute(fresh.kysely);
    for (const text of ['drop schema public cascade', 'create schema public']) await sql.raw(text).execute(old.kysely);
    await createLocks(old.kysely);
    const orm = await openOrm(old, catalogue.entities, log);
    await orm.migrator.up();
    await makeIndexes(old.kysely, '', log);
    const history = await described.execute(old.kysely);
    expect(created.rows).toEqual(history.rows);
    expect(created.rows.length).toBeGreaterThan(500);
  },
  60_000,
);
