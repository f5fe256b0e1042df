import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { deliveriesOf, fannedOut, publish, settledDelivery } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0.1,0.1' });
const receiver = useReceiver();
const writer = useWriter(app);

async function subscribe(eventType: string, path: string): Promise<SubscriptionAnswer> {
  const channelConfig = { url: `${receiver.url}${path}` };
  return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig });
}

test('forty receivers that hang, each with a backlog, do not delay a healthy one', async () => {
  const hang = Promise.withResolvers<number>();
  receiver.answer = (path) => (path.startsWith('/hang') ? hang.promise : 204);
  await Promise.all(Array.from({ length: 40 }, (_, at) => subscribe('crowd.called', `/hang/${at}`)));
  await subscribe('healthy.called', '/healthy');
  await writer.append('crowd.called', { count: 12 });
  await fannedOut(app);
  await eventually(() => receiver.received.length >= 40, { what: 'a request to each receiver that hangs' });
  for (let count = 1; count <= 20; count += 1) {
    await publish(app, 'healthy.called');
    await eventually(() => receiver.at('/healthy').length === count, { what: 'a healthy delivery' });
  }
  expect(receiver.at('/healthy')).toHaveLength(20);
  hang.resolve(410);
});

test('a receiver that fails gets one attempt at a time, one that answers at most four', async () => {
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  receiver.answer = async (path) => {
    open.set(path, (open.get(path) ?? 0) + 1);
    most.set(path, Math.max(most.get(path) ?? 0, open.get(path) ?? 0));
    await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open.set(path, (open.get(path) ?? 0) - 1);
    return path === '/bad' ? 500 : 204;
  };
  const [good, bad] = [await subscribe('width.tried', '/good'), await subscribe('width.tried', '/bad')];
  await writer.append('width.tried', { count: 40 });
  await eventually(() => receiver.at('/good').length === 40 && receiver.at('/bad').length >= 12);
  expect(most.get('/good')).toBe(4);
  most.clear();
  const before = receiver.at('/bad').length;
  await eventually(() => receiver.at('/bad').length > before + 5);
  expect(most.get('/bad')).toBe(1);
  for (const { id } of [good, bad]) await app.rest.delete(`/api/notifications/subscriptions/${id}`);
});

test('a receiver that requests a stop in the middle of its backlog gets nothing of what was read before', async () => {
  receiver.answer = (_, earlier) => (earlier < 20 ? 204 : 410);
  await subscribe('stop.requested', '/stopped');
  const events = await writer.append('stop.requested', { count: 60 });
  await fannedOut(app);
  await settledDelivery(app, events.at(-1)?.id ?? '');
  // Up to three further attempts were under way at the answer.
  expect(receiver.at('/stopped').length).toBeLessThanOrEqual(24);
});

test('a subscription that is created while an event waits for its fan-out does not receive it', async () => {
  receiver.answer = () => 204;
  const { kysely } = app.database.connection;
  await subscribe('backlog.told', '/earlier');
  const [waiting] = await writer.append('backlog.told', {
    beforeEnd: async ({ em }) =>
      void (await sql`update fan_out set due_at = '2100-01-01'`.execute(em.getKysely<unknown>())),
  });
  await subscribe('backlog.told', '/later');
  await sql`update fan_out set due_at = now()`.execute(kysely);
  await settledDelivery(app, waiting?.id ?? '');
  const next = await publish(app, 'backlog.told');
  await eventually(() => receiver.at('/later').length === 1);
  expect(receiver.at('/later')[0]?.headers['webhook-id']).toBe(next.id);
  expect(receiver.at('/earlier')).toHaveLength(2);
});

testOnPostgres(
  'a subscription that is deleted while an attempt is being recorded does not deadlock with it',
  async () => {
    receiver.answer = () => 500;
    const { id } = await subscribe('deadlock.tried', '/deadlock');
    const { kysely } = app.database.connection;
    await kysely.transaction().execute(async (deleting) => {
      await sql`select from notification_subscription where id = ${id} for update`.execute(deleting);
      await publish(app, 'deadlock.tried');
      // The fan-out waits for the row as well: its delivery refers to it.
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted and locktype = 'transactionid'`.execute(
          kysely,
        );
        return rows.length > 0;
      });
      await sql`delete from notification_subscription where id = ${id}`.execute(deleting);
    });
    await fannedOut(app);
  },
);

testOnPostgres(
  'two processes together keep to the limit of one subscription, and to one attempt for each delivery',
  async () => {
    const other = await new TestApp().start({}, app);
    try {
      let [open, most] = [0, 0];
      receiver.answer = async () => {
        most = Math.max(most, (open += 1));
        await new Promise((resolve) => setTimeout(resolve, 10));
        open -= 1;
        return 204;
      };
      await subscribe('shared.tried', '/shared');
      await writer.append('shared.tried', { count: 100 });
      await eventually(() => receiver.at('/shared').length >= 100, { what: 'all deliveries' });
      expect(most).toBeLessThanOrEqual(4);
      expect(new Set(receiver.at('/shared').map(({ headers }) => headers['webhook-id'])).size).toBe(100);
      expect(receiver.at('/shared')).toHaveLength(100);
    } finally {
      await other.stop();
    }
  },
);

test('a lane whose lease was lost to another process begins no attempt', async () => {
  receiver.answer = () => 204;
  const { kysely } = app.database.connection;
  const { id } = await subscribe('lease.lost', '/lease');
  const foreign = '00000000-0000-4000-8000-000000000000';
  await sql`insert into delivery_lane values (${id}, ${foreign}, now() + interval '3 seconds')`.execute(kysely);
  const event: EventAnswer = await publish(app, 'lease.lost');
  await fannedOut(app);
  const [waiting] = await eventually(async () => {
    const found = await deliveriesOf(app, event.id);
    return found.length === 1 && found;
  });
  expect(waiting).toMatchObject({ status: 'PENDING', attemptCount: 0 });
  expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
  const { rows } = await sql<{ owner: string }>`select owner from delivery_lane where subscription_id = ${id}`.execute(
    kysely,
  );
  expect(rows[0]?.owner).not.toBe(foreign);
});
