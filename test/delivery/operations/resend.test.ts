import { describe, expect, test } from '@jest/globals';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { type DeliveryAnswer, deliveriesOf, publish, settledDelivery } from '../deliveries.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0,0' });
const receiver = useReceiver();
const nobody = '01900000-0000-7000-8000-000000000000';

let counter = 0;

/** A subscription to a type of its own, delivered to a path of its own, with an event that was published. */
async function deliver(policy: object = {}): Promise<{ path: string; one: SubscriptionAnswer; event: EventAnswer }> {
  counter += 1;
  const [path, eventType] = [`/resend-${counter}`, `resend.case_${counter}`];
  const channelConfig = { url: `${receiver.url}${path}` };
  const one = await createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig });
  await app.rest.put(`/api/notifications/subscriptions/${one.id}/policy`, policy);
  return { path, one, event: await publish(app, eventType) };
}

async function change({ id }: SubscriptionAnswer, changes: object): Promise<void> {
  const { status } = await app.rest.put(`/api/notifications/subscriptions/${id}`, changes);
  expect(status).toBe(200);
}

const viaRest = async (id: string): Promise<string> => {
  const { status, body } = await app.rest.post<{ delivery: { status: string } }>(
    `/api/notifications/deliveries/${id}/resend`,
  );
  return status === 200 ? body.delivery.status.toUpperCase() : String(status);
};

const resendMutation = 'mutation ($id: ID!) { resendDelivery(id: $id) { delivery { id status attemptCount } } }';
const viaGraphQL = async (id: string): Promise<string> => {
  const { resendDelivery } = await app.graphql.data<{ resendDelivery: { delivery: DeliveryAnswer } }>(resendMutation, {
    id,
  });
  return resendDelivery.delivery.status;
};

const outcomes = ({ attempts }: DeliveryAnswer): unknown[] => attempts.map(({ number, outcome }) => [number, outcome]);

describe('a delivery that is over', () => {
  test('is sent again under its id, with its history, to where its subscription points now', async () => {
    receiver.answer = (path) => (path.endsWith('-new') ? 204 : 500);
    const { path, one, event } = await deliver({ retryDelays: [] });
    const dead = await settledDelivery(app, event.id);
    expect([dead.status, outcomes(dead)]).toEqual(['DEAD', [[1, 'FAILED']]]);
    await change(one, { channelConfig: { url: `${receiver.url}${path}-new` } });
    expect(await viaRest(dead.id)).toBe('PENDING');
    const resent = await settledDelivery(app, event.id);
    expect([resent.id, resent.status, resent.attemptCount]).toEqual([dead.id, 'DELIVERED', 2]);
    expect(outcomes(resent)).toEqual([
      [1, 'FAILED'],
      [2, 'DELIVERED'],
    ]);
    expect(resent.attempts[0]).toEqual(dead.attempts[0]);
    const [first, second] = [receiver.at(path), receiver.at(`${path}-new`)];
    expect([...first, ...second].map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
    expect(second[0]?.body).toBe(first[0]?.body);
  });

  test('has one attempt more for each time it is sent again, also when it had arrived', async () => {
    receiver.answer = () => 204;
    const { path, event } = await deliver();
    const { id } = await settledDelivery(app, event.id);
    for (const [count, resend] of [
      [2, viaRest],
      [3, viaGraphQL],
      [4, viaRest],
    ] as const) {
      expect(await resend(id)).toBe('PENDING');
      const delivery = await settledDelivery(app, event.id);
      expect([delivery.status, delivery.attemptCount, delivery.attempts.length]).toEqual(['DELIVERED', count, count]);
      expect(receiver.at(path)).toHaveLength(count);
    }
  });

  test('begins its retry schedule anew', async () => {
    receiver.answer = () => 503;
    const { path, event } = await deliver();
    const dead = await settledDelivery(app, event.id);
    expect([dead.status, dead.attemptCount]).toEqual(['DEAD', 3]);
    await viaGraphQL(dead.id);
    const again = await settledDelivery(app, event.id);
    expect([again.status, again.attempts.map(({ number }) => number)]).toEqual(['DEAD', [1, 2, 3, 4, 5, 6]]);
    expect(receiver.at(path)).toHaveLength(6);
  });

  test('is sent as often as it says it was, when 20 ask at once', async () => {
    receiver.answer = () => 204;
    const { path, event } = await deliver();
    const { id } = await settledDelivery(app, event.id);
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? viaRest(id) : viaGraphQL(id))));
    const delivery = await settledDelivery(app, event.id);
    expect(delivery.attempts.map(({ number }) => number)).toEqual(receiver.at(path).map((_, index) => index + 1));
    expect(delivery.attemptCount).toBeGreaterThan(1);
  });

  test('stays as it is while its subscription is switched off, and says how to mend that', async () => {
    receiver.answer = () => 204;
    const { one, event } = await deliver();
    const delivery = await settledDelivery(app, event.id);
    await change(one, { isActive: false });
    const { status, body } = await app.rest.post(`/api/notifications/deliveries/${delivery.id}/resend`);
    expect([status, body.code, body.reason]).toEqual([409, 'CONFLICT', 'subscription_inactive']);
    expect(body.detail).toBe(
      `The subscription "${one.name}" is switched off: set its isActive to true, then send again.`,
    );
    const { errors } = await app.graphql.send(resendMutation, { id: delivery.id });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      reason: 'subscription_inactive',
      problem: { detail: body.detail },
    });
    expect(await deliveriesOf(app, event.id)).toEqual([delivery]);
  });
});

test('a delivery that waits for hours is tried now, once', async () => {
  receiver.answer = (_path, earlier) => (earlier === 0 ? 500 : 204);
  const { path, event } = await deliver({ retryDelays: [3_600] });
  const waiting = await eventually(async () => (await deliveriesOf(app, event.id)).find((it) => it.attemptCount === 1));
  expect(Date.parse(waiting.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(2_000_000);
  expect(await viaRest(waiting.id)).toBe('PENDING');
  const delivery = await settledDelivery(app, event.id);
  expect(outcomes(delivery)).toEqual([
    [1, 'FAILED'],
    [2, 'DELIVERED'],
  ]);
  expect(receiver.at(path)).toHaveLength(2);
});

test('a resend replaces the attempt that was planned', async () => {
  receiver.answer = () => 500;
  const { path, event } = await deliver({ retryDelays: [2, 3_600] });
  const waiting = await eventually(async () => (await deliveriesOf(app, event.id)).find((it) => it.attemptCount === 1));
  await viaRest(waiting.id);
  const again = await eventually(async () => (await deliveriesOf(app, event.id)).find((it) => it.attemptCount === 2));
  expect(Date.parse(again.nextAttemptAt ?? '') - Date.parse(waiting.nextAttemptAt ?? '')).toBeGreaterThan(1_000_000);
  expect(receiver.at(path)).toHaveLength(2);
});

test('a test is sent again although its subscription is switched off', async () => {
  receiver.answer = () => 204;
  const { path, one } = await deliver();
  await eventually(() => receiver.at(path).length === 1);
  await change(one, { isActive: false });
  const { body } = await app.rest.post<{ delivery: { id: string; eventId: string } }>(
    `/api/notifications/subscriptions/${one.id}/test`,
  );
  await settledDelivery(app, body.delivery.eventId);
  expect(await viaRest(body.delivery.id)).toBe('PENDING');
  expect(await settledDelivery(app, body.delivery.eventId)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
});

test('what does not exist cannot be sent again', async () => {
  expect([await viaRest(nobody), await viaRest('1')]).toEqual(['404', '400']);
  const { errors } = await app.graphql.send(resendMutation, { id: nobody });
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});
