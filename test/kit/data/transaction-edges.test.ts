import { expect, test } from '@jest/globals';
import { CompiledQuery, type ControlledTransaction, type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { withNext } from '../../../src/kit/data/connections/with-next.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { testDatabaseUrl } from '../../helpers/test-database.ts';
import { use } from '../../helpers/use.ts';
import { Sessions } from './sessions.ts';

/** Runs that make a statement one that is prepared. */
const often = 60;

describeOnPostgres('a transaction', () => {
  let database: Kysely<unknown>;
  let observer: Sessions;
  let pid = 0;

  use(async () => {
    const log = pino({ level: 'silent' });
    const connection = await openDatabase({ url: testDatabaseUrl ?? '', poolSize: 1, dataDir: '', log });
    database = connection.kysely;
    observer = await new Sessions(testDatabaseUrl ?? '').open();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
    pid = rows[0]?.pid ?? 0;
    await sql`create temporary table note (id int primary key)`.execute(database);
    // The first transaction of a session prepares what it begins with.
    await (await begun()).commit().execute();
    return () => Promise.all([connection.close(), observer.close()]);
  });

  const begun = (): Promise<ControlledTransaction<unknown>> => database.startTransaction().execute();

  const state = async (): Promise<unknown> => {
    const [session] = await observer.run(`select state from pg_stat_activity where pid = ${pid}`);
    return session;
  };

  const notes = async (): Promise<unknown[]> => (await sql`select id from note`.execute(database)).rows;

  const insert = (id: number): CompiledQuery<object> =>
    CompiledQuery.raw('insert into note values ($1) returning id', [id]);

  test('that has no statement does not begin on the server', async () => {
    await notes();
    for (const end of ['commit', 'rollback'] as const) {
      const transaction = await begun();
      expect(await state()).toEqual({ state: 'idle' });
      await transaction[end]().execute();
      expect(await observer.run(`select query from pg_stat_activity where pid = ${pid}`)).toEqual([
        { query: 'select id from note' },
      ]);
    }
  });

  test.each([
    ['without values', CompiledQuery.raw('insert into note values (1) returning id')],
    ['with values', insert(1)],
  ])('begins with a first statement %s, which returns its own rows and is rolled back with it', async (_, first) => {
    const transaction = await begun();
    expect((await transaction.executeQuery(first)).rows).toEqual([{ id: 1 }]);
    expect(await state()).toEqual({ state: 'idle in transaction' });
    await transaction.executeQuery(insert(2));
    await transaction.rollback().execute();
    expect(await notes()).toEqual([]);
  });

  test('begins with a first statement that is prepared meanwhile', async () => {
    for (let id = 0; id < often; id += 1) {
      const transaction = await begun();
      expect(await transaction.executeQuery(insert(id))).toMatchObject({ rows: [{ id }], numAffectedRows: 1n });
      expect(await state()).toEqual({ state: 'idle in transaction' });
      await transaction.rollback().execute();
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database);
    expect(rows.map(({ statement }) => statement)).toContain(insert(0).sql);
    expect(await notes()).toEqual([]);
  });

  test('keeps what it did when it is committed', async () => {
    const transaction = await begun();
    await transaction.executeQuery(insert(1));
    await transaction.commit().execute();
    expect(await notes()).toEqual([{ id: 1 }]);
    await sql`delete from note`.execute(database);
  });

  test.each([
    ['without values', CompiledQuery.raw('select 1 / 0'), 'division by zero'],
    ['with values', CompiledQuery.raw('select 1 / $1::int', [0]), 'division by zero'],
    ['on no table', CompiledQuery.raw('select from nowhere where id = $1', [1]), 'does not exist'],
  ])('whose first statement %s fails runs no other, and frees its connection', async (_, failing, reason) => {
    const transaction = await begun();
    await expect(transaction.executeQuery(failing)).rejects.toThrow(reason);
    await expect(transaction.executeQuery(insert(1))).rejects.toThrow('current transaction is aborted');
    await transaction.rollback().execute();
    expect(await state()).toEqual({ state: 'idle' });
    expect(await notes()).toEqual([]);
    expect((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows).toEqual([{ pid }]);
  });

  /** A statement whose result nobody reads. */
  const unread = (id: unknown): CompiledQuery<unknown> =>
    withNext(sql`insert into note values (${id}) on conflict do nothing`).compile(database);

  /** Prepares the statement in the session: before, it is sent at once. */
  async function prepareUnread(): Promise<void> {
    for (let id = 0; id < often; id += 1) {
      const transaction = await begun();
      await transaction.executeQuery(unread(id));
      await transaction.rollback().execute();
    }
  }

  const lastText = async (): Promise<unknown> => {
    const [session] = await observer.run(`select query from pg_stat_activity where pid = ${pid}`);
    return session;
  };

  test('that has nothing but what nobody reads is one message once that is prepared', async () => {
    const states: unknown[] = [];
    for (let id = 0; id < often; id += 1) {
      const transaction = await begun();
      await transaction.executeQuery(unread(id));
      states.push(await state());
      await transaction.commit().execute();
      states.push(await state());
    }
    expect(states.slice(0, 2)).toEqual([{ state: 'idle in transaction' }, { state: 'idle' }]);
    expect(states.slice(-2)).toEqual([{ state: 'idle' }, { state: 'idle' }]);
    expect(await notes()).toHaveLength(often);
    await sql`delete from note`.execute(database);
  });

  test('sends what nobody reads with its commit', async () => {
    await prepareUnread();
    const transaction = await begun();
    await transaction.executeQuery(insert(1));
    await transaction.executeQuery(unread(2));
    await transaction.executeQuery(unread(3));
    expect(await lastText()).toEqual({ query: insert(1).sql });
    await transaction.commit().execute();
    expect(await state()).toEqual({ state: 'idle' });
    expect(await notes()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    await sql`delete from note`.execute(database);
  });

  test.each([
    ['with values', CompiledQuery.raw('select id from note where id > $1', [0])],
    ['without values', CompiledQuery.raw('select id from note')],
    ['a savepoint', CompiledQuery.raw('savepoint here')],
  ])('sends what nobody reads in front of the next statement (%s)', async (_, next) => {
    await prepareUnread();
    for (const firsts of [[], [insert(5)]]) {
      const transaction = await begun();
      for (const first of firsts) await transaction.executeQuery(first);
      await transaction.executeQuery(unread(1));
      await transaction.executeQuery(unread(2));
      await transaction.executeQuery(next);
      expect(await state()).toEqual({ state: 'idle in transaction' });
      const seen = (await sql<{ id: number }>`select id from note order by id`.execute(transaction)).rows;
      expect(seen.map(({ id }) => id).filter((id) => id < 5)).toEqual([1, 2]);
      await transaction.rollback().execute();
      expect(await notes()).toEqual([]);
    }
  });

  test('gives the next statement its own result when others go in front', async () => {
    await prepareUnread();
    const transaction = await begun();
    await transaction.executeQuery(unread(1));
    await transaction.executeQuery(unread(2));
    expect(await transaction.executeQuery(insert(3))).toMatchObject({ rows: [{ id: 3 }], numAffectedRows: 1n });
    await transaction.rollback().execute();
  });

  test('does not gather large values: what nobody reads goes at once when too much of it would wait', async () => {
    await prepareUnread();
    const ofLength = (length: number, id: number): string => String(id).padStart(length, '0');
    for (const lengths of [[300_000], [150_000, 150_000]]) {
      const transaction = await begun();
      for (const [at, length] of lengths.entries()) {
        expect(await state()).toEqual({ state: 'idle' });
        await transaction.executeQuery(unread(ofLength(length, at)));
      }
      expect(await state()).toEqual({ state: 'idle in transaction' });
      await transaction.commit().execute();
      expect(await notes()).toEqual(lengths.map((_, id) => ({ id })));
      await sql`delete from note`.execute(database);
    }
  });

  test('that is rolled back does not send what nobody reads', async () => {
    await prepareUnread();
    for (const firsts of [[], [insert(1)]]) {
      const transaction = await begun();
      for (const first of firsts) await transaction.executeQuery(first);
      await transaction.executeQuery(unread(2));
      const before = await lastText();
      await transaction.rollback().execute();
      expect(await lastText()).toEqual(firsts.length === 0 ? before : { query: 'rollback' });
      expect(await state()).toEqual({ state: 'idle' });
      expect(await notes()).toEqual([]);
    }
  });

  test('that is rolled back to a savepoint does not send what nobody reads behind it', async () => {
    await prepareUnread();
    const transaction = await begun();
    await transaction.executeQuery(unread(1));
    const savepoint = await transaction.savepoint('here').execute();
    await savepoint.executeQuery(unread('none'));
    await savepoint.rollbackToSavepoint('here').execute();
    await transaction.commit().execute();
    expect(await notes()).toEqual([{ id: 1 }]);
    await sql`delete from note`.execute(database);
  });

  test.each(['commit', 'statement'])(
    'whose unread statement fails fails at the next %s, and frees its connection',
    async (next) => {
      await prepareUnread();
      for (const firsts of [[], [insert(1)]]) {
        const transaction = await begun();
        for (const first of firsts) await transaction.executeQuery(first);
        await transaction.executeQuery(unread('none'));
        const followed = next === 'commit' ? transaction.commit().execute() : transaction.executeQuery(insert(2));
        await expect(followed).rejects.toThrow('invalid input syntax');
        await transaction.rollback().execute();
        expect(await state()).toEqual({ state: 'idle' });
        expect(await notes()).toEqual([]);
      }
      expect((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)).rows).toEqual([{ pid }]);
    },
  );

  test('whose last statement cannot be sent leaves no commit for the next one', async () => {
    await prepareUnread();
    const transaction = await begun();
    await transaction.executeQuery(insert(1));
    const unsendable = {
      toPostgres: () => {
        throw new TypeError('no value');
      },
    };
    await transaction.executeQuery(unread(unsendable));
    await expect(transaction.commit().execute()).rejects.toThrow('no value');
    await expect(transaction.executeQuery(insert(2))).resolves.toMatchObject({ rows: [{ id: 2 }] });
    expect(await state()).toEqual({ state: 'idle in transaction' });
    await transaction.rollback().execute();
    expect(await notes()).toEqual([]);
  });

  test('that is none has nothing to wait for', async () => {
    await prepareUnread();
    await database.executeQuery(unread(1));
    expect(await notes()).toEqual([{ id: 1 }]);
    await sql`delete from note`.execute(database);
  });

  test('that sets its isolation begins with that', async () => {
    const transaction = await database.startTransaction().setIsolationLevel('serializable').execute();
    expect((await sql`select current_setting('transaction_isolation') as level`.execute(transaction)).rows).toEqual([
      { level: 'serializable' },
    ]);
    await transaction.rollback().execute();
  });
});
