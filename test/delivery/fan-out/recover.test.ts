import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { firstCursor } from '../../../src/kit/live/cursor.ts';
import { Event } from '../../../src/delivery/events/event.entity.ts';
import { inTransaction } from '../../../src/kit/data/scope.ts';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { deliveriesOf, fannedOut, publish, settledDelivery } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0.3' });
const receiver = useReceiver();
const writer = useWriter(app);

async function subscribe(eventType: string, path: string, overrides: object = {}): Promise<SubscriptionAnswer> {
  const channelConfig = { url: `${receiver.url}${path}` };
  return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig, ...overrides });
}

async function change({ id }: SubscriptionAnswer, changes: object): Promise<void> {
  await app.rest.put(`/api/notifications/subscriptions/${id}`, changes);
}

const idsAt = (path: string): string[] => receiver.at(path).map(({ headers }) => String(headers['webhook-id']));

const viaRest = async ({ id }: SubscriptionAnswer, input: object): Promise<number> => {
  const path = `/api/notifications/subscriptions/${id}/recover`;
  const { status, body } = await app.rest.post<{ recovery: { recoveredCount: number } }>(path, input);
  expect(status).toBe(200);
  return body.recovery.recoveredCount;
};

const mutation = `mutation ($id: ID!, $input: RecoverDeliveriesInput!) {
  recoverDeliveries(subscriptionId: $id, input: $input) { recoveredCount } }`;
const viaGraphQL = async ({ id }: SubscriptionAnswer, input: object): Promise<number> => {
  const { recoverDeliveries } = await app.graphql.data<{ recoverDeliveries: { recoveredCount: number } }>(mutation, {
    id,
    input,
  });
  return recoverDeliveries.recoveredCount;
};

test('after an outage exactly what is missing arrives: dead, skipped and never tried', async () => {
  let isDown = false;
  receiver.answer = () => (isDown ? 503 : 204);
  const deck = await createDeck(app.rest);
  const one = await subscribe('outage.*', '/outage', { deckId: deck.id });
  const say = async (type: string, deckId: string | null = deck.id): Promise<EventAnswer> =>
    publish(app, type, { deckId });
  const before = await say('outage.before');
  await settledDelivery(app, before.id);
  isDown = true;
  const dead = [await say('outage.dead'), await say('outage.dead')];
  for (const { id } of dead) expect(await settledDelivery(app, id)).toMatchObject({ status: 'DEAD' });
  const skipped = await say('outage.skipped');
  await eventually(() => idsAt('/outage').includes(skipped.id));
  await change(one, { isActive: false });
  expect(await settledDelivery(app, skipped.id)).toMatchObject({ status: 'SKIPPED', attemptCount: 1 });
  const never = [await say('outage.never'), await say('outage.never')];
  const unwanted = [await say('outage.never', null), await say('other.never')];
  isDown = false;
  await fannedOut(app);
  await change(one, { isActive: true });
  const after = await say('outage.after');
  await settledDelivery(app, after.id);

  receiver.received.splice(0);
  const missing = [...dead, skipped, ...never].map(({ id }) => id);
  expect(await viaRest(one, { since: before.timestamp })).toBe(5);
  for (const id of missing) expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED' });
  expect(idsAt('/outage').sort()).toEqual(missing.toSorted());
  expect(await viaRest(one, { since: before.timestamp })).toBe(0);
  expect(await viaGraphQL(one, { after: before.cursor })).toBe(0);
  expect(receiver.received).toHaveLength(5);
  for (const { id } of unwanted) expect(await deliveriesOf(app, id)).toEqual([]);
  const [first] = await deliveriesOf(app, dead[0]?.id ?? '');
  expect(first?.attempts.map(({ outcome }) => outcome)).toEqual(['FAILED', 'FAILED', 'DELIVERED']);
});

test('a cursor begins behind its event, until ends before its time', async () => {
  receiver.answer = () => 204;
  const events: EventAnswer[] = [];
  for (let count = 0; count < 4; count += 1) {
    await eventually(() => new Date().toISOString() > (events.at(-1)?.timestamp ?? ''));
    events.push(await publish(app, 'window.seen'));
  }
  await fannedOut(app);
  const one = await subscribe('window.seen', '/window');
  const [first, , third] = events;
  expect(await viaGraphQL(one, { after: first?.cursor, until: third?.timestamp })).toBe(1);
  await eventually(() => idsAt('/window').length === 1);
  expect(idsAt('/window')).toEqual([events[1]?.id]);
  expect(await viaRest(one, { after: first?.cursor })).toBe(2);
  await eventually(() => idsAt('/window').length === 3);
  expect(await viaRest(one, { since: first?.timestamp })).toBe(1);
  await eventually(() => idsAt('/window').length === 4);
  expect(idsAt('/window').sort()).toEqual(events.map(({ id }) => id).sort());
});

test('hundreds are recovered once and logged in the order of the log, when two ask at the same time', async () => {
  receiver.answer = () => 204;
  const events = Array.from({ length: 450 }, () => Object.assign(new Event(), { type: 'backlog.grown' }));
  // Handed out to nobody, not even late to the subscription that comes after them.
  await inTransaction(writer.scope(), async (transaction) => {
    await writer.events.appendAll(transaction, events);
    await sql`delete from fan_out where event_id = any(${events.map(({ id }) => id)}::uuid[])`.execute(
      transaction.em.getKysely<unknown>(),
    );
  });
  const one = await subscribe('backlog.*', '/backlog');
  const since = new Date(Date.now() - 60_000).toISOString();
  const counts = await Promise.all([viaRest(one, { since }), viaGraphQL(one, { since })]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(450);
  await eventually(() => idsAt('/backlog').length >= 450, { timeoutMs: 25_000, what: 'the backlog' });
  expect(idsAt('/backlog').sort()).toEqual(events.map(({ id }) => id).sort());
  expect(await viaRest(one, { since })).toBe(0);
  const logged: string[] = [];
  let link: string | undefined = `/api/notifications/subscriptions/${one.id}/deliveries?limit=200`;
  while (link !== undefined) {
    const { body, headers }: RestAnswer<{ deliveries: { eventId: string }[] }> = await app.rest.get(link);
    logged.push(...body.deliveries.map(({ eventId }) => eventId));
    link = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(logged.toReversed()).toEqual(events.map(({ id }) => id));
}, 60_000);

test('those that fail again at once do not keep it busy, and a test is no news', async () => {
  receiver.answer = () => 500;
  const one = await subscribe('*', '/hopeless', { isActive: false });
  await app.rest.put(`/api/notifications/subscriptions/${one.id}/policy`, { retryDelays: [] });
  const { cursor } = await publish(app, 'hopeless.begun');
  const events = [await publish(app, 'hopeless.tried'), await publish(app, 'hopeless.tried')];
  await app.rest.post(`/api/notifications/subscriptions/${one.id}/test`);
  await fannedOut(app);
  await change(one, { isActive: true, eventType: 'hopeless.tried' });
  for (const round of [1, 2]) {
    expect(await viaRest(one, { after: cursor })).toBe(2);
    for (const { id } of events) expect(await settledDelivery(app, id)).toMatchObject({ attemptCount: round });
  }
  await change(one, { eventType: 'test.*' });
  expect(await viaRest(one, { after: cursor })).toBe(0);
});

test.each([
  [{}, '/since'],
  [{ since: null, after: null }, '/since'],
  [{ since: '2026-01-31T12:00:00Z', after: firstCursor }, '/after'],
  [{ since: 'yesterday' }, '/since'],
  [{ after: firstCursor, until: '2026-13-01T00:00:00Z' }, '/until'],
  [{ since: 5 }, '/since'],
])('%j is refused', async (input, pointer) => {
  const { id } = await subscribe('refused.never', '/refused');
  const { status, body } = await app.rest.post(`/api/notifications/subscriptions/${id}/recover`, input);
  expect([status, body.code, body.errors[0]?.pointer]).toEqual([400, 'INVALID_INPUT', pointer]);
  const { errors } = await app.graphql.send(mutation, { id, input });
  expect(errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
});

test('an invalid cursor is refused with a cursor to begin anew from', async () => {
  const { id } = await subscribe('refused.never', '/refused');
  const { status, body } = await app.rest.post(`/api/notifications/subscriptions/${id}/recover`, { after: 'nothing' });
  expect([status, body.code, body.firstCursor]).toEqual([410, 'CURSOR_EXPIRED', firstCursor]);
  const { errors } = await app.graphql.send(mutation, { id, input: { after: 'nothing' } });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'CURSOR_EXPIRED', problem: { firstCursor } });
});

test('a subscription that is switched off recovers nothing', async () => {
  const { id } = await subscribe('off.never', '/off', { isActive: false });
  const input = { since: '2026-01-31T12:00:00Z' };
  const { status, body } = await app.rest.post(`/api/notifications/subscriptions/${id}/recover`, input);
  expect([status, body.code]).toEqual([409, 'CONFLICT']);
  expect(body.detail).toContain('set its isActive to true');
  const { errors } = await app.graphql.send(mutation, { id, input });
  expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
  const nobody = '01900000-0000-7000-8000-000000000000';
  expect((await app.rest.post(`/api/notifications/subscriptions/${nobody}/recover`, input)).status).toBe(404);
});
