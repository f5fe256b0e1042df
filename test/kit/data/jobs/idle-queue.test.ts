import { expect, test } from '@jest/globals';
import { inTransaction } from '../../../../src/kit/data/scope.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createTestDatabase } from '../../../helpers/test-database.ts';
import { use } from '../../../helpers/use.ts';
import { Writer } from './writer.ts';

const kinds = ['first', 'second', 'third'].map((name) => ({ name }));
const ran: string[] = [];
const statements: string[] = [];
const writer = new Writer();

use(async () => {
  const database = await createTestDatabase();
  const { connection } = database;
  const { db } = connection.queue;
  const executeSql: typeof db.executeSql = (text, values) => {
    statements.push(text);
    return db.executeSql(text, values);
  };
  const watched = { ...connection, queue: { ...connection.queue, db: { ...db, executeSql } } };
  // Without the connections and wake-ups of a process of its own.
  await writer.open({ ...database, url: null, connection: watched });
  for (const kind of kinds) writer.jobs.register({ kind, slots: 1, run: async () => void ran.push(kind.name) });
  await writer.jobs.start();
  await writer.jobs.work();
  return async () => {
    await writer.close();
    await database.remove();
  };
});

const looks = (): number => statements.filter((text) => text.startsWith('select kind from unnest')).length;
/** The kinds whose jobs were fetched. */
const fetched = (): string[] => {
  return statements.flatMap((text) => /WITH\s+next AS[^]*?j\.name = '(\w+)'/.exec(text)?.[1] ?? []);
};

test('a queue without due jobs takes one statement a second, and fetches a job once it is due', async () => {
  await eventually(() => looks() > 1);
  expect(fetched().toSorted()).toEqual(['first', 'second', 'third']);
  statements.splice(0);
  await eventually(() => looks() > 1);
  expect(fetched()).toEqual([]);
  const [, second = { name: '' }] = kinds;
  await inTransaction(writer.scope(), (transaction) =>
    writer.jobs.enqueue(transaction, second, [{ data: {}, delayMs: 500 }]),
  );
  await eventually(() => ran.length > 0);
  expect(ran).toEqual(['second']);
  expect(new Set(fetched())).toEqual(new Set(['second']));
});
