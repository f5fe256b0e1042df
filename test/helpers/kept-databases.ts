import { EmbeddedDatabase } from '../../src/kit/data/connections/embedded-database.ts';
import { embeddedTemplate } from './template.ts';

/** A database is not kept after this many uses, nor with this much memory: neither its log nor its memory shrinks. */
const mostUses = 30;
const mostBytes = 256_000_000;
/** Databases that nobody uses, at most. */
const mostFree = 3;
/** How long a database may take until it is empty again, in milliseconds. */
const longestReset = 5_000;

/** Catalogs whose rows are those of the template, unless a test has changed a table, a function or a statistic. */
const catalogs =
  'pg_attribute pg_attrdef pg_constraint pg_database pg_db_role_setting pg_event_trigger pg_index pg_namespace pg_authid ' +
  'pg_proc pg_rewrite pg_statistic pg_statistic_ext pg_trigger pg_type';

const catalogState = `select string_agg(state, ' ') as state from (
  ${catalogs
    .split(' ')
    .map((name) => `select concat(count(*), '/', max(xmin::text::bigint)) as state from ${name}`)
    .join(' union all ')}
  union all select string_agg(concat_ws('/', oid, relname, reloptions), ' ' order by oid) from pg_class) as it`;

/** Tables that have rows, or have had some since they were truncated: to look into each of all tables takes ten times as long. */
const writtenTables = `select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'pgboss') and pg_relation_size(pg_class.oid) > 0 order by 1`;

const sequenceValues = `select format('%I.%I', schemaname, sequencename) as name, last_value as value
  from pg_sequences where last_value is not null`;

/** A migrated database of this worker. */
interface KeptDatabase {
  readonly pglite: EmbeddedDatabase;
  readonly end: () => Promise<void>;
  /** What it was when it was new. */
  readonly catalogs: string;
  readonly rows: ReadonlyMap<string, string>;
  readonly sequences: readonly { name: string; value: number }[];
  uses: number;
}

/** Where a worker keeps what nobody uses: test files load this module again. */
const kept = Symbol.for('deckcast kept databases');
const worker = globalThis as typeof globalThis & { [kept]?: KeptDatabase[] };
const free = (worker[kept] ??= []);

/**
 * Takes an empty, migrated PGlite. One that another test has used is made empty again, in a fifth of the time of a new
 * one. A test that has changed more than rows leaves a database that is not used again.
 *
 * @returns it, and what gives it back once its connection is closed
 */
export async function takeEmbedded(): Promise<{ pglite: EmbeddedDatabase; giveBack: () => Promise<void> }> {
  const database = (await takeFree()) ?? (await openNew());
  database.uses += 1;
  const giveBack = async (): Promise<void> => {
    const { HEAPU8: memory } = database.pglite.Module as unknown as { HEAPU8: Uint8Array };
    const isKept = free.length < mostFree && database.uses < mostUses && memory.length <= mostBytes;
    if (!isKept) return database.end();
    free.push(database);
    // Ends the time limit of a statement that was prepared under a clock of a test and never ran. It would be over in weeks:
    // no timer of JavaScript is that long, and PostgreSQL would look at it a thousand times a second.
    database.pglite.query('select 1').catch(() => {});
  };
  return { pglite: database.pglite, giveBack };
}

async function takeFree(): Promise<KeptDatabase | null> {
  for (let database = free.pop(); database !== undefined; database = free.pop()) {
    const isEmpty = await Promise.race([
      reset(database).catch(() => false),
      // A transaction that nobody has ended would hold it up.
      new Promise<false>((resolve) => void setTimeout(resolve, longestReset, false).unref()),
    ]);
    if (isEmpty) return database;
    await database.end();
  }
  return null;
}

async function openNew(): Promise<KeptDatabase> {
  const pglite = await EmbeddedDatabase.open({ loadDataDir: new Blob([await embeddedTemplate()]) });
  const end = pglite.close.bind(pglite);
  // A connection that is closed leaves it open.
  pglite.close = async () => {};
  return {
    pglite,
    end,
    catalogs: await stateOf(pglite),
    rows: await rowsOf(pglite),
    sequences: (await pglite.query<{ name: string; value: number }>(sequenceValues)).rows,
    uses: 0,
  };
}

/** @returns whether the database is as it was when it was new */
async function reset({ pglite, catalogs: were, rows, sequences }: KeptDatabase): Promise<boolean> {
  // As `discard all` does, but for prepared statements: the next app uses them, too.
  await pglite.exec(`close all; reset all; unlisten *; discard temp; discard sequences;
    select pg_advisory_unlock_all()`);
  if ((await stateOf(pglite)) !== were) return false;
  const present = await rowsOf(pglite);
  const changed = [...new Set([...present.keys(), ...rows.keys()])].filter(
    (name) => present.get(name) !== rows.get(name),
  );
  if (changed.length > 0) {
    const inserts = changed.flatMap((table) => {
      const text = rows.get(table)?.replaceAll("'", "''");
      return text === undefined
        ? []
        : [
            `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, '${text}');`,
          ];
    });
    await pglite.exec(`begin;
      set local session_replication_role = replica;
      truncate ${changed.join(', ')} restart identity cascade;
      ${inserts.join('\n')}
      ${sequences.map(({ name, value }) => `select setval('${name}', ${value});`).join('\n')}
      commit`);
  }
  return true;
}

async function stateOf(pglite: EmbeddedDatabase): Promise<string> {
  return (await pglite.query<{ state: string }>(catalogState)).rows[0]?.state ?? '';
}

/** @returns the rows of the tables that have some, as JSON */
async function rowsOf(pglite: EmbeddedDatabase): Promise<Map<string, string>> {
  const written = await pglite.query<{ name: string }>(writtenTables);
  if (written.rows.length === 0) return new Map();
  // Only few rows are fixed: more of them are not those of a new database.
  const parts = written.rows.map(
    ({ name: table }) =>
      `select '${table}' as name, (select json_agg(it)::text from (select * from ${table} limit 200) as it) as rows`,
  );
  const found = await pglite.query<{ name: string; rows: string | null }>(parts.join(' union all '));
  return new Map(found.rows.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows] as const])));
}
