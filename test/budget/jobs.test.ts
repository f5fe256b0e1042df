import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { operationLimits, withinLimits } from '../../src/budget/budget.ts';
import { Event } from '../../src/events/event.entity.ts';
import { inTransaction, type RequestScope } from '../../src/scope.ts';
import { eventually } from '../helpers/eventually.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts';
import { Writer } from '../jobs/writer.ts';
import { HeldTable } from './held-table.ts';

let database: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = await new Writer().open(database);
}, 60_000);

afterAll(async () => {
  await writer.close();
  await database.connection.close();
  await database.remove();
});

const countDecks = ({ em }: RequestScope): Promise<unknown> =>
  sql`select count(*) from deck`.execute(em.getKysely<unknown>());

/** Runs one job of a kind of its own, of which one step may take a second. */
async function startJob(name: string, run: (progressed: () => void) => Promise<unknown>): Promise<void> {
  writer.jobs.register({
    kind: { name },
    slots: 1,
    longestStepSeconds: 1,
    run: async (_data, { progressed }) => void (await run(progressed)),
  });
  await writer.jobs.start();
  await inTransaction(writer.scope(), (transaction) => writer.jobs.enqueue(transaction, { name }, [{ data: {} }]));
  await writer.jobs.work();
}

testOnPostgres(
  'the statement of a job that is given up ends with it, and frees its connection',
  async () => {
    const table = await new HeldTable(database.url).open();
    const ends: unknown[] = [];
    await table.whileHeld(async () => {
      await startJob('waiting', () => countDecks(writer.scope()).catch((error: Error) => ends.push(error.cause)));
      await table.waited(1);
      await table.waited(0);
    });
    await eventually(() => ends.length > 0);
    expect(ends[0]).toMatchObject({ message: 'The job made no progress for 1 seconds and was given up.' });
    await writer.jobs.drain(1_000);
    await table.close();
  },
  30_000,
);

test('a transaction that makes more statements than it may leaves nothing behind, and its connection is free', async () => {
  const publish = (count: number) =>
    withinLimits({ ...operationLimits, statements: 10 }, () =>
      inTransaction(writer.scope(), async (transaction) => {
        for (let done = 0; done < count; done += 1) {
          await writer.events.append(transaction, Object.assign(new Event(), { type: 'counted.event' }));
          await transaction.em.flush();
        }
      }),
    );
  await publish(1);
  for (let attempt = 0; attempt < 15; attempt += 1) {
    await expect(publish(20)).rejects.toMatchObject({ cause: { code: 'OVER_BUDGET' } });
  }
  const { rows } = await sql`select 1 from event where type = 'counted.event'`.execute(database.connection.kysely);
  expect(rows).toHaveLength(1);
});
