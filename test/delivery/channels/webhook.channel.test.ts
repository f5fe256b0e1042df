import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { type ReceivedWebhook, useReceiver } from '../../helpers/webhook-receiver.ts';
import { deliveriesOf, publish, settledDelivery } from '../deliveries.ts';
import { OddReceiver } from './odd-receiver.ts';

const timeoutMs = 6_000;
const app = useApp({ WEBHOOK_TIMEOUT_MS: String(timeoutMs) });
const receiver = useReceiver();
const odd = useServer(new OddReceiver());

let counter = 0;

/** A webhook subscription to an event type of its own. */
async function subscribe(url: string, headers?: Record<string, string>): Promise<SubscriptionAnswer> {
  counter += 1;
  const channelConfig = { url, ...(headers === undefined ? {} : { headers }) };
  return createSubscription(app.rest, { eventType: `webhook.case_${counter}`, channel: 'webhook', channelConfig });
}

async function switchOff({ id }: SubscriptionAnswer): Promise<void> {
  await app.rest.put(`/api/notifications/subscriptions/${id}`, { isActive: false });
}

async function secretOf({ id }: SubscriptionAnswer): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    select secret from notification_subscription where id = ${id}`.execute(app.database.connection.kysely);
  return rows[0]?.secret ?? '';
}

function verify(secret: string, { body, headers }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test('the configured headers are sent beside our own, and may name another user agent', async () => {
  const headers = { Authorization: 'Bearer t0ken', 'x-office': 'north', 'User-Agent': 'Office/2' };
  const { eventType } = await subscribe(`${receiver.url}/headers?a=1`, headers);
  const event = await publish(app, eventType);
  await settledDelivery(app, event.id);
  expect(receiver.at('/headers?a=1').map((webhook) => webhook.headers)).toEqual([
    expect.objectContaining({
      authorization: 'Bearer t0ken',
      'x-office': 'north',
      'user-agent': 'Office/2',
      'content-type': 'application/json',
      'webhook-id': event.id,
      'deckcast-cursor': event.cursor,
    }),
  ]);
});

test('the signature verifies with the secret of the subscription, and only over the bytes that were sent', async () => {
  const subscription = await subscribe(`${receiver.url}/signed`);
  const event = await publish(app, subscription.eventType, { data: { note: 'Zoë – 好 🙂' } });
  await settledDelivery(app, event.id);
  const [request] = receiver.at('/signed');
  if (request === undefined) throw new Error('nothing arrived');
  const secret = await secretOf(subscription);
  expect(verify(secret, request)).toMatchObject({ id: event.id, data: { note: 'Zoë – 好 🙂' } });
  const { body, headers } = request;
  expect(() => verify(secret, { ...request, body: body.replace('Zoë', 'Zoe') })).toThrow('No matching signature');
  expect(() => verify(secret, { ...request, headers: { ...headers, 'webhook-id': 'msg_2' } })).toThrow('signature');
  const otherSecret = await secretOf(await subscribe(`${receiver.url}/other`));
  expect(() => verify(otherSecret, request)).toThrow('No matching signature');
});

test('a failed attempt is made again: same id and bytes, fresh timestamp, both attempts readable', async () => {
  receiver.answer = (path, earlier) => (path === '/flaky' && earlier === 0 ? 500 : 200);
  const subscription = await subscribe(`${receiver.url}/flaky`);
  const event = await publish(app, subscription.eventType);
  const delivery = await settledDelivery(app, event.id);
  expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 2, nextAttemptAt: null });
  expect(delivery.attempts).toMatchObject([
    { number: 1, outcome: 'FAILED', statusCode: 500, error: 'The receiver answered 500.' },
    { number: 2, outcome: 'DELIVERED', statusCode: 200, error: null },
  ]);
  const [first, second, ...more] = receiver.at('/flaky');
  if (first === undefined || second === undefined) throw new Error('an attempt did not arrive');
  expect([more, second.body]).toEqual([[], first.body]);
  expect([first, second].map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
  const secret = await secretOf(subscription);
  for (const [index, request] of [first, second].entries()) {
    verify(secret, request);
    const startedAt = Date.parse(delivery.attempts[index]?.startedAt ?? '');
    expect(Number(request.headers['webhook-timestamp']) - Math.floor(startedAt / 1_000)).toBeLessThanOrEqual(1);
    expect(Number(request.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(Math.floor(startedAt / 1_000));
  }
});

test('after the last failure a delivery is dead', async () => {
  receiver.answer = (path) => (path === '/broken' ? 503 : 200);
  const { eventType } = await subscribe(`${receiver.url}/broken`);
  const { id } = await publish(app, eventType);
  const delivery = await settledDelivery(app, id);
  expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 4, nextAttemptAt: null });
  expect(delivery.attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([
    [1, 503],
    [2, 503],
    [3, 503],
    [4, 503],
  ]);
  expect(receiver.at('/broken')).toHaveLength(4);
});

test.each([301, 302, 303, 307, 308])('a redirect (%d) is a failure and is not followed', async (status) => {
  receiver.answer = (path, earlier) => (path === `/moved-${status}` && earlier === 0 ? status : 200);
  const { eventType } = await subscribe(`${receiver.url}/moved-${status}`);
  const { id } = await publish(app, eventType);
  const { attempts } = await settledDelivery(app, id);
  expect(attempts[0]).toMatchObject({
    statusCode: status,
    error: `The receiver answered with a redirect (${status}), which is never followed.`,
  });
  expect(receiver.at('/redirected')).toEqual([]);
});

test('receivers that hang take no slot from other subscriptions, and fail after the time-out', async () => {
  const hanging = [await subscribe(`${odd.url}/hang`), await subscribe(`${odd.url}/hang`)];
  const healthy = await subscribe(`${receiver.url}/healthy`);
  const stuck: string[] = [];
  // First one after the other, so that each is fetched by itself; then all at once, so that they are fetched mixed.
  for (const { eventType } of [...hanging, ...hanging, ...hanging]) {
    const before = odd.hanging;
    stuck.push((await publish(app, eventType)).id);
    await eventually(() => odd.hanging > before, { what: 'one more hanging request' });
  }
  const crowd = Array.from({ length: 10 }, () => [healthy, ...hanging]).flat();
  const crowdEvents = await Promise.all(crowd.map(({ eventType }) => publish(app, eventType)));
  await eventually(() => receiver.at('/healthy').length === 10, { what: 'the healthy deliveries' });
  expect((await deliveriesOf(app, stuck[0] ?? ''))[0]?.attempts).toEqual([]);
  stuck.push(...crowdEvents.filter(({ type }) => type !== healthy.eventType).map(({ id }) => id));

  const [first] = await eventually(async () => {
    const [delivery] = await deliveriesOf(app, stuck[0] ?? '');
    return delivery !== undefined && delivery.attempts.length > 0 && delivery.attempts;
  });
  expect(first).toMatchObject({ outcome: 'FAILED', statusCode: null });
  expect(first?.error).toBe(`There was no answer within ${timeoutMs} ms.`);
  expect(first?.durationMs).toBeGreaterThanOrEqual(timeoutMs - 50);
  await Promise.all(hanging.map(switchOff));
  for (const id of stuck) expect(await settledDelivery(app, id)).toMatchObject({ status: 'SKIPPED' });
});

test('of a body without end only the beginning is read', async () => {
  const { eventType } = await subscribe(`${odd.url}/endless`);
  const { id } = await publish(app, eventType);
  expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED', attempts: [{ statusCode: 200 }] });
  await eventually(() => odd.endlessClosed === 1, { what: 'the end of the connection' });
  // What the network holds on the way counts as sent; an unbounded reader takes gigabytes in the time-out.
  expect(odd.bytesSent).toBeLessThan(16_000_000);
});

test('a refused connection is tried again', async () => {
  const late = new OddReceiver();
  await late.open();
  const { url } = late;
  await late.close();
  const subscription = await subscribe(url);
  const { id } = await publish(app, subscription.eventType);
  const [attempt] = await eventually(async () => {
    const [delivery] = await deliveriesOf(app, id);
    return delivery?.status === 'PENDING' && delivery.attempts.length > 0 && delivery.attempts;
  });
  expect(attempt).toMatchObject({ statusCode: null, error: 'The request failed (ECONNREFUSED).' });
  const channelConfig = { url: `${receiver.url}/mended` };
  await app.rest.put(`/api/notifications/subscriptions/${subscription.id}`, { channelConfig });
  expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED' });
  expect(receiver.at('/mended')).toHaveLength(1);
});

test('what is stored and logged of a failure holds nothing of the settings', async () => {
  const secrets = { Authorization: 'Bearer canary-header' };
  const subscription = await subscribe('http://127.0.0.1:9/canary-path?key=canary-query', secrets);
  const { id } = await publish(app, subscription.eventType, { data: { phone: 'canary-data' } });
  const delivery = await settledDelivery(app, id);
  expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 4 });
  const { rows } = await sql<{ attempts: string; jobs: string }>`select
    (select string_agg(delivery_attempt::text, ' ') from delivery_attempt) as attempts,
    (select string_agg(job::text, ' ') from pgboss.job) as jobs`.execute(app.database.connection.kysely);
  expect(rows[0]?.attempts).toContain(delivery.id);
  expect(`${rows[0]?.attempts} ${rows[0]?.jobs}`).not.toMatch(/canary|whsec_/);
});
