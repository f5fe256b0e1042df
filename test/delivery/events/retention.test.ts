import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type App, startApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import type { EventAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { testOnEmbedded } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish, settledDelivery } from '../deliveries.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { follow, idsIn, openFeed } from './stream-harness.ts';

const app = useApp({ ROLES: 'web' });
const days = 30;
const writer = useWriter(app);

/** Makes events older than they are kept. */
async function age(events: readonly { id: string }[]): Promise<void> {
  await sql`update event set timestamp = timestamp - make_interval(days => ${days + 1}::integer)
    where id in (${sql.join(events.map(({ id }) => id))})`.execute(app.database.connection.kysely);
}

async function kept(type: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from event_position join event on event.id = event_id where type = ${type} order by position`.execute(
    app.database.connection.kysely,
  );
  return rows.map(({ id }) => id);
}

/** What the last worker has logged. */
let workerLog: string[] = [];

/** Another process on the same database, which prunes when it starts. */
async function startWorker(): Promise<App> {
  workerLog = [];
  const log = createLogger('info', { write: (line) => void workerLog.push(line) });
  const config = loadConfig({
    ROLES: 'worker',
    EVENT_RETENTION_DAYS: String(days),
    DATA_DIR: app.dataDir,
    SEED_DEMO: 'off',
  });
  const connection = { ...app.database.connection, close: async () => {} };
  return startApp(config, log, { connection });
}

/** Lets a worker prune until the events of a type are as many as expected. */
async function prune(type: string, left: number): Promise<void> {
  const worker = await startWorker();
  await eventually(async () => (await kept(type)).length === left, { what: 'the end of pruning' });
  await worker.stop();
}

async function publishMany(type: string, count: number): Promise<EventAnswer[]> {
  const events: EventAnswer[] = [];
  for (let index = 0; index < count; index += 1) events.push(await publish(app, type));
  return events;
}

const ids = (events: readonly EventAnswer[]): string[] => events.map(({ id }) => id);

test('the expired beginning of the log goes but for its last event; its cursors are refused in every API', async () => {
  const worker = await startWorker();
  const subscription = await createSubscription(app.rest, {
    eventType: 'kept.first',
    channel: 'email',
    channelConfig: { toEmails: ['ann@example.com'] },
  });
  const events = [...(await publishMany('kept.first', 1)), ...(await publishMany('kept.more', 5))];
  const [gone, , , boundary, ...young] = events;
  if (gone === undefined || boundary === undefined) throw new Error('nothing was published');
  await settledDelivery(app, gone.id);
  await worker.stop();
  await age(events.slice(0, 4));
  await prune('kept.more', 3);
  // Three events and a delivery: the last expired event is kept.
  expect(workerLog.filter((line) => line.includes('retention has run'))).toEqual([
    expect.stringContaining('"deleted":{"events and deliveries":4'),
  ]);
  expect([await kept('kept.first'), await kept('kept.more')]).toEqual([[], ids([boundary, ...young])]);
  const { rows } = await sql`select 1 from delivery where event_id = ${gone.id}`.execute(
    app.database.connection.kysely,
  );
  expect(rows).toEqual([]);

  const recover = `/api/notifications/subscriptions/${subscription.id}/recover`;
  const refusals: unknown[][] = [
    await app.rest.get(`/api/events?after=${gone.cursor}`),
    await app.rest.get(`/api/events/stream?after=${gone.cursor}`),
    await app.rest.post(recover, { after: gone.cursor }),
  ].map(({ status, body }) => [status, body]);
  const { errors } = await app.graphql.send(`{ events(after: "${gone.cursor}") { nodes { id } } }`);
  refusals.push([410, errors?.[0]?.extensions.problem]);
  const refused = follow(app.live(), { after: gone.cursor });
  const refusal = await eventually(() => refused.received[0]?.errors?.[0] ?? (refused.ended() as Error[])?.[0]);
  refusals.push([410, (refusal as { extensions: { problem: never } }).extensions.problem]);
  for (const answer of refusals) {
    expect(answer).toEqual([410, expect.objectContaining({ code: 'CURSOR_EXPIRED', firstCursor: expect.any(String) })]);
  }

  const firstCursor = errors?.[0]?.extensions.problem.firstCursor ?? '';
  const listed = async (after: string): Promise<string[]> => {
    const { status, body } = await app.rest.get<{ events: EventAnswer[] }>(`/api/events?types=kept.*&after=${after}`);
    expect(status).toBe(200);
    return ids(body.events);
  };
  await eventually(async () => (await listed(boundary.cursor)).length === 2);
  expect(await listed(boundary.cursor)).toEqual(ids(young));
  expect(await listed(firstCursor)).toEqual(ids([boundary, ...young]));
  const live = follow(app.live(), { types: ['kept.*'], after: firstCursor });
  const sse = await EventStream.open<EventAnswer>(
    `${app.base}/api/events/stream?types=kept.*&after=${boundary.cursor}`,
  );
  await eventually(() => live.received.length === 3 && sse.received.length === 2);
  expect(idsIn(live)).toEqual(ids([boundary, ...young]));
  expect(sse.received.map(({ data }) => data.id)).toEqual(ids(young));
  sse.close();
});

test('an event that is to be kept keeps all behind it, whatever their times say', async () => {
  const events = await publishMany('misdated.seen', 4);
  await age(events.slice(2));
  const { events: beginning } = (await app.rest.get<{ events: EventAnswer[] }>('/api/events?limit=1')).body;
  await (await startWorker()).stop();
  expect(await kept('misdated.seen')).toEqual(ids(events));
  expect((await app.rest.get<{ events: EventAnswer[] }>('/api/events?limit=1')).body.events).toEqual(beginning);
});

test('thousands go in batches, and a log in which all have expired keeps its last event', async () => {
  await publishMany('batch.gone', 1);
  await sql`insert into event (id, type, timestamp, data)
    select gen_random_uuid(), 'batch.gone', now(), '{}' from generate_series(1, 2500)`.execute(
    app.database.connection.kysely,
  );
  await app.logSettled();
  const { rows } = await sql<{ id: string }>`select id from event`.execute(app.database.connection.kysely);
  await age(rows);
  const last = (await kept('batch.gone')).at(-1);
  await Promise.all([prune('batch.gone', 1), prune('batch.gone', 1)]);
  expect(await kept('batch.gone')).toEqual([last]);
});

test('an event that a wrong clock has dated years ahead goes with the expired ones behind it', async () => {
  const [first, ahead, ...more] = await publishMany('kept.ahead', 5);
  if (first === undefined || ahead === undefined) throw new Error('nothing was published');
  await age([first, ...more.slice(0, 2)]);
  await sql`update event set timestamp = timestamp + interval '9 years' where id = ${ahead.id}`.execute(
    app.database.connection.kysely,
  );
  await prune('kept.ahead', 2);
  expect(await kept('kept.ahead')).toEqual(ids(more.slice(1)));
});

test('an event with thousands of deliveries goes in several transactions, after those', async () => {
  const [event] = await publishMany('wide.gone', 1);
  await publishMany('wide.kept', 1);
  const { kysely } = app.database.connection;
  await sql`insert into delivery (id, created_at, updated_at, event_id, subscription_id, attempt_count)
    select gen_random_uuid(), now(), now(), ${event?.id}::uuid, gen_random_uuid(), 1 from generate_series(1, 2500)
    `.execute(kysely);
  await sql`insert into delivery_attempt (id, delivery_id, number, started_at, duration_ms, outcome, phase)
    select gen_random_uuid(), id, 1, now(), 1, 'failed', 'not_sent' from delivery where event_id = ${event?.id}::uuid
    `.execute(kysely);
  await sql`update event set timestamp = timestamp - interval '1 year'`.execute(kysely);
  app.database.statements.splice(0);
  await prune('wide.gone', 0);
  const deletes = app.database.statements.filter((text) => /delete from (event_position|delivery) /.test(text));
  expect(deletes.map((text) => /delete from (\w+)/.exec(text)?.[1])).toEqual([
    ...Array.from({ length: 4 }, () => 'delivery'),
    'event_position',
  ]);
  const { rows } = await sql`select 1 from delivery_attempt`.execute(kysely);
  expect(rows).toEqual([]);
});

test('a stream under which the log is pruned is refused to go on, instead of leaving out what is gone', async () => {
  const { feed, service } = openFeed(writer);
  const start = await publish(app, 'slow.begun');
  await sql`insert into event (id, type, timestamp, data)
    select gen_random_uuid(), 'slow.seen', now(), '{}' from generate_series(1, 1500)`.execute(
    app.database.connection.kysely,
  );
  await app.logSettled();
  await publish(app, 'slow.ended');
  await eventually(async () => {
    const { body } = await app.rest.get<{ events: EventAnswer[] }>('/api/events?types=slow.ended');
    return body.events.length === 1;
  });
  const stream = await (await service.follow(writer.scope(), {}, start.cursor)).open();
  await stream.next();
  const { rows } = await sql<{ id: string }>`select id from event`.execute(app.database.connection.kysely);
  await age(rows);
  await prune('slow.seen', 0);
  for (let count = 1; count < 500; count += 1) await stream.next();
  await expect(stream.next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  expect(feed.followerCount).toBe(0);
  await feed.stop();
});

test('what an Idempotency-Key keeps of a request goes after 24 hours, though nobody uses a key again', async () => {
  const { kysely } = app.database.connection;
  for (const key of ['old', 'new']) await app.rest.post('/api/decks', { name: key }, { 'idempotency-key': key });
  await sql`update idempotency_key set created_at = created_at - interval '1 day' where key = 'old'`.execute(kysely);
  const worker = await startWorker();
  const left = async (): Promise<string[]> =>
    (await sql<{ key: string }>`select key from idempotency_key`.execute(kysely)).rows.map(({ key }) => key);
  await eventually(async () => (await left()).length === 1, { what: 'the end of pruning' });
  expect(await left()).toEqual(['new']);
  await worker.stop();
});

testOnEmbedded('the embedded database uses the space of deleted events again', async () => {
  const { kysely } = app.database.connection;
  const counts = async (): Promise<{ dead: number; vacuums: number } | undefined> => {
    // PostgreSQL counts with a delay otherwise.
    await sql`select pg_stat_force_next_flush()`.execute(kysely);
    const { rows } = await sql<{ dead: number; vacuums: number }>`select n_dead_tup as dead, vacuum_count as vacuums
      from pg_stat_user_tables where relname = 'event'`.execute(kysely);
    return rows[0];
  };
  const isVacuumed = async (): Promise<boolean> => ((await counts())?.vacuums ?? 0) > (before?.vacuums ?? 0);
  const before = await counts();
  const events = Array.from({ length: 100 }, () => ({ type: 'deleted.many', data: {} }));
  for (let batch = 0; batch < 12; batch += 1) await app.rest.post('/api/events/batch', { events });
  await app.logSettled();
  await sql`update event set timestamp = timestamp - make_interval(days => ${days + 1}::integer)`.execute(kysely);
  await prune('deleted.many', 1);
  // The run that deletes sees the deleted events itself, or the next one does.
  const areCounted = async (): Promise<boolean> => ((await counts())?.dead ?? 0) > 1_000;
  await eventually(async () => (await isVacuumed()) || (await areCounted()), { what: 'the count of deleted events' });
  const worker = await startWorker();
  await eventually(isVacuumed, { what: 'the end of retention' });
  await worker.stop();
});

test('an old event that cannot be deleted does not keep old keys', async () => {
  const { kysely } = app.database.connection;
  await app.rest.post('/api/decks', { name: 'oldest' }, { 'idempotency-key': 'oldest' });
  await sql`update idempotency_key set created_at = created_at - interval '1 day' where key = 'oldest'`.execute(kysely);
  const [held] = await publishMany('held.event', 2);
  await sql`update event set timestamp = timestamp - make_interval(days => ${days + 1}::integer)`.execute(kysely);
  await publish(app, 'held.event');
  await sql`create table held (event_id uuid references event)`.execute(kysely);
  await sql`insert into held values (${held?.id})`.execute(kysely);
  const worker = await startWorker();
  const isKept = sql`select 1 from idempotency_key where key = 'oldest'`;
  await eventually(async () => (await isKept.execute(kysely)).rows.length === 0, { what: 'the end of pruning' });
  expect(await kept('held.event')).toHaveLength(3);
  await worker.stop();
  await sql`drop table held`.execute(kysely);
});
