import { expect, test } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { bearer, issue } from '../../trust/keys/issued.ts';
import { percentile } from '../../../src/delivery/statistics/latency.ts';
import { pruneStatistics } from '../../../src/delivery/statistics/statistics-worker.ts';
import { deliveriesOf, publish, settledDelivery } from '../deliveries.ts';

type Statistics = Schemas['DeliveryStatistics'];
type Bucket = Schemas['StatisticsBucket'];
type Count = 'eventCount' | 'deliveredCount' | 'failedAttemptCount' | 'deadCount';

const app = useApp({
  API_KEY: 'a-key-of-sixteen-or-more',
  DELIVERY_RETRY_DELAYS: '0,0',
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
});
const receiver = useReceiver();
receiver.answer = (path) => (path === '/failing' ? 500 : 204);

const webhook = (eventType: string, path: string, more: object = {}): Promise<SubscriptionAnswer> =>
  createSubscription(app.rest, {
    eventType,
    channel: 'webhook',
    channelConfig: { url: `${receiver.url}${path}` },
    ...more,
  });

const period = async (query: string): Promise<Statistics> =>
  (await app.rest.get<{ statistics: Statistics }>(`/api/notifications/statistics?${query}`)).body.statistics;

const sum = ({ buckets }: Statistics, name: Count): number => buckets.reduce((total, it) => total + it[name], 0);

const totals = (statistics: Statistics): number[] =>
  (['eventCount', 'deliveredCount', 'failedAttemptCount', 'deadCount'] as const).map((name) => sum(statistics, name));

const measured = ({ buckets }: Statistics): Bucket[] => buckets.filter(({ latencyMs }) => latencyMs !== null);

test('events, outcomes and latencies of one subscription and of all are counted once, in every period', async () => {
  const before = totals(await period('period=month'));
  const [taking, failing] = await Promise.all([
    webhook('counted.taken', '/taking'),
    webhook('counted.failed', '/failing'),
  ]);
  for (let n = 0; n < 3; n += 1) await settledDelivery(app, (await publish(app, 'counted.taken')).id);
  const given = await settledDelivery(app, (await publish(app, 'counted.failed')).id);
  expect([given.status, given.attemptCount]).toEqual(['DEAD', 3]);

  const of = ({ id }: SubscriptionAnswer, name: string): Promise<Statistics> =>
    period(`period=${name}&subscriptionId=${id}`);
  await eventually(async () => sum(await of(failing, 'hour'), 'deadCount') === 1);
  for (const name of ['hour', 'day', 'month']) {
    expect(totals(await of(taking, name))).toEqual([3, 3, 0, 0]);
    expect(totals(await of(failing, name))).toEqual([1, 0, 3, 1]);
    const [bucket] = measured(await of(taking, name));
    expect(bucket?.latencyMs?.p95).toBeGreaterThanOrEqual(bucket?.latencyMs?.p50 ?? Infinity);
  }
  const added = async (): Promise<number[]> =>
    totals(await period('period=month')).map((count, at) => count - (before[at] ?? 0));
  // The death of the delivery is an event too, without a subscription. It is recorded after the delivery is counted.
  await eventually(async () => (await added())[0] === 5, { what: 'the count of five events' });
  expect(await added()).toEqual([5, 3, 3, 1]);
});

test('cost no statement while nothing is recorded, and count what then is', async () => {
  const looks = (name: string): string[] => app.database.statements.filter((statement) => statement.includes(name));
  /** Waits while the fan-out, which looks each second, has looked so often. */
  const lookedFor = (count: number): Promise<unknown> => {
    app.database.statements.splice(0);
    return eventually(() => looks('fan_out').length >= count, { timeoutMs: 20_000, what: 'the fan-out to look' });
  };
  await lookedFor(3); // what was recorded before is counted
  await lookedFor(5);
  // At the beginning of a minute it looks once, in two statements.
  expect(looks('delivery_statistic').length).toBeLessThanOrEqual(2);
  const before = sum(await period('period=month'), 'eventCount');
  await publish(app, 'counted.later');
  await eventually(async () => sum(await period('period=month'), 'eventCount') === before + 1, { timeoutMs: 5_000 });
});

test('buckets are aligned and complete, and the last one is that of now', async () => {
  const lengths = { hour: 60, day: 900, month: 3_600 };
  for (const [name, seconds] of Object.entries(lengths)) {
    const { from, to, bucketSeconds, buckets } = await period(`period=${name}`);
    expect(bucketSeconds).toBe(seconds);
    const starts = buckets.map(({ start }) => Date.parse(start));
    expect(starts).toEqual(Array.from(starts, (_, at) => Date.parse(from) + at * seconds * 1_000));
    expect(starts.every((start) => start % (seconds * 1_000) === 0)).toBe(true);
    expect(Date.parse(to)).toBe((starts.at(-1) ?? 0) + seconds * 1_000);
    expect(Date.parse(to)).toBeGreaterThan(Date.now() - 60_000);
  }
  const { deliveryStatistics } = await app.graphql.data<{ deliveryStatistics: Statistics }>(
    '{ deliveryStatistics(period: DAY) { bucketSeconds buckets { start eventCount latencyMs { p50 } } } }',
  );
  expect(deliveryStatistics.buckets).toHaveLength(96);
});

test('deliveries that wait are counted', async () => {
  const { id } = await webhook('counted.waiting', '/failing');
  await app.rest.put(`/api/notifications/subscriptions/${id}/policy`, { retryDelays: [3_600] });
  const event = await publish(app, 'counted.waiting');
  await eventually(async () => (await deliveriesOf(app, event.id))[0]?.attemptCount === 1);
  // As if a minute had passed.
  await sql`update delivery_statistic_progress set backlog_at = backlog_at - interval '1 minute'`.execute(
    app.database.connection.kysely,
  );
  const counted = await eventually(async () => {
    const { buckets } = await period(`period=hour&subscriptionId=${id}`);
    return buckets.find(({ backlogCount }) => backlogCount > 0);
  });
  expect(counted.backlogCount).toBe(1);
});

test('a key that is limited to decks reads the statistics of its subscriptions alone', async () => {
  const deck = await createDeck(app.rest);
  const { id } = await webhook('counted.limited', '/taking', { deckId: deck.id });
  const other = await webhook('counted.limited', '/taking');
  const { token } = await issue(app, { scopes: ['notifications:read'], deckIds: [deck.id] });
  const answer = async (query: string): Promise<[number, string | undefined]> => {
    const response = await fetch(`${app.base}/api/notifications/statistics?${query}`, { headers: bearer(token) });
    const { reason } = (await response.json()) as { reason?: string };
    return [response.status, reason];
  };
  expect(await answer('')).toEqual([403, 'limited_to_decks']);
  expect(await answer(`subscriptionId=${other.id}`)).toEqual([404, 'not_found']);
  expect(await answer(`subscriptionId=${id}`)).toEqual([200, undefined]);
});

test('buckets that no period reaches are deleted', async () => {
  const { kysely } = app.database.connection;
  const subscription = uuidv7();
  await sql`insert into delivery_statistic (subscription_id, seconds, start)
    select ${subscription}, seconds, to_timestamp(floor(extract(epoch from now() - age) / seconds) * seconds)
    from (values (60, interval '30 minutes'), (60, interval '2 hours'), (900, interval '2 hours'), (900, interval '2 days'),
      (3600, interval '2 days'), (3600, interval '31 days')) as it(seconds, age)`.execute(kysely);
  const em = { getKysely: () => kysely } as unknown as SqlEntityManager;
  expect(await pruneStatistics({ em })).toBe(3);
  const { rows } = await sql<{ seconds: number }>`
    select seconds from delivery_statistic where subscription_id = ${subscription} order by seconds`.execute(kysely);
  expect(rows.map(({ seconds }) => seconds)).toEqual([60, 900, 3_600]);
});

test.each([
  [{ 12: 100 }, [125, 148]],
  [{ 12: 50, 20: 50 }, [150, 2_900]],
  [{ 0: 10 }, [1, 1]],
  [{ 28: 1 }, [60_000, 60_000]],
  [{}, [null, null]],
])('percentiles of %j lie in the class of their attempt', (classes: Record<number, number>, expected) => {
  const counts = Array.from({ length: 29 }, (_, at) => classes[at] ?? 0);
  expect([percentile(counts, 0.5), percentile(counts, 0.95)]).toEqual(expected);
});
