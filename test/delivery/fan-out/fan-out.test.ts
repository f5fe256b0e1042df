import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { deliveriesOf, fannedOut, publish, settledDeliveries, settledDelivery } from '../deliveries.ts';

const app = useApp();
const receiver = useReceiver();
const writer = useWriter(app);

async function subscribe(eventType: string, path: string, overrides: object = {}): Promise<SubscriptionAnswer> {
  const channelConfig = { url: `${receiver.url}${path}` };
  return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig, ...overrides });
}

async function remove(...subscriptions: SubscriptionAnswer[]): Promise<void> {
  for (const { id } of subscriptions) await app.rest.delete(`/api/notifications/subscriptions/${id}`);
}

test.each([
  ['contract.signed', ['contract.signed', 'contract.*', '*']],
  ['contract.signed.late', ['contract.*', 'contract.signed.*', '*']],
  ['contracts.signed', ['*']],
  ['contract_x.signed', ['*']],
])('%s reaches its own type and every pattern it falls under: %j', async (type, expected) => {
  const patterns = ['contract.signed', 'contract.*', 'contract.signed.*', 'contract.viewed', '*'];
  const subscriptions = await Promise.all(patterns.map((pattern) => subscribe(pattern, '/patterns')));
  const { id } = await publish(app, type);
  const reported = new Set((await settledDeliveries(app, id, expected.length)).map((it) => it.subscriptionId));
  const matching = subscriptions.filter((subscription) => reported.has(subscription.id));
  expect(matching.map(({ eventType }) => eventType).sort()).toEqual([...expected].sort());
  await remove(...subscriptions);
});

test('a subscription to one deck receives that deck only, one to no deck receives all', async () => {
  const [deck, other] = [await createDeck(app.rest), await createDeck(app.rest)];
  const scoped = await subscribe('scope.tried', '/scoped', { deckId: deck.id });
  const unscoped = await subscribe('scope.tried', '/unscoped');
  const reported = async (event: object, count: number): Promise<string[]> => {
    const { id } = await publish(app, 'scope.tried', event);
    return (await settledDeliveries(app, id, count)).map(({ subscriptionId }) => subscriptionId).sort();
  };
  expect(await reported({ deckId: deck.id }, 2)).toEqual([scoped.id, unscoped.id].sort());
  expect(await reported({ deckId: other.id }, 1)).toEqual([unscoped.id]);
  expect(await reported({}, 1)).toEqual([unscoped.id]);
});

test('an event takes one look at the queue, apart from those that come each second', async () => {
  const { statements } = app.database;
  receiver.answer = () => 200;
  const subscription = await subscribe('look.counted', '/looks');
  await fannedOut(app);
  statements.splice(0);
  const began = performance.now();
  for (let nth = 0; nth < 10; nth += 1) await settledDelivery(app, (await publish(app, 'look.counted')).id);
  const looks = statements.filter((statement) => statement.includes('from fan_out where due_at')).length;
  expect(looks).toBeGreaterThanOrEqual(1);
  expect(looks).toBeLessThanOrEqual(12 + (performance.now() - began) / 1_000);
  await remove(subscription);
});

test('a fan-out that runs again, before and after the delivery, adds nothing', async () => {
  receiver.answer = (path, earlier) => (path === '/again' && earlier === 0 ? 500 : 200);
  const again = async (id: string): Promise<void> => {
    await sql`insert into fan_out (event_id) values (${id})`.execute(app.database.connection.kysely);
    await fannedOut(app);
  };
  await subscribe('fan_out.repeated', '/again');
  const { id } = await publish(app, 'fan_out.repeated');
  await eventually(() => receiver.at('/again').length === 1);
  await again(id);
  expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
  await again(id);
  expect(await deliveriesOf(app, id)).toHaveLength(1);
  expect(receiver.at('/again')).toHaveLength(2);
});

test('200 events for three subscriptions each arrive once', async () => {
  receiver.answer = () => 204;
  const paths = ['/many-1', '/many-2', '/many-3'];
  await Promise.all(paths.map((path) => subscribe('many.happened', path)));
  const ids: string[] = [];
  for (let batch = 0; batch < 10; batch += 1) {
    const events = await Promise.all(Array.from({ length: 20 }, () => publish(app, 'many.happened')));
    ids.push(...events.map(({ id }) => id));
  }
  const arrived = (path: string): string[] => receiver.at(path).map(({ headers }) => String(headers['webhook-id']));
  await eventually(() => paths.every((path) => arrived(path).length >= 200), { what: 'all', timeoutMs: 25_000 });
  for (const id of ids.slice(0, 5)) await settledDeliveries(app, id, 3);
  for (const path of paths) expect(arrived(path).sort()).toEqual([...ids].sort());
}, 60_000);

test('a delivery that waits for its next attempt is skipped once its subscription is switched off', async () => {
  receiver.answer = () => 500;
  const { id } = await subscribe('switch.tried', '/switched');
  const event = await publish(app, 'switch.tried');
  await eventually(() => receiver.at('/switched').length === 1);
  await app.rest.put(`/api/notifications/subscriptions/${id}`, { isActive: false });
  const delivery = await settledDelivery(app, event.id);
  expect(delivery).toMatchObject({ status: 'SKIPPED', nextAttemptAt: null });
  expect(receiver.at('/switched')).toHaveLength(delivery.attemptCount);
});

test('a receiver that wants no more gets only what was under way, however many wait', async () => {
  receiver.answer = () => 410;
  const { id } = await subscribe('gone.tried', '/gone');
  await writer.append('gone.tried', { count: 100 });
  const { deliveries } = await eventually(async () => {
    const route = `/api/notifications/subscriptions/${id}/deliveries?limit=200`;
    const { body } = await app.rest.get<{ deliveries: { status: string }[] }>(route);
    return body.deliveries.length === 100 && body.deliveries.every(({ status }) => status !== 'pending') && body;
  });
  const sent = receiver.at('/gone').length;
  expect(sent).toBeLessThanOrEqual(4);
  expect(deliveries.filter(({ status }) => status === 'dead')).toHaveLength(sent);
});

test('what a waiting delivery is sent to and with is read anew at each attempt', async () => {
  receiver.answer = (path) => (path === '/old' ? 500 : 200);
  const { id } = await subscribe('address.changed', '/old');
  const event = await publish(app, 'address.changed');
  await eventually(() => receiver.at('/old').length === 1);
  const channelConfig = { url: `${receiver.url}/new` };
  await app.rest.put(`/api/notifications/subscriptions/${id}`, { channelConfig });
  expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED' });
  expect(receiver.at('/new')).toHaveLength(1);
});

test('20 publishers with one id record one event and deliver it once', async () => {
  receiver.answer = () => 204;
  await subscribe('once.happened', '/once');
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, sender) =>
      app.rest.post<{ event: EventAnswer }>('/api/events', { id, type: 'once.happened', data: { sender } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.event))).size).toBe(1);
  expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
  expect(receiver.at('/once')).toHaveLength(1);
});
