import { expect } from '@jest/globals';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { planAnew } from '../../../src/kit/data/connections/plan-anew.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { testDatabaseUrl } from '../../helpers/test-database.ts';

/** Works on a database connection of its own, of which there is one: prepared statements are seen by their session. */
async function onOneConnection(work: (kysely: Kysely<unknown>) => Promise<void>): Promise<void> {
  const log = pino({ level: 'silent' });
  const connection = await openDatabase({ url: testDatabaseUrl ?? '', poolSize: 1, dataDir: '', log });
  try {
    await work(connection.kysely);
  } finally {
    await connection.close();
  }
}

async function run(kysely: Kysely<unknown>, statement: string, times: number): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let time = 0; time < times; time += 1) {
    const { rows } = await kysely.executeQuery<object>(CompiledQuery.raw(statement, [time]));
    results.push(rows[0]);
  }
  return results;
}

async function prepared(kysely: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(kysely);
  return rows.map(({ statement }) => statement);
}

testOnPostgres(
  'a statement that comes often is prepared, gives the same as before, and one that comes rarely is not',
  () =>
    onOneConnection(async (kysely) => {
      expect(await run(kysely, 'select $1::int as often', 100)).toEqual(
        Array.from({ length: 100 }, (_, often) => ({ often })),
      );
      await run(kysely, 'select $1::int as rarely', 10);
      expect(await prepared(kysely)).toEqual(['select $1::int as often']);
    }),
);

testOnPostgres('however many statements come often, a connection keeps plans of at most a hundred', () =>
  onOneConnection(async (kysely) => {
    for (let at = 0; at < 120; at += 1) await run(kysely, `select $1::int as n${at}`, 60);
    expect(await prepared(kysely)).toHaveLength(100);
  }),
);

testOnPostgres('a process that asks for all columns of a table still reads it when a migration has added one', () =>
  onOneConnection(async (kysely) => {
    await sql`create temporary table note (id int)`.execute(kysely);
    await sql`insert into note values (0)`.execute(kysely);
    const [statement, columns] = ['select n.* from note as n where id <= $1', 'select id from note where id <= $1'];
    for (const text of [statement, columns]) await run(kysely, text, 100);
    await sql`alter table note add column text text`.execute(kysely);
    expect(await run(kysely, statement, 1)).toEqual([{ id: 0, text: null }]);
    expect(await run(kysely, columns, 1)).toEqual([{ id: 0 }]);
  }),
);

testOnPostgres('a statement that returns named columns is prepared, though its subqueries read all columns', () =>
  onOneConnection(async (kysely) => {
    const text = 'select named.id from (select one.* from (select $1::int as id) as one) as named';
    await run(kysely, text, 100);
    expect(await prepared(kysely)).toEqual([text]);
  }),
);

testOnPostgres('a statement that asks to be planned anew is not prepared, however often it comes', () =>
  onOneConnection(async (kysely) => {
    for (let time = 0; time < 100; time += 1) await sql`${planAnew} select ${time}::int as anew`.execute(kysely);
    expect(await prepared(kysely)).not.toContainEqual(expect.stringContaining('as anew'));
  }),
);

testOnPostgres('the server compiles no statement: that takes longer than they run', () =>
  onOneConnection(async (kysely) => {
    const { rows } = await sql`select current_setting('jit') as jit`.execute(kysely);
    expect(rows).toEqual([{ jit: 'off' }]);
  }),
);
