import { describe, expect, test } from '@jest/globals';
import type { EventAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import type { LiveStream } from '../../helpers/live-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';

interface LiveAttempt {
  deliveryAttempts: {
    number: number;
    outcome: string;
    statusCode: number | null;
    delivery: { status: string; event: { id: string }; subscription: { id: string } } | null;
  };
}

describe('deliveryAttempts', () => {
  const app = useApp();
  const receiver = useReceiver();

  async function follow(filter: { subscriptionId?: string; deckId?: string }): Promise<LiveStream<LiveAttempt>> {
    const client = app.live();
    const stream = client.subscribe<LiveAttempt>(
      `subscription ($subscriptionId: ID, $deckId: ID) {
        deliveryAttempts(subscriptionId: $subscriptionId, deckId: $deckId) {
          number outcome statusCode delivery { status event { id } subscription { id } }
        }
      }`,
      filter,
    );
    // A probe of its own shows that the stream is open before what counts happens.
    const probe = await createSubscription(app.rest, { eventType: 'probe.sent', ...filter });
    if (filter.subscriptionId === undefined) {
      await eventually(async () => {
        await app.rest.post('/api/events', { type: 'probe.sent', ...filter });
        return stream.received.length > 0;
      });
    } else {
      await eventually(() => client.connected === 1);
      await eventually(async () => {
        await app.rest.post(`/api/notifications/subscriptions/${filter.subscriptionId}/test`);
        return stream.received.length > 0;
      });
    }
    await app.rest.delete(`/api/notifications/subscriptions/${probe.id}`);
    await eventually(async () => {
      const query = '{ deliveries(status: PENDING) { nodes { id } } }';
      return (await app.graphql.data<{ deliveries: { nodes: object[] } }>(query)).deliveries.nodes.length === 0;
    });
    return stream;
  }

  /** Attempts whose delivery went with the probe show none. */
  function attemptsAt(stream: LiveStream<LiveAttempt>, event: EventAnswer): LiveAttempt['deliveryAttempts'][] {
    return stream.received
      .flatMap(({ data }) => data?.deliveryAttempts ?? [])
      .filter(({ delivery }) => delivery?.event.id === event.id);
  }

  async function publish(type: string, deckId?: string): Promise<EventAnswer> {
    const { body } = await app.rest.post<{ event: EventAnswer }>('/api/events', { type, deckId: deckId ?? null });
    return body.event;
  }

  test('shows each attempt as it is recorded, with its delivery as it is then', async () => {
    const config = { channel: 'webhook', channelConfig: { url: `${receiver.url}/flaky` } };
    const subscription = await createSubscription(app.rest, { eventType: 'roof.leaks', ...config });
    await createSubscription(app.rest, { eventType: 'roof.leaks' });
    const stream = await follow({ subscriptionId: subscription.id });
    const before = receiver.at('/flaky').length;
    receiver.answer = (_path, earlier) => (earlier === before ? 500 : 204);
    const event = await publish('roof.leaks');
    const attempts = await eventually(() => {
      const seen = attemptsAt(stream, event);
      return seen.length === 2 && seen;
    });
    expect(attempts).toMatchObject([
      { number: 1, outcome: 'FAILED', statusCode: 500 },
      { number: 2, outcome: 'DELIVERED', statusCode: 204, delivery: { status: 'DELIVERED' } },
    ]);
    expect(attempts.every(({ delivery }) => delivery?.subscription.id === subscription.id)).toBe(true);
  });

  test('of one deck shows no attempt at events of another', async () => {
    const [deck, other] = [await createDeck(app.rest), await createDeck(app.rest)];
    await createSubscription(app.rest, { eventType: 'roof.done' });
    const stream = await follow({ deckId: deck.id });
    const elsewhere = await publish('roof.done', other.id);
    const here = await publish('roof.done', deck.id);
    await eventually(() => attemptsAt(stream, here).length === 1);
    expect(attemptsAt(stream, elsewhere)).toEqual([]);
  });

  test('refuses an id that is no UUID', async () => {
    const client = app.live();
    const stream = client.subscribe('subscription { deliveryAttempts(subscriptionId: "x") { id } }');
    await eventually(() => stream.ended());
    expect(JSON.stringify([stream.received, stream.ended()])).toContain('subscriptionId must be a UUID');
  });
});
