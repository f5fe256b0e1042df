import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import {
  Budget,
  currentBudget,
  operationLimits,
  withinBudget,
  withinLimits,
} from '../../../../src/kit/core/limits/budget.ts';
import { Event } from '../../../../src/delivery/events/event.entity.ts';
import { inTransaction, type RequestScope } from '../../../../src/kit/data/scope.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { describeOnPostgres, testOnPostgres } from '../../../helpers/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../helpers/test-database.ts';
import { Writer, writerPoolSize } from '../../data/jobs/writer.ts';
import { HeldTable } from './held-table.ts';

let database: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = await new Writer().open(database);
}, 60_000);

afterAll(async () => {
  await writer.close();
  await database.remove();
});

const countDecks = ({ em }: RequestScope): Promise<unknown> =>
  sql`select count(*) from deck`.execute(em.getKysely<unknown>());

/** Runs one job of a kind of its own, of which one step may take a second, in a process of its own. */
async function startJob(name: string, run: (progressed: () => void) => Promise<unknown>): Promise<Writer> {
  const worker = await new Writer().open(database);
  worker.jobs.register({
    kind: { name },
    slots: 1,
    longestStepSeconds: 1,
    run: async (_data, { progressed }) => void (await run(progressed)),
  });
  await worker.jobs.start();
  await inTransaction(worker.scope(), (transaction) => worker.jobs.enqueue(transaction, { name }, [{ data: {} }]));
  await worker.jobs.work();
  return worker;
}

testOnPostgres(
  'the statement of a job that is given up ends with it, and frees its connection',
  async () => {
    const table = await new HeldTable(database.url).open();
    const ends: unknown[] = [];
    const worker = await table.whileHeld(async () => {
      const started = await startJob('waiting', () =>
        countDecks(writer.scope()).catch((error: Error) => ends.push(error.cause)),
      );
      await table.waited(1);
      await table.waited(0);
      return started;
    });
    await eventually(() => ends.length > 0);
    expect(ends[0]).toMatchObject({ message: 'The job made no progress for 1 seconds and was given up.' });
    await worker.close();
    await table.close();
  },
  30_000,
);

describeOnPostgres('the connections of a pool', () => {
  const ask = () => sql`select 1`.execute(writer.scope().em.getKysely<unknown>());
  const askOfAll = () => Promise.all(Array.from({ length: writerPoolSize }, ask));

  test('are not waited for longer than a budget lasts, and none goes to who has left', async () => {
    const mayEnd = Promise.withResolvers<void>();
    const begun: Promise<void>[] = [];
    const held = Array.from({ length: writerPoolSize }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push(promise);
      const kysely = writer.scope().em.getKysely<unknown>();
      return kysely.connection().execute(async () => {
        resolve();
        await mayEnd.promise;
      });
    });
    await Promise.all(begun);
    const budgets = Array.from({ length: writerPoolSize }, () => new Budget(operationLimits));
    const waiting = budgets.map((budget) => withinBudget(budget, ask));
    const ends = Promise.allSettled(waiting);
    const left = new Error('The client has left.');
    for (const budget of budgets) budget.cancel(left);
    expect(await ends).toEqual(
      Array.from({ length: writerPoolSize }, () => ({
        status: 'rejected',
        reason: expect.objectContaining({ cause: left }),
      })),
    );
    mayEnd.resolve();
    await Promise.all(held);
    expect(await askOfAll()).toHaveLength(writerPoolSize);
  });

  test('come back without the transaction that somebody left open', async () => {
    const kysely = writer.scope().em.getKysely<unknown>();
    await kysely.connection().execute((one) => sql`begin`.execute(one));
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(database.connection.kysely);
    expect(rows).toEqual([]);
  });
});

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

describe('the statement after the last one of', () => {
  /** Uses a budget up, which its last statement is in, and asks for one more. @returns why that is refused */
  async function refusalBeyond(limit: number, scope = writer.scope()): Promise<unknown> {
    const budget = currentBudget();
    // A new connection of the pool may take a statement of its own.
    await countDecks(scope);
    budget?.spend('statements', limit - 1 - budget.spent('statements'));
    await countDecks(scope);
    return countDecks(scope).then(
      () => 'It was let through.',
      (error: Error) => error.cause,
    );
  }

  const refusal = (limit: string) => ({
    code: 'OVER_BUDGET',
    message: expect.stringContaining(`more than ${limit} statements`),
  });

  test('an operation is refused, which has 2,000', async () => {
    expect(await withinLimits(operationLimits, () => refusalBeyond(2_000))).toMatchObject(refusal('2,000'));
  });

  test('a transaction outside of a request and a job is refused beyond 20,000', async () => {
    expect(await inTransaction(writer.scope(), (scope) => refusalBeyond(20_000, scope))).toMatchObject(
      refusal('20,000'),
    );
  });

  test('a step of a job is refused, which has 100,000', async () => {
    const refusals: unknown[] = [];
    const worker = await startJob('greedy', async (progressed) => {
      currentBudget()?.spend('statements', 100_000);
      progressed();
      refusals.push(await refusalBeyond(100_000));
    });
    await eventually(() => refusals.length > 0);
    expect(refusals).toEqual([expect.objectContaining(refusal('100,000'))]);
    await worker.close();
  });
});

test('a statement with more values than either database takes is refused, and its connection is free', async () => {
  const values = Array.from({ length: 32_768 }, (_, at) => sql`${at}`);
  const ask = (count: number) =>
    sql`select count(*)::int as count from (values (${sql.join(values.slice(0, count), sql`), (`)})) as given`.execute(
      database.connection.kysely,
    );
  expect((await ask(32_767)).rows).toEqual([{ count: 32_767 }]);
  await expect(ask(32_768)).rejects.toMatchObject({
    cause: { code: 'OVER_BUDGET', message: expect.stringContaining('32,767 values') },
  });
  expect((await ask(1)).rows).toEqual([{ count: 1 }]);
});
