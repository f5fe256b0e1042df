import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { JobKind, JobOptions } from '../../../../src/kit/data/jobs/task.ts';
import { inTransaction } from '../../../../src/kit/data/scope.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../helpers/test-database.ts';
import { Writer } from './writer.ts';

interface Named {
  name: string;
}

const flaky: JobKind<Named> = { name: 'flaky' };
const counted: JobKind<Named> = { name: 'counted' };
const abandoned: JobKind<Named> = { name: 'abandoned' };
const slow: JobKind<Named> = { name: 'slow' };
const whole: JobKind<Named> = { name: 'whole' };
const crowded: JobKind<Named> = { name: 'crowded' };

let database: TestDatabase;
let worker: Writer;
let deadWorker: PgBoss;
const runs = {
  flaky: [] as string[],
  counted: [] as string[],
  abandoned: [] as string[],
  finished: [] as string[],
  whole: [] as Named[],
};
const crowd = { running: 0, most: 0 };
const mayFinish = Promise.withResolvers<void>();
const crowdMayFinish = Promise.withResolvers<void>();

beforeAll(async () => {
  database = await createTestDatabase();
  worker = await new Writer().open(database);
  const { jobs } = worker;
  jobs.register({
    kind: flaky,
    slots: 2,
    run: async ({ name }) => {
      runs.flaky.push(name);
      if (runs.flaky.length < 3) throw new Error('not yet');
    },
  });
  jobs.register({ kind: counted, slots: 2, run: async ({ name }) => void runs.counted.push(name) });
  jobs.register({ kind: abandoned, slots: 2, run: async ({ name }) => void runs.abandoned.push(name) });
  jobs.register({ kind: whole, slots: 1, run: async (data) => void runs.whole.push(data) });
  jobs.register({
    kind: crowded,
    slots: 5,
    groupLimit: 2,
    run: async ({ name }) => {
      if (name !== 'crowd') return void runs.finished.push(name);
      crowd.running += 1;
      crowd.most = Math.max(crowd.most, crowd.running);
      await crowdMayFinish.promise;
    },
  });
  jobs.register({
    kind: slow,
    slots: 2,
    run: async ({ name }) => {
      runs.counted.push(`${name} started`);
      await mayFinish.promise;
      runs.finished.push(name);
    },
  });
  await jobs.start();
  deadWorker = new PgBoss({ ...database.connection.queue, supervise: false, schedule: false });
  await deadWorker.start();
}, 60_000);

afterAll(async () => {
  await deadWorker.stop();
  await worker.close();
  await database.remove();
});

async function enqueue(kind: JobKind<Named>, ...jobs: (JobOptions & { data: Named })[]): Promise<void> {
  await inTransaction(worker.scope(), (transaction) => worker.jobs.enqueue(transaction, kind, jobs));
}

async function states(kind: JobKind<Named>): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = ${kind.name}`.execute(
    database.connection.kysely,
  );
  return rows.map(({ state }) => state);
}

test('a job that a dead worker took is run by another after the heartbeat', async () => {
  await enqueue(abandoned, { data: { name: 'left behind' } });
  expect(await deadWorker.fetch(abandoned.name)).toHaveLength(1);
  await worker.jobs.work();
  await enqueue(abandoned, { data: { name: 'new' } });
  await eventually(() => runs.abandoned.includes('new'));
  expect(runs.abandoned).toEqual(['new']);
  await eventually(() => runs.abandoned.includes('left behind'), { timeoutMs: 50_000, what: 'the second run' });
  await eventually(async () => (await states(abandoned)).every((state) => state === 'completed'));
  expect(runs.abandoned).toEqual(['new', 'left behind']);
}, 60_000);

test('a job whose task throws runs again until it does not', async () => {
  await enqueue(flaky, { data: { name: 'a' } });
  await eventually(async () => (await states(flaky))[0] === 'completed', { timeoutMs: 20_000 });
  expect(runs.flaky).toEqual(['a', 'a', 'a']);
});

test('a job that was enqueued while traces were on runs without them, with its own data', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  await enqueue(whole, { data: { name: 'traced', traceparent } as Named });
  await eventually(() => runs.whole.length > 0);
  expect(runs.whole).toEqual([{ name: 'traced' }]);
});

test('a job of a transaction that rolls back never exists', async () => {
  const failed = inTransaction(worker.scope(), async (transaction) => {
    await worker.jobs.enqueue(transaction, counted, [{ data: { name: 'rolled back' } }]);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await enqueue(counted, { data: { name: 'committed' } });
  await eventually(() => runs.counted.length > 0);
  expect(runs.counted).toEqual(['committed']);
  expect(await states(counted)).toHaveLength(1);
});

test('a job waits for its time', async () => {
  const dueAt = Date.now() + 1_500;
  await enqueue(counted, { data: { name: 'later' }, delayMs: 1_500 }, { data: { name: 'now' } });
  await eventually(() => runs.counted.includes('later'));
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
  expect(runs.counted).toEqual(['committed', 'now', 'later']);
});

test('a group takes no more slots than its limit, however long its jobs run', async () => {
  const groupJobs = Array.from({ length: 6 }, () => ({ data: { name: 'crowd' }, group: 'crowd' }));
  await enqueue(crowded, ...groupJobs);
  await eventually(() => crowd.running === 2);
  const others = Array.from({ length: 10 }, (_, index) => ({ data: { name: `other ${index}` }, group: 'other' }));
  await enqueue(crowded, ...others);
  await eventually(() => runs.finished.length === 10, { what: 'the jobs of another group' });
  expect(crowd).toEqual({ running: 2, most: 2 });
  crowdMayFinish.resolve();
  await eventually(() => crowd.running === 6);
});

test('drain lets running jobs finish, reports them, and starts no other', async () => {
  await enqueue(slow, { data: { name: 'first' } });
  await eventually(() => runs.counted.includes('first started'));
  const drained = worker.jobs.drain(20_000);
  await enqueue(slow, { data: { name: 'second' } }).catch(() => undefined);
  mayFinish.resolve();
  await drained;
  expect(runs.finished).toContain('first');
  expect(runs.counted).not.toContain('second started');
  const left = await states(slow);
  expect(left.filter((state) => state === 'completed')).toHaveLength(1);
  expect(left).not.toContain('active');
});
