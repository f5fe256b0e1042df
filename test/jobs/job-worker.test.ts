import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PostgresBus } from '../../src/jobs/postgres-bus.ts';
import type { JobKind, JobOptions, Task } from '../../src/jobs/task.ts';
import { createLogger } from '../../src/logging.ts';
import { inTransaction } from '../../src/scope.ts';
import { eventually } from '../helpers/eventually.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts';
import { Writer, writerPoolSize } from './writer.ts';

interface JobRow {
  id: string;
  state: string;
  delay: number;
}

let database: TestDatabase;
const log: string[] = [];
const writers: Writer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);

afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close();
});

afterAll(async () => {
  await database.connection.close();
  await database.remove();
});

/** A process that knows one task. It runs jobs only after `work`. */
async function openWorker(task: Task<object>): Promise<Writer> {
  const logger = createLogger('info', { write: (line) => void log.push(line) });
  const writer = await new Writer().open(database, (queue) => new PostgresBus(queue), logger);
  writers.push(writer);
  writer.jobs.register(task);
  await writer.jobs.start();
  return writer;
}

async function enqueue({ jobs, scope }: Writer, kind: JobKind<object>, ...options: JobOptions[]): Promise<void> {
  await inTransaction(scope(), (transaction) =>
    jobs.enqueue(
      transaction,
      kind,
      options.map((one) => ({ ...one, data: {} })),
    ),
  );
}

async function jobsOf({ name }: JobKind<object>): Promise<JobRow[]> {
  const { rows } =
    await sql<JobRow>`select id, state::text, extract(epoch from start_after - created_on)::float as delay
    from pgboss.job where name = ${name}`.execute(database.connection.kysely);
  return rows;
}

testOnPostgres(
  'a worker whose use cases get no connection leaves the jobs to others, until it gets one again',
  async () => {
    const kind = { name: 'contested' };
    const ran: string[] = [];
    const taskOf = (worker: string): Task<object> => ({ kind, slots: 2, run: async () => void ran.push(worker) });
    const [starved, healthy] = [await openWorker(taskOf('starved')), await openWorker(taskOf('healthy'))];
    const mayEnd = Promise.withResolvers<void>();
    const held = Array.from({ length: writerPoolSize }, () =>
      starved
        .scope()
        .em.getKysely<unknown>()
        .connection()
        .execute(() => mayEnd.promise),
    );
    await enqueue(healthy, kind, ...Array.from({ length: 6 }, () => ({})));
    await starved.jobs.work();
    await eventually(() => log.some((line) => line.includes('the worker of contested failed')));
    await healthy.jobs.work();
    await eventually(() => ran.length === 6);
    expect(new Set(ran)).toEqual(new Set(['healthy']));
    await healthy.jobs.drain(1_000);
    mayEnd.resolve();
    await Promise.all(held);
    await enqueue(starved, kind, {});
    await eventually(() => ran.includes('starved'));
  },
  40_000,
);

test('a job that makes no progress is broken off, frees its slot and runs again', async () => {
  const kind = { name: 'hanging' };
  const aborted: boolean[] = [];
  let runs = 0;
  const worker = await openWorker({
    kind,
    slots: 1,
    longestStepSeconds: 1,
    run: async (_data, { tooLate }) => {
      runs += 1;
      if (runs > 1) return;
      tooLate.addEventListener('abort', () => aborted.push(true));
      await new Promise(() => undefined);
    },
  });
  await worker.jobs.work();
  await enqueue(worker, kind, {});
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'completed');
  expect([runs, aborted]).toEqual([2, [true]]);
  expect(log.some((line) => line.includes('made no progress for 1 seconds'))).toBe(true);
}, 20_000);

test('a job that makes progress may take longer than one step', async () => {
  const kind = { name: 'steady' };
  let runs = 0;
  const worker = await openWorker({
    kind,
    slots: 1,
    longestStepSeconds: 2,
    run: async (_data, { progressed }) => {
      runs += 1;
      for (let step = 0; step < 4; step += 1) {
        await delay(700);
        progressed();
      }
    },
  });
  await worker.jobs.work();
  await enqueue(worker, kind, {});
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'completed');
  expect(runs).toBe(1);
}, 20_000);

test('a job that makes progress without end is broken off all the same', async () => {
  const kind = { name: 'endless' };
  let runs = 0;
  const worker = await openWorker({
    kind,
    slots: 1,
    longestSeconds: 1,
    run: async (_data, { progressed, tooLate }) => {
      runs += 1;
      if (runs > 1) return;
      while (!tooLate.aborted) {
        await delay(50);
        progressed();
      }
    },
  });
  await worker.jobs.work();
  await enqueue(worker, kind, {});
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'completed');
  expect(runs).toBe(2);
}, 20_000);

test('a job that has failed a thousand times is tried again after five minutes at most, and the log names it', async () => {
  const kind = { name: 'failing' };
  const worker = await openWorker({
    kind,
    slots: 1,
    run: async () => {
      throw new Error('not this time either');
    },
  });
  await enqueue(worker, kind, { delayMs: 3_600_000 });
  const [job] = await jobsOf(kind);
  expect(job?.delay).toBe(3_600);
  await sql`update pgboss.job set retry_count = 1000, start_after = now() where name = ${kind.name}`.execute(
    database.connection.kysely,
  );
  await worker.jobs.work();
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'retry');
  const { rows } = await sql<{ pause: number }>`select extract(epoch from start_after - now())::float as pause
    from pgboss.job where name = ${kind.name}`.execute(database.connection.kysely);
  expect(rows[0]?.pause).toBeGreaterThan(100);
  expect(rows[0]?.pause).toBeLessThanOrEqual(300);
  const line = log.find((entry) => entry.includes('job failed') && entry.includes(job?.id ?? '-'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, job: job?.id, kind: kind.name, tries: 1_001 });
});
