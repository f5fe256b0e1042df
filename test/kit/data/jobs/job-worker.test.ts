import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Task } from '../../../../src/kit/data/jobs/task.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { testOnPostgres } from '../../../helpers/on-postgres.ts';
import { useWorkers } from './workers.ts';
import { writerPoolSize } from './writer.ts';

const workers = useWorkers();
const { openWorker, enqueue, jobsOf, edit, log } = workers;

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

test('a job that makes no progress is aborted, frees its slot and runs again', async () => {
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

test('a job that makes progress without end is aborted all the same', async () => {
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

test('a job that runs gives a sign of life, before its process is considered dead', async () => {
  const kind = { name: 'alive' };
  const mayEnd = Promise.withResolvers<void>();
  let runs = 0;
  const worker = await openWorker({
    kind,
    slots: 1,
    run: async () => {
      runs += 1;
      await mayEnd.promise;
    },
  });
  await enqueue(worker, kind, {});
  await worker.jobs.work();
  await eventually(() => runs === 1);
  await edit(kind, `heartbeat_on = now() - interval '9 seconds'`);
  await eventually(async () => {
    const { rows } = await sql<{ age: number }>`select extract(epoch from now() - heartbeat_on)::float as age
      from pgboss.job where name = ${kind.name}`.execute(workers.database.connection.kysely);
    return (rows[0]?.age ?? Infinity) < 5;
  });
  mayEnd.resolve();
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'completed');
  expect(runs).toBe(1);
}, 20_000);

test('a job whose end the queue does not take is not run again: its end is reported once the queue takes it', async () => {
  const kind = { name: 'unreported' };
  let runs = 0;
  const worker = await openWorker({ kind, slots: 1, run: async () => void (runs += 1) });
  const { kysely } = workers.database.connection;
  await sql
    .raw(
      `create or replace function refuse_end() returns trigger language plpgsql as $$ begin
        if new.name = 'unreported' and new.state = 'completed' then raise 'no'; end if;
        return new; end $$`,
    )
    .execute(kysely);
  await sql`create trigger refuse_end before update on pgboss.job for each row execute function refuse_end()`.execute(
    kysely,
  );
  await enqueue(worker, kind, {});
  await worker.jobs.work();
  await eventually(() => log.some((line) => line.includes('the worker of unreported failed')));
  await sql`drop trigger refuse_end on pgboss.job`.execute(kysely);
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'completed', { timeoutMs: 8_000 });
  expect(runs).toBe(1);
}, 20_000);
