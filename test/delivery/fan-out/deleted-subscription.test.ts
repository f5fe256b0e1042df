import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type App, startApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { createDeliveries } from '../../../src/delivery/fan-out/new-deliveries.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { inTransaction } from '../../../src/kit/data/scope.ts';
import type { SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { publish } from '../deliveries.ts';

/** Without a worker: a test decides when jobs run. */
const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);
const base = '/api/notifications/subscriptions';

/** Another process on the same database, which delivers; gives what its console channel writes. */
async function startWorker(): Promise<{ worker: App; reported: string[] }> {
  const reported: string[] = [];
  const stdout = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      reported.push(chunk.toString());
      done();
    },
  });
  const config = loadConfig({ ROLES: 'worker', DATA_DIR: app.dataDir, SEED_DEMO: 'off' });
  const connection = { ...app.database.connection, close: async () => {} };
  return { worker: await startApp(config, createLogger('silent'), { connection, stdout }), reported };
}

async function deliveriesOf({ id }: SubscriptionAnswer): Promise<number> {
  const { rows } = await sql`select 1 from delivery where subscription_id = ${id}`.execute(
    app.database.connection.kysely,
  );
  return rows.length;
}

/** A delivery log below the APIs, which would take long. */
async function addDeliveries({ id }: SubscriptionAnswer, count: number): Promise<void> {
  const { kysely } = app.database.connection;
  await sql`with made as (
      insert into event (id, type, timestamp, data)
      select gen_random_uuid(), 'log.entry', now(), '{}' from generate_series(1, ${count}::integer) returning id
    ) insert into delivery (id, created_at, updated_at, event_id, subscription_id, attempt_count)
    select gen_random_uuid(), now(), now(), id, ${id}::uuid, 1 from made`.execute(kysely);
  await sql`insert into delivery_attempt (id, delivery_id, number, started_at, duration_ms, outcome, phase)
    select gen_random_uuid(), id, 1, now(), 1, 'failed', 'not_sent' from delivery where subscription_id = ${id}
    `.execute(kysely);
}

test('a deleted subscription is gone at once, receives nothing, and its log is removed in pieces by a worker', async () => {
  const subscription = await createSubscription(app.rest, { eventType: 'deleted.before' });
  const other = await createSubscription(app.rest, { eventType: 'deleted.*' });
  await addDeliveries(other, 1);
  await addDeliveries(subscription, 2_500);
  await publish(app, 'deleted.before');
  app.database.statements.splice(0);
  expect((await app.rest.delete(`${base}/${subscription.id}`)).status).toBe(204);
  expect(app.database.statements.filter((text) => text.includes('delete from delivery where'))).toEqual([]);
  expect((await app.rest.get(`${base}/${subscription.id}`)).status).toBe(404);
  expect((await app.rest.get(`${base}/${subscription.id}/deliveries`)).status).toBe(404);
  expect(await deliveriesOf(subscription)).toBe(2_500);

  const { worker, reported } = await startWorker();
  await publish(app, 'deleted.after');
  await eventually(async () => (await deliveriesOf(subscription)) === 0);
  await eventually(() => reported.length === 2, { what: 'both events at the other subscription' });
  expect(app.database.statements.filter((text) => text.includes('delete from delivery where'))).toHaveLength(4);
  expect(reported.every((line) => line.includes('deleted.'))).toBe(true);
  expect(await deliveriesOf(other)).toBe(3);
  await worker.stop();
});

testOnPostgres('a subscription that is being deleted gets no delivery afterwards', async () => {
  const subscription = await createSubscription(app.rest, { eventType: 'racing.event' });
  const event = await publish(app, 'racing.event');
  let creating: Promise<number> = Promise.resolve(-1);
  const { kysely } = app.database.connection;
  await kysely.transaction().execute(async (deleting) => {
    await sql`delete from notification_subscription where id = ${subscription.id}`.execute(deleting);
    creating = inTransaction(writer.scope(), async (transaction) => {
      return (await createDeliveries(transaction, writer.wakeUps, [{ event, subscription }])).length;
    });
    // Outside of the transaction, in which the view would stay as it was at the first look.
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
      return rows.length > 0;
    });
  });
  expect([await creating, await deliveriesOf(subscription)]).toEqual([0, 0]);
});
