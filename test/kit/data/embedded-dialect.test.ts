import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Kysely, sql } from 'kysely';
import { operationLimits, withinLimits } from '../../../src/kit/core/limits/budget.ts';
import { EmbeddedDatabase } from '../../../src/kit/data/connections/embedded-database.ts';
import { EmbeddedDialect } from '../../../src/kit/data/connections/embedded-dialect.ts';

let pglite: EmbeddedDatabase;
let database: Kysely<unknown>;

beforeAll(async () => {
  pglite = await EmbeddedDatabase.open();
  database = new Kysely<unknown>({ dialect: new EmbeddedDialect(pglite) });
  await sql`create table note (text text primary key)`.execute(database);
});

beforeEach(async () => {
  await sql`delete from note`.execute(database);
});

afterAll(async () => {
  await database.destroy();
});

const write = (to: Kysely<unknown>, text: string) => sql`insert into note values (${text})`.execute(to);
const notes = async (from: Kysely<unknown> = database): Promise<string[]> =>
  (await sql<{ text: string }>`select text from note order by text`.execute(from)).rows.map(({ text }) => text);

/** A transaction that writes, and stays open until it is told how to end. */
function open(text: string): { written: Promise<void>; end: (how: 'commit' | 'rollback') => Promise<unknown> } {
  const written = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<'commit' | 'rollback'>();
  const ended = database
    .transaction()
    .execute(async (transaction) => {
      await write(transaction, text);
      written.resolve();
      if ((await ending.promise) === 'rollback') throw new Error('rolled back by the test');
    })
    .catch((error: unknown) => error);
  return {
    written: written.promise,
    end: async (how) => {
      ending.resolve(how);
      return ended;
    },
  };
}

describe('the embedded database', () => {
  test('the many statements of one holder delay those of another by no more than one each', async () => {
    const order: string[] = [];
    const blocking = open('first');
    await blocking.written;
    const read = (holder: string) =>
      withinLimits(operationLimits, async () => notes().then(() => order.push(holder)), holder);
    const reads = ['loud', 'loud', 'loud', 'loud', 'neighbour', 'loud', 'neighbour', 'third'].map(read);
    await blocking.end('commit');
    await Promise.all(reads);
    expect(order).toEqual(['loud', 'neighbour', 'third', 'loud', 'neighbour', 'loud', 'loud', 'loud']);
  });

  test('of two overlapping transactions each ends with its own outcome', async () => {
    const [first, second] = [open('first'), open('second')];
    await first.written;
    expect(await first.end('rollback')).toMatchObject({ message: 'rolled back by the test' });
    await second.written;
    expect(await second.end('commit')).toBeUndefined();
    expect(await notes()).toEqual(['second']);
  });

  test('a read outside of a transaction sees nothing that is not committed', async () => {
    const rolledBack = open('never');
    await rolledBack.written;
    const [read, readByQueue] = [notes(), pglite.query('select text from note')];
    await rolledBack.end('rollback');
    expect(await read).toEqual([]);
    expect((await readByQueue).rows).toEqual([]);
  });

  test('a write outside of a transaction is not undone by its rollback', async () => {
    const rolledBack = open('inside');
    await rolledBack.written;
    const writes = [write(database, 'outside'), pglite.query("insert into note values ('queue')")];
    await rolledBack.end('rollback');
    await Promise.all(writes);
    expect(await notes()).toEqual(['outside', 'queue']);
  });

  test('a transaction sees what it wrote, and a failed statement rolls all of it back', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await write(transaction, 'a');
      expect(await notes(transaction)).toEqual(['a']);
      await write(transaction, 'a');
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await notes()).toEqual([]);
    await write(database, 'b');
    expect(await notes()).toEqual(['b']);
  });

  test('a savepoint is undone alone', async () => {
    const transaction = await database.startTransaction().execute();
    await write(transaction, 'kept');
    const inner = await transaction.savepoint('inner').execute();
    await write(inner, 'undone');
    await inner.rollbackToSavepoint('inner').execute();
    await write(transaction, 'later');
    await transaction.commit().execute();
    expect(await notes()).toEqual(['kept', 'later']);
  });

  test('many at once all get their turn', async () => {
    const numbers = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0'));
    await Promise.all(numbers.map((text) => database.transaction().execute((transaction) => write(transaction, text))));
    expect(await notes()).toEqual(numbers);
  });

  test('a constraint that is checked at the commit refuses it', async () => {
    await sql`create table child (text text references note deferrable initially deferred)`.execute(database);
    const orphan = database
      .transaction()
      .execute((transaction) => sql`insert into child values ('nobody')`.execute(transaction));
    await expect(orphan).rejects.toMatchObject({ code: '23503' });
    expect((await sql`select * from child`.execute(database)).rows).toEqual([]);
  });

  test('a transaction that cannot begin gives the session back', async () => {
    await expect(pglite.exec('begin; select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(database.startTransaction().execute()).rejects.toMatchObject({ code: '25P02' });
    await pglite.exec('rollback');
    expect(await notes()).toEqual([]);
  });
});
