import { describe, expect, test } from '@jest/globals';
import type { Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { deliveriesOf, publish, settledDelivery } from '../deliveries.ts';
import { OddReceiver } from '../channels/odd-receiver.ts';

const app = useApp({ DELIVERY_RETRY_DELAYS: '0,0' });
const receiver = useReceiver();
receiver.answer = () => 500;
const odd = useServer(new OddReceiver());

type Policy = Schemas['DeliveryPolicy'];
const none: Policy = { retryDelays: null, timeoutMs: null, isAutoRecoverEnabled: false };

let counter = 0;

async function subscribe(url = `${receiver.url}/policy`): Promise<SubscriptionAnswer> {
  counter += 1;
  return createSubscription(app.rest, {
    eventType: `policy.case_${counter}`,
    channel: 'webhook',
    channelConfig: { url },
  });
}

const pathOf = ({ id }: SubscriptionAnswer): string => `/api/notifications/subscriptions/${id}/policy`;

async function read(one: SubscriptionAnswer): Promise<{ policy: Policy; etag: string | null }> {
  const { body, headers } = await app.rest.get<{ policy: Policy }>(pathOf(one));
  const query = 'query ($id: ID!) { subscription(id: $id) { policy { retryDelays timeoutMs isAutoRecoverEnabled } } }';
  expect(await app.graphql.data(query, { id: one.id })).toEqual({ subscription: { policy: body.policy } });
  return { policy: body.policy, etag: headers.get('etag') };
}

const mutation = `mutation ($id: ID!, $input: UpdateDeliveryPolicyInput!) {
  updateDeliveryPolicy(subscriptionId: $id, input: $input) { subscription { id updatedAt policy { retryDelays timeoutMs isAutoRecoverEnabled } } } }`;

test('a new subscription follows the configuration', async () => {
  const { policy, etag } = await read(await subscribe());
  expect([policy, etag]).toEqual([none, '"1"']);
});

test('what is absent stays, null follows the configuration again, and only a change counts as one', async () => {
  const one = await subscribe();
  const steps: [input: object, policy: Policy, etag: string][] = [
    [{ retryDelays: [1.5, 60] }, { ...none, retryDelays: [1.5, 60] }, '"2"'],
    [{ timeoutMs: 5_000 }, { ...none, retryDelays: [1.5, 60], timeoutMs: 5_000 }, '"3"'],
    [{}, { ...none, retryDelays: [1.5, 60], timeoutMs: 5_000 }, '"3"'],
    [{ timeoutMs: 5_000, retryDelays: [1.5, 60] }, { ...none, retryDelays: [1.5, 60], timeoutMs: 5_000 }, '"3"'],
    [
      { retryDelays: [], isAutoRecoverEnabled: true },
      { retryDelays: [], timeoutMs: 5_000, isAutoRecoverEnabled: true },
      '"4"',
    ],
    [{ retryDelays: null, timeoutMs: null }, { ...none, isAutoRecoverEnabled: true }, '"5"'],
    [{ isAutoRecoverEnabled: false }, none, '"6"'],
  ];
  for (const [input, policy, etag] of steps) {
    const { status, body } = await app.rest.put(pathOf(one), input);
    expect([status, body]).toEqual([200, { policy }]);
    expect(await read(one)).toEqual({ policy, etag });
  }
});

test('GraphQL changes it in the same way', async () => {
  const one = await subscribe();
  const input = { retryDelays: [1, 2.5], timeoutMs: 100, isAutoRecoverEnabled: true };
  const {
    updateDeliveryPolicy: { subscription: changed },
  } = await app.graphql.data<{
    updateDeliveryPolicy: { subscription: { id: string; updatedAt: string; policy: Policy } };
  }>(mutation, { id: one.id, input });
  expect([changed.id, changed.policy]).toEqual([one.id, input]);
  expect(changed.updatedAt > one.updatedAt).toBe(true);
  expect((await read(one)).policy).toEqual(input);
});

test('an editor who has read an older version is refused', async () => {
  const one = await subscribe();
  const { status } = await app.rest.put(pathOf(one), { timeoutMs: 500 }, { 'if-match': '"1"' });
  const { status: late, body } = await app.rest.put(pathOf(one), { timeoutMs: 600 }, { 'if-match': '"1"' });
  expect([status, late, body.code]).toEqual([200, 412, 'PRECONDITION_FAILED']);
});

describe('what is no policy is refused alike and changes nothing', () => {
  test.each([
    [{ retryDelays: 'soon' }, '/retryDelays'],
    [{ retryDelays: Array<number>(21).fill(1) }, '/retryDelays'],
    [{ retryDelays: [1, -1] }, '/retryDelays/1'],
    [{ retryDelays: [604_801] }, '/retryDelays/0'],
    [{ retryDelays: [1, 0] }, '/retryDelays/1'],
    [{ retryDelays: [0.9] }, '/retryDelays/0'],
    [{ retryDelays: [604_000, 801] }, '/retryDelays'],
    [{ retryDelays: [null] }, '/retryDelays/0'],
    [{ retryDelays: ['5'] }, '/retryDelays/0'],
    [{ timeoutMs: 99 }, '/timeoutMs'],
    [{ timeoutMs: 60_001 }, '/timeoutMs'],
    [{ timeoutMs: 500.5 }, '/timeoutMs'],
    [{ isAutoRecoverEnabled: 'yes' }, '/isAutoRecoverEnabled'],
  ])('%j', async (input, pointer) => {
    const one = await subscribe();
    const { status, body } = await app.rest.put(pathOf(one), input);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([400, 'INVALID_INPUT', pointer]);
    const { errors } = await app.graphql.send(mutation, { id: one.id, input });
    expect(errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
    expect(await read(one)).toEqual({ policy: none, etag: '"1"' });
  });

  test('a policy of nobody', async () => {
    const nobody = { id: '01900000-0000-7000-8000-000000000000' } as SubscriptionAnswer;
    expect((await app.rest.get(pathOf(nobody))).status).toBe(404);
    expect((await app.rest.put(pathOf(nobody), {})).status).toBe(404);
    const { errors } = await app.graphql.send(mutation, { id: nobody.id, input: {} });
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('later attempts', () => {
  test.each([
    [null, 3],
    [[], 1],
    [[1], 2],
    [[1, 1, 1], 4],
  ])('with the delays %j there are %d', async (retryDelays, count) => {
    const one = await subscribe();
    await app.rest.put(pathOf(one), { retryDelays });
    const { id } = await publish(app, one.eventType);
    expect(await settledDelivery(app, id)).toMatchObject({ status: 'DEAD', attemptCount: count });
  });

  test('a delivery that waits already follows the policy of the time', async () => {
    const one = await subscribe();
    await app.rest.put(pathOf(one), { retryDelays: [1, 1_000, 1_000] });
    const event = await publish(app, one.eventType);
    const after = (count: number) =>
      eventually(async () => (await deliveriesOf(app, event.id)).find(({ attemptCount }) => attemptCount === count));
    await after(1);
    await app.rest.put(pathOf(one), { retryDelays: [1, 100] });
    const { nextAttemptAt, attempts } = await after(2);
    const waitsMs = Date.parse(nextAttemptAt ?? '') - Date.parse(attempts[1]?.startedAt ?? '');
    expect(waitsMs).toBeGreaterThan(79_000);
    expect(waitsMs).toBeLessThan(500_000);
  });

  test('the time-out of the subscription ends an attempt, not the longer one of the configuration', async () => {
    const one = await subscribe(`${odd.url}/hang`);
    await app.rest.put(pathOf(one), { timeoutMs: 300, retryDelays: [] });
    const { id } = await publish(app, one.eventType);
    const { attempts } = await settledDelivery(app, id);
    expect(attempts).toEqual([expect.objectContaining({ error: 'There was no answer within 300 ms.' })]);
    expect(attempts[0]?.durationMs).toBeGreaterThanOrEqual(290);
    expect(attempts[0]?.durationMs).toBeLessThan(5_000);
  });
});
