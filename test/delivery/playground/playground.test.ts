import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { Webhook } from 'standardwebhooks';
import { isOwnReceiver, newToken } from '../../../src/delivery/playground/receiver-url.ts';
import { pruneReceivers } from '../../../src/delivery/playground/playground.service.ts';
import type { ProblemAnswer, Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createSubscription, subscriptionInput } from '../../helpers/factories.ts';
import { freePort } from '../../helpers/free-port.ts';
import { TestApp } from '../../helpers/test-app.ts';
import { use } from '../../helpers/use.ts';
import { bearer, issue } from '../../trust/keys/issued.ts';
import { deliveriesOf, publish, settledDelivery } from '../deliveries.ts';

type Receiver = Schemas['PlaygroundReceiver'];
type Sent = Schemas['PlaygroundRequest'];

const receivers = '/api/playground/receivers';
const app = new TestApp();

use(async () => {
  const port = await freePort();
  await app.start({
    API_KEY: 'a-key-of-sixteen-or-more',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DELIVERY_RETRY_DELAYS: '0',
    LOG_LEVEL: 'info',
  });
  return () => app.stop();
});

const kysely = () => app.database.connection.kysely;
const forget = () => sql`delete from playground_receiver`.execute(kysely());

async function create(input: object = {}): Promise<Receiver> {
  await forget();
  const { status, body } = await app.rest.post<{ receiver: Receiver }>(receivers, input);
  expect(status).toBe(201);
  return body.receiver;
}

async function change({ id }: Receiver, input: object): Promise<Receiver> {
  return (await app.rest.put<{ receiver: Receiver }>(`${receivers}/${id}`, input)).body.receiver;
}

const sentTo = async ({ id }: Receiver): Promise<Sent[]> =>
  (await app.rest.get<{ requests: Sent[] }>(`${receivers}/${id}/requests`)).body.requests;

/** As somebody does who knows the URL alone. */
const send = ({ url }: Receiver, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers });

async function subscribed(eventType: string): Promise<{ receiver: Receiver; subscription: SubscriptionAnswer }> {
  const receiver = await create();
  const channelConfig = { url: receiver.url, headers: { 'X-Team': 'sales', 'X-Api-Key': 'a-credential' } };
  const subscription = await createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig });
  return { receiver: await change(receiver, { subscriptionId: subscription.id }), subscription };
}

describe('a playground receiver', () => {
  test('shows the webhook of an event with the verdict on its signature, at both APIs', async () => {
    const { receiver, subscription } = await subscribed('played.shown');
    const event = await publish(app, 'played.shown', { data: { name: 'Ōki' } });
    expect((await settledDelivery(app, event.id)).status).toBe('DELIVERED');
    const [sent] = await sentTo(receiver);
    expect(sent).toMatchObject({
      verdict: 'valid',
      status: 204,
      headers: { 'webhook-id': event.id, 'x-team': 'sales' },
    });
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id: event.id, data: { name: 'Ōki' } });
    expect(JSON.stringify(sent)).not.toContain('a-credential');
    const query = `query ($id: ID!) { playgroundReceiver(id: $id) {
      url answer subscription { id } requests(first: 1) { nodes { id verdict status body } } } }`;
    expect(await app.graphql.data(query, { id: receiver.id })).toEqual({
      playgroundReceiver: {
        url: receiver.url,
        answer: 'SUCCESS',
        subscription: { id: subscription.id },
        requests: { nodes: [{ id: sent?.id, verdict: 'VALID', status: 204, body: sent?.body }] },
      },
    });
  });

  test.each([
    ['success', 204],
    ['rejected', 400],
    ['gone', 410],
    ['failure', 500],
  ])('that is set to %s answers %i', async (answer, status) => {
    const receiver = await create({ answer });
    expect((await send(receiver, '{}')).status).toBe(status);
    expect(await sentTo(receiver)).toMatchObject([{ status, body: '{}', verdict: 'unchecked' }]);
  });

  test('that is slow answers after its delay', async () => {
    const receiver = await create({ answer: 'slow', delaySeconds: 1 });
    const started = performance.now();
    expect((await send(receiver, '{}')).status).toBe(204);
    expect(performance.now() - started).toBeGreaterThan(950);
    expect(await sentTo(receiver)).toHaveLength(1);
  });

  test('that fails makes the delivery dead, and delivers it again once it is set to success', async () => {
    const { receiver } = await subscribed('played.again');
    const failing = await change(receiver, { answer: 'failure' });
    const event = await publish(app, 'played.again');
    const dead = await settledDelivery(app, event.id);
    expect(dead).toMatchObject({ status: 'DEAD', attempts: [{ statusCode: 500 }, { statusCode: 500 }] });
    const mutation = `mutation ($id: ID!, $input: UpdatePlaygroundReceiverInput!) {
      updatePlaygroundReceiver(id: $id, input: $input) { receiver { answer } } }`;
    await app.graphql.data(mutation, { id: failing.id, input: { answer: 'SUCCESS' } });
    await app.rest.post(`/api/notifications/deliveries/${dead.id}/resend`);
    expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED' });
    expect((await sentTo(receiver)).map(({ status }) => status)).toEqual([204, 500, 500]);
    // What a receiver is sent causes no event: no delivery, and no request to itself.
    expect(await deliveriesOf(app, event.id)).toHaveLength(1);
  });

  test('judges signatures as the libraries of receivers do', async () => {
    const { receiver, subscription } = await subscribed('played.judged');
    const { subscriptionSecret } = (
      await app.rest.get<{ subscriptionSecret: { secret: string } }>(
        `/api/notifications/subscriptions/${subscription.id}/secret`,
      )
    ).body;
    const signed = (body: string, at = new Date(), secret = subscriptionSecret.secret): Record<string, string> => ({
      'webhook-id': 'event',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('event', at, body),
    });
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const cases: [verdict: string, body: string, headers: Record<string, string>][] = [
      ['valid', '{"a":1}', signed('{"a":1}')],
      ['valid', 'no JSON', signed('no JSON')],
      ['invalid', '{"a":2}', signed('{"a":1}')],
      ['invalid', '{"a":1}', signed('{"a":1}', new Date(), other)],
      ['invalid', '{"a":1}', { ...signed('{"a":1}'), 'webhook-signature': 'v1,%%%' }],
      ['invalid', '{"a":1}', { ...signed('{"a":1}'), 'webhook-timestamp': 'now' }],
      ['expired', '{"a":1}', signed('{"a":1}', new Date(Date.now() - 400_000))],
      ['missing', '{"a":1}', {}],
    ];
    for (const [verdict, body, headers] of cases) {
      await send(receiver, body, headers);
      const [last] = await sentTo(receiver);
      expect([last?.body, last?.verdict]).toEqual([body, verdict]);
    }
  });

  test('keeps the last hundred requests, none of a body that is too large, and takes sixty a minute', async () => {
    const receiver = await create();
    await sql`insert into playground_request (id, created_at, receiver_id, headers, body, verdict, status)
      select gen_random_uuid(), now() - interval '1 hour', ${receiver.id}, '{}', 'old', 'unchecked', 204
      from generate_series(1, 100)`.execute(kysely());
    expect((await send(receiver, 'a'.repeat(65_537))).status).toBe(413);
    expect((await send(receiver, 'a\0b'.padEnd(65_536, 'ß').slice(0, 30_000))).status).toBe(204);
    const { rows } = await sql<{ body: string | null }>`select left(body, 3) as body from playground_request
      where receiver_id = ${receiver.id} order by created_at`.execute(kysely());
    expect(rows).toHaveLength(100);
    expect(rows.slice(-3).map(({ body }) => body)).toEqual(['old', null, 'a\uFFFDb']);
    const statuses: number[] = [];
    let last: Response | null = null;
    while (!statuses.includes(429) && statuses.length < 70) statuses.push((last = await send(receiver, '{}')).status);
    expect(statuses).toHaveLength(59);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sql`select from playground_request where body = '{}'`.execute(kysely())).toMatchObject({
      rows: { length: 58 },
    });
  });

  test('is kept for a day, and a key has at most five', async () => {
    const first = await create();
    expect(Date.parse(first.expiresAt) - Date.parse(first.createdAt)).toBeCloseTo(86_400_000, -4);
    for (let n = 0; n < 4; n += 1) await app.rest.post(receivers, {});
    const sixth = await app.rest.post<ProblemAnswer>(receivers, {});
    expect([sixth.status, sixth.body.reason]).toEqual([409, 'receiver_limit_reached']);
    const { token } = await issue(app, { scopes: ['notifications:write'] });
    const other = await fetch(`${app.base}${receivers}`, { method: 'POST', headers: bearer(token) });
    expect(other.status).toBe(201);
    await sql`update playground_receiver set expires_at = now() where id = ${first.id}`.execute(kysely());
    expect((await send(first, '{}')).status).toBe(404);
    expect((await app.rest.post(receivers, {})).status).toBe(201);
    const em = { getKysely: kysely } as unknown as SqlEntityManager;
    expect([await pruneReceivers({ em }), await pruneReceivers({ em })]).toEqual([1, 0]);
  });

  test('is no other path of the server, and takes POST alone', async () => {
    const receiver = await create();
    for (const path of ['/api/events', `/play/${newToken()}/../../api/events`, '/play/', `/play/${newToken()}?a=b`]) {
      const input = subscriptionInput({ channel: 'webhook', channelConfig: { url: `${app.base}${path}` } });
      const { status, body } = await app.rest.post<ProblemAnswer>('/api/notifications/subscriptions', input);
      expect([path, status, body.errors?.[0]?.code]).toEqual([path, 400, 'unsafe']);
    }
    expect((await fetch(receiver.url)).status).toBe(405);
    expect((await fetch(receiver.url, { method: 'PUT', body: '{}' })).status).toBe(405);
    expect((await fetch(`${app.base}/play/${newToken()}`, { method: 'POST' })).status).toBe(404);
    expect(app.log.join('\n')).not.toContain(receiver.url.slice(-32));
  });
});

const token = newToken();
test.each([
  [`https://deckcast.example.com/play/${token}`, true],
  [`https://DECKCAST.example.com:443/play/${token}`, true],
  [`http://deckcast.example.com/play/${token}`, false],
  [`https://deckcast.example.com:8443/play/${token}`, false],
  [`https://deckcast.example.com.evil.example/play/${token}`, false],
  [`https://user@deckcast.example.com/play/${token}`, false],
  [`https://deckcast.example.com/play/${token}/`, false],
  [`https://deckcast.example.com/play/${token}?to=x`, false],
  [`https://deckcast.example.com/play/${token}#x`, false],
  [`https://deckcast.example.com/play/${token.slice(1)}`, false],
  [`https://deckcast.example.com/play/%2e%2e/api/events`, false],
  [`https://deckcast.example.com/api/../play/${token}`, true],
  [`https://127.0.0.1/play/${token}`, false],
])('%s is a receiver of https://deckcast.example.com: %s', (url, is) => {
  expect(isOwnReceiver(new URL(url), 'https://deckcast.example.com')).toBe(is);
  expect(isOwnReceiver(new URL(url), null)).toBe(false);
});
