import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withinLimits, operationLimits } from '../../../src/kit/core/limits/budget.ts';
import { turns } from '../../../src/kit/core/limits/turns.ts';
import { StatementAbortedError } from '../../../src/kit/data/connections/budgeted-statement.ts';
import { EmbeddedDatabase } from '../../../src/kit/data/connections/embedded-database.ts';
import { eventually } from '../../helpers/eventually.ts';

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await EmbeddedDatabase.open();
  await database.exec('create table note (number integer)');
});

afterAll(async () => {
  await database.close();
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const small = 'select number, $1 as text from generate_series(1, 5000) as number order by number';
/** Random text, which nothing compresses: about 40 MB of it. */
const large = 'select number, repeat($1, 40000) as text from generate_series(1, 1000) as number';

describe('the embedded database', () => {
  test('gives the rows of a long list in order, each once', async () => {
    const { rows } = await database.query<{ number: number; text: string }>(small, ['a']);
    expect(rows.map(({ number }) => number)).toEqual(numbers(5_000));
    expect(rows.every(({ text }) => text === 'a')).toBe(true);
  });

  test('gives all rows that a statement has written, and their number', async () => {
    const text = 'insert into note select * from generate_series(1, 300) returning number';
    const written = await database.query<{ number: number }>(text);
    expect([written.rows.map(({ number }) => number), written.affectedRows]).toEqual([numbers(300), 300]);
    const { rows } = await database.query('select count(*)::integer as count from note');
    expect(rows).toEqual([{ count: 300 }]);
  });

  test('lets others have their turn while it reads a large list', async () => {
    turns.longestMs = 0;
    let beats = 0;
    const beating = setInterval(() => (beats += 1), 0);
    try {
      const { rows } = await database.query(large, ['a']);
      expect(rows).toHaveLength(1_000);
    } finally {
      clearInterval(beating);
      turns.longestMs = 15;
    }
    expect(beats).toBeGreaterThan(5);
  });

  test('reads no further than the budget of the work allows', async () => {
    const limits = { ...operationLimits, read: 5_000_000 };
    await withinLimits(limits, async (budget) => {
      await expect(database.query(large, ['a'])).rejects.toThrow(StatementAbortedError);
      expect(budget.spent('read')).toBeLessThan(8_000_000);
    });
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('goes on with a transaction in which a list was too large', async () => {
    await database.openTransaction(async (transaction) => {
      await transaction.exec('delete from note');
      const read = withinLimits({ ...operationLimits, read: 1_000_000 }, () => transaction.run(large, ['a'], {}));
      await expect(read).rejects.toThrow(StatementAbortedError);
      await transaction.run('insert into note values ($1)', [7], {});
    });
    expect((await database.query('select number from note')).rows).toEqual([{ number: 7 }]);
  });

  test.each([
    ['null, and JSON that is null', "select $1::text as none, $2::jsonb as empty, 'x' as text", [null, null]],
    ['JSON', 'select $1::jsonb as object, $2::json as list, $3::jsonb as nothing', [{ a: [1, "'"] }, '[1,2]', 'null']],
    ['numbers', 'select $1::int as a, $2::bigint as b, $3::numeric as c, $4::float8 as d', [1, '2', 3.5, 0.1]],
    [
      'dates and truth',
      'select $1::timestamptz as at, $2::date as day, $3::boolean as is',
      [new Date(7), '2026-01-02', true],
    ],
    ['lists', 'select $1::text[] as a, $2::int[] as b, $3::uuid[] as c', [['a"b', 'c\\,d', ''], [1, 2], []]],
    ['bytes and text', 'select $1::bytea as a, $2::text as b', [new Uint8Array([0, 255]), 'ü\n🙂']],
    ['no values', 'select 1 as a, 2 as a, now() is null as b', []],
    ['no rows', 'select number from note where number = $1', [-1]],
    ['more rows than one portion', 'select number, $1::text as text from generate_series(1, 90) as number', ['a']],
    ['no columns', 'select from generate_series(1, $1)', [3]],
    ['a change', 'update note set number = number where number < $1', [3]],
    ['a change that returns', 'update note set number = number where number < $1 returning number', [3]],
  ])('reads and writes %s as PGlite does, before and after it prepares the statement', async (_what, text, values) => {
    // With options it is PGlite's own.
    const { rows, fields, affectedRows } = await database.query(text, values, {});
    for (let run = 0; run < 60; run += 1) {
      expect(await database.query(text, values)).toEqual({ rows, fields, affectedRows });
    }
    await database.openTransaction(async (transaction) => {
      expect(await transaction.run(text, values, database.parsers)).toEqual({ rows, fields, affectedRows });
    });
    const prepared = await database.query('select from pg_prepared_statements where statement = $1', [text], {});
    expect(prepared.rows).toHaveLength(1);
  });

  test('runs a statement again whose preparation somebody has removed', async () => {
    const run = (): Promise<unknown> => database.query('select 5 as five');
    for (let time = 0; time < 60; time += 1) await run();
    await database.exec('deallocate all');
    expect(await run()).toMatchObject({ rows: [{ five: 5 }] });
    await database.exec('deallocate all');
    const failing = database.openTransaction((transaction) => transaction.run('select 5 as five', [], {}));
    await expect(failing).rejects.toMatchObject({ code: '26000' });
    expect(await run()).toMatchObject({ rows: [{ five: 5 }] });
  });

  test('reports the code of a statement that fails, and runs the next', async () => {
    const wrong: [string, unknown[], string][] = [
      ['select nothing from nowhere', [], '42P01'],
      ['select 1 / $1::int', [0], '22012'],
      ['select $1::int', ['x'], '22P02'],
      ['select 1; select 2', [], '42601'],
      ['select 1 / (10 - number) from generate_series(1, $1) as number', [50], '22012'],
    ];
    for (const [text, values, code] of wrong) {
      for (let run = 0; run < 60; run += 1) {
        await expect(database.query(text, values)).rejects.toMatchObject({ code });
      }
      const inTransaction = database.openTransaction((transaction) => transaction.run(text, values, {}));
      await expect(inTransaction).rejects.toMatchObject({ code });
      expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    }
  });

  test('begins with prepared files, which no other database takes for its own', async () => {
    const other = await EmbeddedDatabase.open();
    const state = `select (select system_identifier from pg_control_system()) as files, pg_postmaster_start_time() as start,
      current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`;
    const [first, second] = [(await database.query(state)).rows[0], (await other.query(state)).rows[0]];
    expect((await other.query("select to_regclass('note') as note")).rows).toEqual([{ note: null }]);
    await other.close();
    expect(first).toMatchObject({ encoding: 'UTF8', zone: 'Etc/GMT0' });
    expect(second).toEqual({ ...(first as object), start: expect.any(Date) });
    expect(second).not.toEqual(first);
  });

  test('uses the space of deleted rows again, once it is reclaimed', async () => {
    const write = 'insert into written select number, repeat($1, 500) from generate_series(1, 5000) as number';
    const bytes = async (): Promise<number> => {
      const { rows } = await database.query<{ bytes: number }>(`select pg_total_relation_size('written') as bytes`);
      return rows[0]?.bytes ?? 0;
    };
    await database.exec('create table written (number integer primary key, text text)');
    await database.query(write, ['a']);
    const before = await bytes();
    await database.exec('delete from written');
    await eventually(async () => {
      await database.reclaimSpace();
      const counts = `select vacuum_count as count from pg_stat_user_tables where relname = 'written'`;
      return (await database.query<{ count: number }>(counts)).rows[0]?.count === 1;
    });
    await database.query(write, ['b']);
    expect(await bytes()).toBeLessThan(1.2 * before);
  });
});
