import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { safeText } from '../../../src/delivery/channels/safe-text.ts';
import { judgeResponse } from '../../../src/delivery/channels/webhook-response.ts';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

describe('a receiver', () => {
  const app = useApp({ DELIVERY_RETRY_DELAYS: '0.1,0.1', DISABLE_AFTER_SECONDS: '4' });
  const requests: string[] = [];
  let answer: { status: number; headers?: OutgoingHttpHeaders; body?: string } = { status: 204 };
  const receiver = createServer((request, response) => {
    requests.push(request.url ?? '');
    request.resume();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });

  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });

  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  async function subscribe(eventType: string): Promise<SubscriptionAnswer> {
    const { port } = receiver.address() as AddressInfo;
    const channelConfig = {
      url: `http://127.0.0.1:${port}/${eventType}`,
      headers: { authorization: 'Bearer t0psecret' },
    };
    return createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig });
  }

  async function publish(type: string): Promise<EventAnswer> {
    const { body } = await app.rest.post<{ event: EventAnswer }>('/api/events', { type });
    return body.event;
  }

  interface Log {
    nodes: {
      status: string;
      nextAttemptAt: string | null;
      attempts: { phase: string; statusCode: number | null; error: string | null; response: string | null }[];
    }[];
  }

  async function deliveriesOf(event: EventAnswer): Promise<Log['nodes']> {
    const query = `query ($eventId: ID) { deliveries(eventId: $eventId) {
      nodes { status nextAttemptAt attempts { phase statusCode error response } } } }`;
    const { deliveries } = await app.graphql.data<{ deliveries: Log }>(query, { eventId: event.id });
    return deliveries.nodes;
  }

  async function recorded(type: string): Promise<EventAnswer[]> {
    return app.events(`types=${type}`);
  }

  test('that answers 410 is switched off, and that is an event', async () => {
    answer = { status: 410 };
    const subscription = await subscribe('gone.now');
    const event = await publish('gone.now');
    await eventually(async () => (await deliveriesOf(event))[0]?.status === 'DEAD');
    const { body } = await app.rest.get<SubscriptionAnswer>(`/api/notifications/subscriptions/${subscription.id}`);
    expect(body.isActive).toBe(false);
    expect(await recorded('subscription.disabled')).toMatchObject([
      { data: { subscriptionId: subscription.id, reason: 'The receiver answered 410 Gone.' } },
    ]);
    expect(requests.filter((url) => url === '/gone.now')).toHaveLength(1);
  });

  test('that asks for no more with its success is switched off after it', async () => {
    answer = { status: 200, headers: { 'webhook-delivery': 'disable' } };
    const subscription = await subscribe('enough.now');
    const event = await publish('enough.now');
    await eventually(async () => (await deliveriesOf(event))[0]?.status === 'DELIVERED');
    const { body } = await app.rest.get<SubscriptionAnswer>(`/api/notifications/subscriptions/${subscription.id}`);
    expect(body.isActive).toBe(false);
  });

  test('that asks to come later is asked later', async () => {
    answer = { status: 503, headers: { 'retry-after': '120' } };
    await subscribe('busy.now');
    const before = Date.now();
    const event = await publish('busy.now');
    // Waited for together: the delivery and its attempts are read by two statements.
    const delivery = await eventually(async () => {
      const [found] = await deliveriesOf(event);
      return Date.parse(found?.nextAttemptAt ?? '') >= before + 120_000 && found;
    });
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: [{ statusCode: 503 }] });
  });

  test('that fails for too long is switched off once', async () => {
    answer = { status: 500 };
    const subscription = await subscribe('failing.now');
    const read = () => app.rest.get<SubscriptionAnswer>(`/api/notifications/subscriptions/${subscription.id}`);
    const policy = { retryDelays: Array.from({ length: 20 }, () => 1) };
    await app.rest.put(`/api/notifications/subscriptions/${subscription.id}/policy`, policy);
    await publish('failing.now');
    await eventually(async () => !(await read()).body.isActive, { timeoutMs: 20_000 });
    const reasons = (await recorded('subscription.disabled')).filter(
      ({ data }) => data['subscriptionId'] === subscription.id,
    );
    expect(reasons).toHaveLength(1);
    expect(reasons[0]?.data['reason']).toMatch(/^All attempts have failed since 20\d\d-/);
    const state = 'query ($id: ID!) { subscription(id: $id) { disabledReason } }';
    const reasonNow = async () =>
      (await app.graphql.data<{ subscription: { disabledReason: string | null } }>(state, { id: subscription.id }))
        .subscription.disabledReason;
    expect(await reasonNow()).toBe(reasons[0]?.data['reason']);
    await app.rest.put(`/api/notifications/subscriptions/${subscription.id}`, { isActive: true });
    expect(await reasonNow()).toBeNull();
  }, 30_000);

  test('that fails to the end leaves a dead delivery, reported once and never about itself', async () => {
    answer = { status: 500, body: 'No, Bearer t0psecret is\u0007 not known' };
    await subscribe('delivery.dead');
    const subscription = await subscribe('broken.now');
    const event = await publish('broken.now');
    await eventually(async () => (await deliveriesOf(event))[0]?.status === 'DEAD');
    const reported = await eventually(async () => {
      const events = await recorded('delivery.dead');
      return events.find(({ data }) => data['eventId'] === event.id);
    });
    expect(reported.data).toMatchObject({
      subscriptionId: subscription.id,
      eventType: 'broken.now',
      error: 'The receiver answered 500.',
    });
    await eventually(async () => (await deliveriesOf(reported))[0]?.status === 'DEAD');
    const about = (await recorded('delivery.dead')).filter(({ data }) => data['eventType'] === 'delivery.dead');
    expect(about).toEqual([]);
    expect((await deliveriesOf(event))[0]?.attempts).toHaveLength(3);
    expect((await deliveriesOf(event))[0]?.attempts[0]).toEqual({
      phase: 'ANSWERED',
      statusCode: 500,
      error: 'The receiver answered 500.',
      response: 'No, [redacted] is  not known',
    });
  });
});

describe('an answer', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  test.each([
    ['0', 0],
    ['90', 90_000],
    ['0.5', 500],
    ['7200', 3_600_000],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ])('with Retry-After "%s" asks for %s ms', (header, expected) => {
    expect(judgeResponse(503, { 'retry-after': header }, '', now).retryAfterMs).toBe(expected);
  });

  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [301, 'retry'],
    [400, 'retry'],
    [404, 'retry'],
    [410, 'refused'],
    [429, 'retry'],
    [500, 'retry'],
  ])('of %d is %s', (status, verdict) => {
    expect(judgeResponse(status, {}, '', now).verdict).toBe(verdict);
  });

  test('is kept as text that a terminal and a database bear', () => {
    const bytes = Buffer.from([0x00, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xff, 0x0a, 0x61]);
    expect(safeText(bytes, [])).toBe('  [31m?\na');
  });
});
