import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { fannedOut, publish, settledDeliveries } from '../deliveries.ts';

const app = useApp();
const receiver = useReceiver();

const reason = 'the filter needs more than 100,000 comparisons with this event';
/** Every item of the list has to be seen by each of its 49 conditions. */
const conditions = Array.from({ length: 49 }, (_, n) => ({ 'data.l': { $not: { $gt: n + 1 } } }));
const expensive = { $and: [0, 20, 40].map((from) => ({ $and: conditions.slice(from, from + 20) })) };
const cheap = { 'data.kind': 'list' };

async function subscribe(eventType: string, filter: object | null, count = 1): Promise<SubscriptionAnswer[]> {
  const wish = { eventType, channel: 'webhook', channelConfig: { url: `${receiver.url}/${eventType}` }, filter };
  const made: SubscriptionAnswer[] = [];
  for (let n = 0; n < count; n += 1) made.push(await createSubscription(app.rest, wish));
  return made;
}

/** Events that no API accepts any more, as older versions have stored them. */
async function store(type: string, { items, count = 1 }: { items: number; count?: number }): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    await sql`insert into event (id, type, timestamp, data) select ${id}::uuid, ${type}, now(),
      jsonb_build_object('kind', 'list', 'l', array_fill(0, array[${items}::int]))`.execute(
      app.database.connection.kysely,
    );
  }
  return ids;
}

async function handOut(ids: readonly string[]): Promise<void> {
  await app.logSettled();
  await sql`insert into fan_out (event_id) select unnest(${[...ids]}::uuid[])`.execute(app.database.connection.kysely);
}

async function expectSkipped(eventId: string, skipped: readonly SubscriptionAnswer[]): Promise<void> {
  const route = `/api/notifications/deliveries?eventId=${eventId}&status=skipped&limit=200`;
  const { body } = await app.rest.get<{ deliveries: { id: string; subscriptionId: string }[] }>(route);
  const expected = { status: 'skipped', skipReason: reason, attemptCount: 0, nextAttemptAt: null };
  expect(body.deliveries).toHaveLength(skipped.length);
  for (const delivery of body.deliveries) expect(delivery).toMatchObject(expected);
  expect(new Set(body.deliveries.map(({ subscriptionId }) => subscriptionId))).toEqual(
    new Set(skipped.map(({ id }) => id)),
  );
  const one = skipped[0]?.id ?? '';
  const explained = await app.rest.get<{ explanation: object }>(
    `/api/notifications/explain?eventId=${eventId}&subscriptionId=${one}`,
  );
  expect(explained.body.explanation).toMatchObject({
    verdict: 'skipped',
    detail: `It was skipped: ${reason}. It can be sent again.`,
  });
  const query =
    'query ($eventId: ID) { deliveries(eventId: $eventId, status: SKIPPED, first: 1) { nodes { skipReason } } }';
  expect(await app.graphql.data(query, { eventId })).toEqual({ deliveries: { nodes: [{ skipReason: reason }] } });
}

test.each([3, 20])(
  'a list of 500,000 before %d filters of 49 conditions is skipped for them and arrives at all others',
  async (count) => {
    const type = `list.stored_${count}`;
    const skippedCount = await subscribe(type, expensive, count);
    const others = [...(await subscribe(type, null)), ...(await subscribe(type, cheap))];
    const neighbours = await subscribe(`neighbour.heard_${count}`, cheap);
    const [stored = ''] = await store(type, { items: 500_000 });
    const done = await unharmed(app, async () => {
      await handOut([stored]);
      const neighbour = await publish(app, `neighbour.heard_${count}`, { data: { kind: 'list' } });
      const delivered = await settledDeliveries(app, stored, count + 2);
      return { delivered, near: await settledDeliveries(app, neighbour.id) };
    });
    const arrived = done.delivered.filter(({ status }) => status === 'DELIVERED');
    expect(new Set(arrived.map(({ subscriptionId }) => subscriptionId))).toEqual(new Set(others.map(({ id }) => id)));
    await expectSkipped(stored, skippedCount);
    expect(done.near).toMatchObject([{ subscriptionId: neighbours[0]?.id, status: 'DELIVERED' }]);
  },
  60_000,
);

test('a list of 30,000 that an API takes is skipped for such a filter', async () => {
  const skippedCount = await subscribe('list.published', expensive, 20);
  const event = await unharmed(app, async () => {
    const published = await publish(app, 'list.published', { data: { l: Array<number>(30_000).fill(0) } });
    await settledDeliveries(app, published.id, 20);
    return published;
  });
  await expectSkipped(event.id, skippedCount);
}, 60_000);

test('what was skipped can be sent again by hand, and then no longer has a reason', async () => {
  const [one] = await subscribe('list.resent', expensive);
  const [event = ''] = await store('list.resent', { items: 100_000 });
  await handOut([event]);
  const [skipped] = await settledDeliveries(app, event);
  const { status } = await app.rest.post(`/api/notifications/deliveries/${skipped?.id}/resend`);
  expect(status).toBe(200);
  expect(await settledDeliveries(app, event)).toMatchObject([{ subscriptionId: one?.id, status: 'DELIVERED' }]);
  const { body } = await app.rest.get<{ delivery: object }>(`/api/notifications/deliveries/${skipped?.id}`);
  expect(body.delivery).toMatchObject({ status: 'delivered', skipReason: null });
});

test('a stored filter that cannot be evaluated is skipped with a reason and holds up nobody', async () => {
  const [strange] = await subscribe('strange.heard', cheap);
  const [sound] = await subscribe('strange.heard', null);
  await sql`update notification_subscription set filter = '{"data.kind": {"$where": "1"}}' where id = ${strange?.id}`.execute(
    app.database.connection.kysely,
  );
  const { id } = await publish(app, 'strange.heard');
  const deliveries = await settledDeliveries(app, id, 2);
  const statusOf = (one?: SubscriptionAnswer) =>
    deliveries.find(({ subscriptionId }) => subscriptionId === one?.id)?.status;
  expect([statusOf(strange), statusOf(sound)]).toEqual(['SKIPPED', 'DELIVERED']);
  const route = `/api/notifications/explain?eventId=${id}&subscriptionId=${strange?.id}`;
  expect((await app.rest.get<{ explanation: { detail: string } }>(route)).body.explanation.detail).toBe(
    'It was skipped: the filter cannot be evaluated for this event. It can be sent again.',
  );
});

test('many expensive events are worked off in short transactions', async () => {
  await subscribe('crowd.stored', expensive, 20);
  const stored = await store('crowd.stored', { items: 30_000, count: 15 });
  await unharmed(app, async () => {
    await handOut(stored);
    await fannedOut(app);
  });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from delivery join event on event.id = event_id where type = 'crowd.stored' and status = 'skipped'`.execute(
    app.database.connection.kysely,
  );
  expect(rows[0]?.count).toBe(15 * 20);
}, 60_000);

describe('a trial', () => {
  type Trial = Schemas['FilterTrial'];
  const tryFilter = async (input: object): Promise<Trial> => {
    const { status, body } = await app.rest.post<{ trial: Trial }>('/api/notifications/filter/try', input);
    expect(status).toBe(200);
    return body.trial;
  };

  test('of an expensive filter counts what would be skipped and stalls nobody', async () => {
    await store('trial.stored', { items: 30_000, count: 20 });
    await app.logSettled();
    const trial = await unharmed(app, () => tryFilter({ eventType: 'trial.stored', filter: expensive }));
    expect(trial).toMatchObject({ examinedCount: 20, matchedCount: 0, skippedCount: 20, hasMore: false });
  }, 60_000);

  test('ends by comparisons, and goes on behind what it has examined', async () => {
    const type = 'trial.many';
    await sql`insert into event (id, type, timestamp, data)
      select gen_random_uuid(), ${type}, now(), jsonb_build_object('n', n, 'l', array_fill(0, array[1500]))
      from generate_series(1, 300) n`.execute(app.database.connection.kysely);
    await app.logSettled();
    const seen: number[] = [];
    let after: string | null = null;
    for (let round = 0; round < 40; round += 1) {
      const { examinedCount, skippedCount, hasMore, endCursor }: Trial = await tryFilter({
        eventType: type,
        filter: expensive,
        after,
      });
      expect([examinedCount, skippedCount]).toEqual([examinedCount, examinedCount]);
      seen.push(examinedCount);
      if (!hasMore) break;
      after = endCursor;
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.reduce((sum, count) => sum + count)).toBe(300);
  }, 60_000);

  test('gives no more matches than about 4 MB of them', async () => {
    await sql`insert into event (id, type, timestamp, data)
      select gen_random_uuid(), 'trial.large', now(), jsonb_build_object('text', repeat('x', 1000000))
      from generate_series(1, 12) n`.execute(app.database.connection.kysely);
    await app.logSettled();
    const trial = await tryFilter({ eventType: 'trial.large', filter: { 'data.text': { $exists: true } }, first: 100 });
    expect([trial.examinedCount, trial.matchedCount, trial.matches.length, trial.hasMore]).toEqual([5, 5, 5, true]);
    const rest = await tryFilter({ eventType: 'trial.large', after: trial.endCursor, first: 1 });
    expect([rest.examinedCount, rest.matchedCount, rest.matches.length, rest.hasMore]).toEqual([7, 7, 1, false]);
  }, 60_000);
});
