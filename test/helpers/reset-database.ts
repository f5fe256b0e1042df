/** Takes one that `makeEmpty` makes empty. Ends those of which a test has changed more than rows. */
export async function takeEmpty<Kept>(
  free: Kept[],
  makeEmpty: (kept: Kept) => Promise<boolean>,
  end: (kept: Kept) => Promise<void>,
): Promise<Kept | null> {
  for (let kept = free.pop(); kept !== undefined; kept = free.pop()) {
    if (await makeEmpty(kept).catch(() => false)) return kept;
    await end(kept);
  }
  return null;
}

/** A session with a database that a test file may have used. */
export interface Session {
  query(statement: string): Promise<{ readonly rows: readonly unknown[] }>;
  /** Runs several statements. */
  exec(statements: string): Promise<unknown>;
}

interface Sequence {
  readonly name: string;
  readonly value: number;
}

/** What a database was when it was new. */
export interface NewState {
  readonly catalogs: string;
  readonly rows: ReadonlyMap<string, string>;
  readonly sequences: readonly Sequence[];
}

/** Catalogs whose rows are those of the template, unless a test has changed a table, a function or a statistic. */
const catalogs =
  'pg_attribute pg_attrdef pg_authid pg_constraint pg_event_trigger pg_index pg_namespace pg_proc pg_rewrite pg_statistic ' +
  'pg_statistic_ext pg_trigger pg_type';

/** Of databases and their settings without those of other tests: on PostgreSQL other workers change them. */
const catalogState = `select string_agg(state, ' ') as state from (
  ${catalogs
    .split(' ')
    .map((name) => `select concat(count(*), '/', max(xmin::text::bigint)) as state from ${name}`)
    .join(' union all ')}
  union all select string_agg(concat_ws('/', oid, relname, reloptions), ' ' order by oid) from pg_class
  union all select concat_ws('/', datallowconn, datconnlimit, setconfig) from pg_database
    left join pg_db_role_setting on setdatabase in (0, pg_database.oid)
    where datname = current_database() or not starts_with(datname, 'deckcast_')) as it`;

/** Tables that have rows, or have had some since they were truncated: to look into each of all tables takes ten times as long. */
const writtenTables = `select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'pgboss') and pg_relation_size(pg_class.oid) > 0 order by 1`;

const sequenceValues = `select format('%I.%I', schemaname, sequencename) as name, last_value as value
  from pg_sequences where last_value is not null`;

/** Reads what a database is that nobody has used. */
export async function newStateOf(session: Session): Promise<NewState> {
  return {
    catalogs: await stateOf(session),
    rows: await rowsOf(session),
    sequences: await rowsFrom<Sequence[]>(session, sequenceValues),
  };
}

/** Makes a database empty again. @returns whether it is as it was when it was new */
export async function reset(session: Session, { catalogs: were, rows, sequences }: NewState): Promise<boolean> {
  // As `discard all` does, but for prepared statements: the next app uses them, too.
  await session.exec(`close all; reset all; unlisten *; discard temp; discard sequences;
    select pg_advisory_unlock_all()`);
  if ((await stateOf(session)) !== were) return false;
  const present = await rowsOf(session);
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
    await session.exec(`begin;
      set local session_replication_role = replica;
      truncate ${changed.join(', ')} restart identity cascade;
      ${inserts.join('\n')}
      ${sequences.map(({ name, value }) => `select setval('${name}', ${value});`).join('\n')}
      commit`);
  }
  return true;
}

async function stateOf(session: Session): Promise<string> {
  const [found] = await rowsFrom<{ state: string }[]>(session, catalogState);
  return found?.state ?? '';
}

/** @returns the rows of the tables that have some, as JSON */
async function rowsOf(session: Session): Promise<Map<string, string>> {
  const written = await rowsFrom<{ name: string }[]>(session, writtenTables);
  if (written.length === 0) return new Map();
  // Only few rows are fixed: more of them are not those of a new database.
  const parts = written.map(
    ({ name: table }) =>
      `select '${table}' as name, (select json_agg(it)::text from (select * from ${table} limit 200) as it) as rows`,
  );
  const found = await rowsFrom<{ name: string; rows: string | null }[]>(session, parts.join(' union all '));
  return new Map(found.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows] as const])));
}

async function rowsFrom<Rows>(session: Session, statement: string): Promise<Rows> {
  const { rows } = await session.query(statement);
  return rows as Rows;
}
