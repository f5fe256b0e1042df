import { beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { deliveriesOf, fannedOut, publish, settledDeliveries, settledDelivery } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0.2' });
const receiver = useReceiver();
/** Paths of receivers that take what they get. */
const sound = new Set<string>();
receiver.answer = (path) => (sound.has(path) ? 204 : 500);

const pathOf = ({ id }: SubscriptionAnswer): string => `/api/notifications/subscriptions/${id}`;

async function subscribe(eventType: string, path: string): Promise<SubscriptionAnswer> {
  return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig: { url: receiver.url + path } });
}

const deathsOf = async ({ id }: SubscriptionAnswer): Promise<EventAnswer[]> =>
  (await app.events('types=delivery.dead')).filter(({ data }) => data['subscriptionId'] === id);

const explain = async ({ id }: { id: string }, one: SubscriptionAnswer): Promise<object> =>
  (await app.rest.get<{ explanation: object }>(`/api/notifications/explain?eventId=${id}&subscriptionId=${one.id}`))
    .body.explanation;

/** An hour of the database's clock, for what has been told and what is to be told after it. */
async function anHourPasses(): Promise<void> {
  const { kysely } = app.database.connection;
  await sql`update dead_notice set told_at = told_at - interval '1 hour'`.execute(kysely);
  await sql`update pgboss.job set start_after = start_after - interval '1 hour' where name = 'tell-dead'`.execute(
    kysely,
  );
}

beforeEach(async () => {
  await sql`update notification_subscription set is_active = false`.execute(app.database.connection.kysely);
});

interface Counts {
  deliveries: number;
  pending: number;
  attempts: number;
}

async function countsOf(subscriptions: readonly SubscriptionAnswer[]): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select count(*)::int as deliveries, coalesce(sum(attempt_count), 0)::int as attempts,
      count(*) filter (where status = 'pending')::int as pending
    from delivery where subscription_id = any(${subscriptions.map(({ id }) => id)}::uuid[])`.execute(
      app.database.connection.kysely,
    );
  return rows[0] ?? { deliveries: 0, pending: 0, attempts: 0 };
}

test('an event for 40 failing subscriptions to everything is attempted for each, not for each pair', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, (_, n) => subscribe('*', `/all-${n}`)));
  // Each has failed once before the first delivery is dead.
  for (const one of all) await app.rest.put(`${pathOf(one)}/policy`, { retryDelays: [3] });
  await subscribe('delivery.*', '/watch');
  sound.add('/watch');
  const counts = await unharmed(app, async () => {
    await publish(app, 'storm.begun');
    // A healthy receiver gets the end of each.
    await eventually(
      () => {
        const ids = new Set(receiver.at('/watch').map(({ headers }) => headers['webhook-id']));
        if (ids.size === 40) return true;
        throw new Error(`${ids.size} of ${receiver.at('/watch').length}`);
      },
      { timeoutMs: 60_000, what: 'the news of all 40' },
    );
    await fannedOut(app);
    return eventually(
      async () => {
        const found = await countsOf(all);
        return found.pending === 0 && found;
      },
      { timeoutMs: 30_000, what: 'the end of all attempts' },
    );
  });
  // One for the event, and none for the reports of the other 39, unless its own first failure took very long: with all
  // of them there would be 1,600 deliveries and 3,200 attempts.
  expect(counts.deliveries).toBeGreaterThanOrEqual(40);
  expect(counts.deliveries).toBeLessThanOrEqual(40 * 4);
  expect(counts.attempts).toBeLessThanOrEqual(40 * 4 * 2);
  expect(await app.events('types=delivery.dead')).toHaveLength(40);
}, 120_000);

test('the deaths of a subscription are reported at once, and then together after an hour', async () => {
  const one = await subscribe('quiet.broken', '/quiet');
  const first = await settledDelivery(app, (await publish(app, 'quiet.broken')).id);
  const [told] = await eventually(async () => {
    const found = await deathsOf(one);
    return found.length === 1 && found;
  });
  expect(told?.data).toMatchObject({
    deliveryId: first.id,
    firstDeliveryId: first.id,
    deliveryCount: 1,
    eventType: 'quiet.broken',
    error: 'The receiver answered 500.',
  });
  const later: string[] = [];
  for (let n = 0; n < 4; n += 1) later.push((await settledDelivery(app, (await publish(app, 'quiet.broken')).id)).id);
  expect(await deathsOf(one)).toHaveLength(1);
  await anHourPasses();
  const [, summary] = await eventually(
    async () => {
      const found = await deathsOf(one);
      return found.length === 2 && found;
    },
    { timeoutMs: 30_000 },
  );
  expect(summary?.data).toMatchObject({ deliveryCount: 4, firstDeliveryId: later[0], deliveryId: later[3] });
  // The next hour has begun with the summary.
  await settledDelivery(app, (await publish(app, 'quiet.broken')).id);
  expect(await deathsOf(one)).toHaveLength(2);
}, 60_000);

test('a subscription to everything receives the dead deliveries of others and never its own', async () => {
  const broken = await subscribe('*', '/own');
  const other = await subscribe('*', '/other');
  sound.add('/other');
  const event = await publish(app, 'own.broken');
  await settledDeliveries(app, event.id, 2);
  const [told] = await eventually(async () => {
    const found = await deathsOf(broken);
    return found.length === 1 && found;
  });
  const id = told?.id ?? '';
  expect(await settledDelivery(app, id)).toMatchObject({ subscriptionId: other.id, status: 'DELIVERED' });
  expect(await explain({ id }, broken)).toMatchObject({
    verdict: 'matched_too_late',
    detail: expect.stringMatching(/but no subscription receives the end of its own deliveries\./),
    delivery: null,
  });
  sound.add('/own');
  const since = new Date(Date.now() - 60_000).toISOString();
  const { body } = await app.rest.post<{ recovery: { recoveredCount: number } }>(`${pathOf(broken)}/recover`, {
    since,
  });
  await settledDeliveries(app, event.id, 2);
  expect(body.recovery.recoveredCount).toBeGreaterThan(0);
  expect(await deliveriesOf(app, id)).toHaveLength(1);
}, 60_000);

test('a failing subscription gets no report of dead deliveries, and can recover what it missed', async () => {
  const watcher = await subscribe('*', '/watcher');
  await app.rest.put(`${pathOf(watcher)}/policy`, { retryDelays: [3_600] });
  const first = await publish(app, 'watch.begun');
  const waiting = await eventually(async () =>
    (await deliveriesOf(app, first.id)).find(({ attemptCount }) => attemptCount === 1),
  );
  const broken = await subscribe('silent.broken', '/broken');
  await publish(app, 'silent.broken');
  const [told] = await eventually(async () => {
    const found = await deathsOf(broken);
    return found.length === 1 && found;
  });
  const id = told?.id ?? '';
  await fannedOut(app);
  expect(await deliveriesOf(app, id)).toEqual([]);
  expect(await explain({ id }, watcher)).toMatchObject({
    verdict: 'matched_too_late',
    detail: expect.stringMatching(
      /a subscription gets no delivery\.dead while its own attempts fail\. It can be recovered\.$/,
    ),
  });
  sound.add('/watcher');
  await app.rest.post(`/api/notifications/deliveries/${waiting.id}/resend`);
  expect(await settledDelivery(app, first.id)).toMatchObject({ status: 'DELIVERED' });
  // It is well again, and is told of what follows only.
  const another = await subscribe('silent.other', '/another');
  await publish(app, 'silent.other');
  const [next] = await eventually(async () => {
    const found = await deathsOf(another);
    return found.length === 1 && found;
  });
  expect(await settledDelivery(app, next?.id ?? '')).toMatchObject({ subscriptionId: watcher.id });
  expect(await deliveriesOf(app, id)).toEqual([]);
  expect(await explain({ id }, watcher)).toMatchObject({
    verdict: 'matched_too_late',
    detail: expect.stringMatching(/a subscription gets no delivery\.dead while its own attempts fail\./),
  });
  await app.rest.post(`${pathOf(watcher)}/recover`, { since: first.timestamp });
  expect(await settledDelivery(app, id)).toMatchObject({ subscriptionId: watcher.id, status: 'DELIVERED' });
}, 60_000);
