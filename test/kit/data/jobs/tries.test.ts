import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { AppError } from '../../../../src/kit/core/errors.ts';
import type { DeadJob } from '../../../../src/delivery/dead-jobs/dead-job.ts';
import { listDeadJobs } from '../../../../src/delivery/dead-jobs/dead-job.reader.ts';
import type { JobKind, Task } from '../../../../src/kit/data/jobs/task.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { useWorkers } from './workers.ts';
import type { Writer } from './writer.ts';

const workers = useWorkers();
const { openWorker, enqueue, jobsOf, edit, hurriedTo, log } = workers;

async function deadOf({ scope }: Writer, kind: JobKind<object>): Promise<DeadJob[]> {
  const { edges } = await listDeadJobs(scope(), { first: 200 });
  return edges.map(({ node }) => node).filter((job) => job.kind === kind.name);
}

/** A task that fails each time, and the times. */
function failing(name: string, error: (run: number) => Error): { task: Task<object>; runs: () => number } {
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    throw error(runs);
  };
  return { task: { kind: { name }, slots: 1, run }, runs: () => runs };
}

test('a job that fails ten times is dead, and the log names it each time', async () => {
  const { task, runs } = failing('failing', () => new RangeError('a text that nobody may see'));
  const worker = await openWorker(task);
  await enqueue(worker, task.kind, { group: 'its group' });
  const [job] = await jobsOf(task.kind);
  await worker.jobs.work();
  await hurriedTo(task.kind, 'failed');
  expect(runs()).toBe(10);
  const reason = 'It ended with RangeError: the log has more under the id of the job.';
  expect(await deadOf(worker, task.kind)).toMatchObject([
    { id: job?.id, attemptCount: 10, data: {}, group: 'its group', reason },
  ]);
  const lines = log.filter((entry) => entry.includes(job?.id ?? '-')).map((entry) => JSON.parse(entry) as object);
  expect(lines).toHaveLength(10);
  expect(lines.at(0)).toMatchObject({ level: 50, kind: 'failing', tries: 1, msg: 'job failed and will run again' });
  expect(lines.at(-1)).toMatchObject({
    level: 50,
    kind: 'failing',
    tries: 10,
    msg: 'job failed and is given up',
  });
}, 60_000);

test('a job that has failed often is tried again after five minutes at most', async () => {
  const { task } = failing('often-failing', () => new Error('not this time either'));
  const worker = await openWorker(task);
  await enqueue(worker, task.kind, { delayMs: 3_600_000 });
  expect((await jobsOf(task.kind))[0]?.delay).toBe(3_600);
  await edit(task.kind, 'retry_count = 8, start_after = now()');
  await worker.jobs.work();
  const [job] = await eventually(async () => {
    const jobs = await jobsOf(task.kind);
    return jobs[0]?.state === 'retry' && jobs;
  });
  expect(job?.pause).toBeGreaterThan(100);
  expect(job?.pause).toBeLessThanOrEqual(300);
});

test('a job that meets an outage twenty times is put off without a try', async () => {
  const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { task, runs } = failing('in-an-outage', (run) => (run <= 20 ? outage : new Error('a fault of its own')));
  const worker = await openWorker(task);
  await enqueue(worker, task.kind, {});
  await worker.jobs.work();
  await hurriedTo(task.kind, 'failed');
  expect(runs()).toBe(30);
  expect(await deadOf(worker, task.kind)).toMatchObject([{ attemptCount: 10 }]);
}, 60_000);

test('the pauses of an outage grow to a minute, and after a week of them each is a try', async () => {
  const { task, runs } = failing('in-a-long-outage', () => new AppError('overloaded', 'What it needs is away.'));
  const worker = await openWorker(task);
  await enqueue(worker, task.kind, {});
  await edit(task.kind, `output = '{"pauses": 10}'`);
  await worker.jobs.work();
  await eventually(async () => runs() === 1 && (await jobsOf(task.kind))[0]?.state === 'retry');
  expect((await jobsOf(task.kind))[0]?.pause).toBeGreaterThan(40);
  await edit(task.kind, `output = '{"pauses": 10080}'`);
  await hurriedTo(task.kind, 'failed');
  expect(runs()).toBe(11);
  const reason = 'A dependency of the job has been unreachable for a week.';
  expect(await deadOf(worker, task.kind)).toMatchObject([{ attemptCount: 10, reason }]);
}, 60_000);

test('a job that another process has taken since is not put off by the one that had it', async () => {
  const kind = { name: 'taken-since' };
  const mayEnd = Promise.withResolvers<never>();
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
  // As the queue leaves it when the process was silent for too long and another has taken the job.
  await edit(kind, 'retry_count = 1');
  mayEnd.reject(new AppError('overloaded', 'What it needs is away.'));
  await eventually(() => log.some((line) => line.includes('"kind":"taken-since"') && line.includes('is put off')));
  await worker.jobs.drain(1_000);
  expect(await jobsOf(kind)).toMatchObject([{ state: 'active', tries: 1 }]);
});

test('a job that is handed back by a process that stops has not been tried', async () => {
  const kind = { name: 'handed-back' };
  let runs = 0;
  const task: Task<object> = {
    kind,
    slots: 1,
    run: async (_data, { stopping }) => {
      runs += 1;
      if (runs < 3) await once(stopping, 'abort');
      stopping.throwIfAborted();
    },
  };
  for (let round = 1; round < 3; round += 1) {
    const worker = await openWorker(task);
    if (round === 1) await enqueue(worker, kind, {});
    await worker.jobs.work();
    await eventually(() => runs === round);
    await worker.jobs.drain(5_000);
  }
  const last = await openWorker(task);
  await last.jobs.work();
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'completed');
  expect((await jobsOf(kind))[0]?.tries).toBe(0);
}, 30_000);

test('a job whose process crashes at the tenth try is dead', async () => {
  const kind = { name: 'crashing' };
  const worker = await openWorker({ kind, slots: 1, run: async () => undefined });
  await enqueue(worker, kind, {});
  await edit(kind, 'retry_count = 9');
  const crashed = new PgBoss({ ...workers.database.connection.queue, supervise: false, schedule: false });
  await crashed.start();
  expect(await crashed.fetch(kind.name)).toHaveLength(1);
  await worker.jobs.work();
  await eventually(async () => (await jobsOf(kind))[0]?.state === 'failed', { timeoutMs: 60_000 });
  await crashed.stop();
  const reason = 'The process that ran it ended, or did not answer.';
  expect(await deadOf(worker, kind)).toMatchObject([{ attemptCount: 10, reason }]);
}, 80_000);

test('a new job has ten tries also where its queue is from an older version', async () => {
  const { task } = failing('older-queue', () => new Error('as ever'));
  const older = await openWorker(task);
  await older.close();
  const { kysely } = workers.database.connection;
  await sql`update pgboss.queue set retry_limit = 2147483647, dead_letter = null where name = 'older-queue'`.execute(
    kysely,
  );
  const worker = await openWorker(task);
  await enqueue(worker, task.kind, {});
  const { rows } = await sql`select retry_limit, dead_letter from pgboss.job where name = 'older-queue'`.execute(
    kysely,
  );
  expect(rows).toEqual([{ retry_limit: 9, dead_letter: 'dead-jobs' }]);
});
