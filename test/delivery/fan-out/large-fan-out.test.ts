import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { FanOutWorker } from '../../../src/delivery/fan-out/fan-out.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { fannedOut } from '../deliveries.ts';

/** Without the worker role: the test runs the fan-out, and nothing attempts what it creates. */
const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);
let worker: FanOutWorker;

beforeAll(() => {
  const { scope: newScope, events, wakeUps } = writer;
  worker = new FanOutWorker({ newScope, events, wakeUps, tracing: null, log: pino({ level: 'silent' }) });
});

afterAll(() => worker.stop());

/** Subscriptions as REST creates them, in one statement. */
async function subscribeMany(eventType: string, count: number): Promise<void> {
  const { id } = await createSubscription(app.rest, { eventType });
  await sql`insert into notification_subscription
      (id, created_at, updated_at, version, name, event_type, channel, channel_config, is_active, secret)
    select gen_random_uuid(), created_at, updated_at, version, name, event_type, channel, channel_config, is_active, secret
    from notification_subscription, generate_series(2, ${count}) where id = ${id}`.execute(
    app.database.connection.kysely,
  );
}

async function deliveryCounts(type: string): Promise<{ events: number; deliveries: number }> {
  const { rows } = await sql<{ events: number; deliveries: number }>`
    select count(distinct event_id)::int as events, count(*)::int as deliveries
    from delivery join event on event.id = event_id where type = ${type}`.execute(app.database.connection.kysely);
  return rows[0] ?? { events: 0, deliveries: 0 };
}

test('200 events for 100 subscriptions each fan out in many short transactions, and another event passes', async () => {
  await subscribeMany('many.happened', 100);
  await subscribeMany('single.happened', 1);
  await writer.append('many.happened', { count: 200 });
  worker.start();
  await eventually(async () => (await deliveryCounts('many.happened')).deliveries > 0);
  await writer.append('single.happened');
  await fannedOut(app);
  expect(await deliveryCounts('many.happened')).toEqual({ events: 200, deliveries: 20_000 });
  const { rows } = await sql<{ type: string }>`
    select type, created_at from delivery join event on event.id = event_id
    group by type, created_at order by created_at`.execute(app.database.connection.kysely);
  const transactions = rows.map(({ type }) => type);
  expect(transactions.length).toBeGreaterThan(9);
  expect(transactions.indexOf('single.happened')).toBeLessThan(transactions.length - 2);
}, 60_000);

test('an event whose fan-out fails holds up no other, keeps the reason, and is tried again', async () => {
  const { kysely } = app.database.connection;
  await subscribeMany('poison.happened', 3);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(kysely);
  const [poison, ...others] = Array.from({ length: 5 }, () => randomUUID());
  await sql
    .raw(
      `create trigger poison before insert on delivery for each row when (new.event_id = '${poison}') execute function refuse()`,
    )
    .execute(kysely);
  await Promise.all([poison, ...others].map((id) => app.rest.post('/api/events', { id, type: 'poison.happened' })));
  const failed = await eventually(async () => {
    const { rows } = await sql<{ attempt_count: number; error: string }>`
      select attempt_count, error from fan_out where event_id = ${poison} and attempt_count > 0`.execute(kysely);
    return rows[0];
  });
  expect(failed.error).toBe('P0001');
  await eventually(async () => (await deliveryCounts('poison.happened')).events === others.length);
  await sql`drop trigger poison on delivery`.execute(kysely);
  await fannedOut(app);
  expect(await deliveryCounts('poison.happened')).toEqual({ events: 5, deliveries: 15 });
});

test('of 60 subscriptions the one whose delivery the database refuses fails alone', async () => {
  const { kysely } = app.database.connection;
  await subscribeMany('refused.happened', 60);
  const { rows } = await sql<{ id: string }>`select id from notification_subscription
    where event_type = 'refused.happened' order by id offset 20 limit 1`.execute(kysely);
  const refused = rows[0]?.id ?? '';
  await sql
    .raw(
      `create trigger refused before insert on delivery for each row when (new.subscription_id = '${refused}') execute function refuse()`,
    )
    .execute(kysely);
  const id = randomUUID();
  await app.rest.post('/api/events', { id, type: 'refused.happened' });
  await eventually(async () => (await deliveryCounts('refused.happened')).deliveries === 59);
  const { body } = await eventually(async () => {
    const answer = await app.rest.get<{ fanOut: { attemptCount: number } }>(`/api/events/${id}/fan-out`);
    return answer.body.fanOut.attemptCount > 0 && answer;
  });
  expect(body.fanOut).toMatchObject({ error: 'P0001', diedAt: null });
  await sql`drop trigger refused on delivery`.execute(kysely);
  await fannedOut(app);
  expect(await deliveryCounts('refused.happened')).toEqual({ events: 1, deliveries: 60 });
});
