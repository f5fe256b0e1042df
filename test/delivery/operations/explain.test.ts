import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer, Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { deliveriesOf, publish, settledDeliveries, settledDelivery } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0' });
const receiver = useReceiver();
receiver.answer = (path) => (path === '/sound' ? 204 : 500);
const writer = useWriter(app);

async function subscribe(eventType: string, overrides: object = {}, path = '/sound'): Promise<SubscriptionAnswer> {
  const channelConfig = { url: `${receiver.url}${path}` };
  return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig, ...overrides });
}

async function change({ id }: SubscriptionAnswer, changes: object): Promise<SubscriptionAnswer> {
  return (await app.rest.put<SubscriptionAnswer>(`/api/notifications/subscriptions/${id}`, changes)).body;
}

type Explained = Schemas['DeliveryExplanation'];

/** Asks both APIs, which say the same; gives what REST says. */
async function explain(event: { id: string }, subscription: { id: string }): Promise<Explained> {
  const ids = { eventId: event.id, subscriptionId: subscription.id };
  const search = new URLSearchParams(ids).toString();
  const answer = await app.rest.get<{ explanation: Explained }>(`/api/notifications/explain?${search}`);
  expect(answer.status).toBe(200);
  const body = answer.body.explanation;
  const query = `query ($eventId: ID!, $subscriptionId: ID!) {
    explainDelivery(eventId: $eventId, subscriptionId: $subscriptionId) { verdict detail delivery { id status } } }`;
  const { explainDelivery } = await app.graphql.data<{ explainDelivery: Explained }>(query, ids);
  expect(explainDelivery).toEqual({
    verdict: body.verdict.toUpperCase(),
    detail: body.detail,
    delivery: body.delivery === null ? null : { id: body.delivery.id, status: body.delivery.status.toUpperCase() },
  });
  return body;
}

test('delivered, and by which attempt', async () => {
  const one = await subscribe('told.happened');
  const event = await publish(app, 'told.happened');
  const { id, attempts } = await settledDelivery(app, event.id);
  const { verdict, detail, delivery } = await explain(event, one);
  expect([verdict, delivery?.id]).toEqual(['delivered', id]);
  expect(detail).toBe(
    `It was delivered after 1 attempt: the last, number 1 at ${attempts[0]?.startedAt}, was accepted with 204.`,
  );
});

test('given up, after how many attempts and why', async () => {
  const one = await subscribe('dead.happened', {}, '/broken');
  const event = await publish(app, 'dead.happened');
  const { attempts } = await settledDelivery(app, event.id);
  expect(await explain(event, one)).toMatchObject({
    verdict: 'dead',
    detail: `It was given up after 2 attempts: the last, number 2 at ${attempts[1]?.startedAt}, failed: The receiver answered 500. It can be sent again.`,
  });
});

test('waiting, after which failure and until when; then skipped', async () => {
  const one = await subscribe('late.happened', {}, '/broken');
  const policy = `/api/notifications/subscriptions/${one.id}/policy`;
  await app.rest.put(policy, { retryDelays: [6] });
  const event = await publish(app, 'late.happened');
  const { attempts, nextAttemptAt } = await eventually(async () =>
    (await deliveriesOf(app, event.id)).find(({ attemptCount }) => attemptCount === 1),
  );
  const failure = `the last, number 1 at ${attempts[0]?.startedAt}, failed: The receiver answered 500.`;
  const waits = `After 1 attempt it waits: ${failure} The next attempt is due at ${nextAttemptAt}.`;
  expect(await explain(event, one)).toMatchObject({ verdict: 'pending', detail: waits });
  await change(one, { isActive: false });
  expect((await explain(event, one)).detail).toBe(
    `${waits} The subscription is switched off by now: unless it is a test it is skipped then.`,
  );
  await settledDelivery(app, event.id);
  expect(await explain(event, one)).toMatchObject({
    verdict: 'skipped',
    detail: `The subscription was switched off before it was delivered. Attempts: 1; ${failure} It can be sent again once the subscription is switched on.`,
  });
});

test('every obstacle is named, what cannot be changed first', async () => {
  const [deck, other] = [await createDeck(app.rest), await createDeck(app.rest)];
  const event = await publish(app, 'wall.hit', { deckId: deck.id });
  const bare = await publish(app, 'wall.hit');
  await eventually(() => new Date().toISOString() > bare.timestamp);
  const one = await subscribe('contract.*', { deckId: other.id, isActive: false });
  const type = 'The event is of the type wall.hit, but the subscription selects contract.*.';
  const wrongDeck = (of: string): string =>
    `The event belongs to ${of}, but the subscription is limited to the deck ${other.id} only.`;
  const older = ({ timestamp }: EventAnswer): string =>
    `The event happened at ${timestamp}, before the subscription was made at ${one.createdAt}.`;
  const off = 'The subscription is switched off: by hand.';
  const steps: [changes: object, of: EventAnswer, verdict: string, sentences: string[]][] = [
    [{}, event, 'other_type', [type, wrongDeck(`the deck ${deck.id}`), older(event), off]],
    [{ eventType: 'wall.*' }, bare, 'other_deck', [wrongDeck('no deck'), older(bare), off]],
    [{ deckId: deck.id }, event, 'predates_subscription', [older(event), off]],
    [{ isActive: true }, event, 'predates_subscription', [older(event)]],
  ];
  for (const [changes, of, verdict, sentences] of steps) {
    await change(one, changes);
    expect(await explain(of, one)).toEqual({ verdict, detail: sentences.join(' '), delivery: null });
  }
});

test('switched off when it happened', async () => {
  const one = await subscribe('off.happened', { isActive: false });
  const event = await publish(app, 'off.happened');
  const detail = 'The subscription is switched off: by hand.';
  expect(await explain(event, one)).toEqual({ verdict: 'inactive', detail, delivery: null });
});

test('switched off by the product, and for which reason', async () => {
  receiver.answer = (path) => (path === '/gone' ? 410 : path === '/sound' ? 204 : 500);
  const one = await subscribe('gone.happened', {}, '/gone');
  await settledDelivery(app, (await publish(app, 'gone.happened')).id);
  const event = await publish(app, 'gone.happened');
  const { verdict, detail } = await explain(event, one);
  expect([verdict, detail]).toEqual(['inactive', 'The subscription is switched off: The receiver answered 410 Gone.']);
});

test('its fan-out is under way, or has failed and is tried again', async () => {
  const one = await subscribe('new.happened');
  const postpone = (failures: number, error: string | null) =>
    sql`update fan_out set due_at = '2100-01-01', attempt_count = ${failures}, error = ${error}`;
  const [event] = await writer.append('new.happened', {
    beforeEnd: async ({ em }) => void (await postpone(0, null).execute(em.getKysely<unknown>())),
  });
  const happened = `The event new.happened of ${event?.timestamp.toISOString()} matches the subscription (new.happened).`;
  const underWay = await explain({ id: event?.id ?? '' }, one);
  expect(underWay.verdict).toBe('fan_out_pending');
  expect(underWay.detail).toBe(`${happened} Its fan-out is under way or about to begin.`);
  await postpone(3, 'RangeError').execute(app.database.connection.kysely);
  const { detail } = await explain({ id: event?.id ?? '' }, one);
  expect(detail).toBe(
    `${happened} Its fan-out has failed 3 times (RangeError) and is tried again at 2100-01-01T00:00:00.000Z.`,
  );
});

test('not sent: the subscription selected another type when it happened', async () => {
  await subscribe('missed.happened');
  const one = await subscribe('missed.otherwise');
  const event = await publish(app, 'missed.happened');
  await settledDeliveries(app, event.id);
  await eventually(() => new Date().toISOString() > event.timestamp);
  const { updatedAt } = await change(one, { eventType: 'missed.*' });
  expect(await explain(event, one)).toEqual({
    verdict: 'matched_too_late',
    detail: `The event missed.happened of ${event.timestamp} matches the subscription (missed.*), but has no delivery: the subscription was changed after it, at ${updatedAt}. It can be recovered.`,
    delivery: null,
  });
});

test('not sent: a test of another subscription', async () => {
  const [one, other] = [await subscribe('test.*'), await subscribe('none.happens')];
  const { body } = await app.rest.post<{ delivery: { eventId: string } }>(
    `/api/notifications/subscriptions/${other.id}/test`,
  );
  const { verdict, detail } = await explain({ id: body.delivery.eventId }, one);
  expect(verdict).toBe('matched_too_late');
  expect(detail).toContain('a test.ping goes to the subscription that it tests alone.');
});

test('what does not exist cannot be explained', async () => {
  const one = await subscribe('none.happens');
  const event = await publish(app, 'nobody.asks');
  const nobody = '01900000-0000-7000-8000-000000000000';
  const refusal = async (eventId: string, subscriptionId: string): Promise<unknown[]> => {
    const search = new URLSearchParams({ eventId, subscriptionId }).toString();
    const { status, body } = await app.rest.get(`/api/notifications/explain?${search}`);
    return [status, body.code, body.errors[0]?.pointer];
  };
  expect(await refusal(nobody, one.id)).toEqual([404, 'NOT_FOUND', undefined]);
  expect(await refusal(event.id, nobody)).toEqual([404, 'NOT_FOUND', undefined]);
  expect(await refusal('1', one.id)).toEqual([400, 'INVALID_INPUT', '/eventId']);
  const { status, body } = await app.rest.get('/api/notifications/explain');
  expect([status, body.errors[0]?.pointer]).toEqual([400, '/eventId']);
});
