import { describe, expect, test } from '@jest/globals';
import { ChannelKind } from '../../../src/delivery/subscriptions/channel-config.ts';
import type { SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription, subscriptionInput } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { channelCases, mailServer, receiver } from './channel-cases.ts';
import {
  type AttemptAnswer,
  type DeliveryAnswer,
  deliveryFields,
  publish,
  settledDeliveries,
  settledDelivery,
} from '../deliveries.ts';
import { messageTo } from './message.ts';
import { OddMailServer } from './odd-mail-server.ts';

/** What every channel promises, whatever it delivers by. */
useServer(receiver);
useServer(mailServer);
const app = useApp(() => ({ SMTP_URL: mailServer.url }));
const cases = channelCases(app);

const delivered: Partial<AttemptAnswer> = { number: 1, outcome: 'DELIVERED', error: null };

async function sendTest(subscriptionId: string): Promise<DeliveryAnswer & { event: { id: string; type: string } }> {
  const mutation = `mutation ($id: ID!) { testSubscription(id: $id) { delivery { event { id type } ${deliveryFields} } } }`;
  const answer = await app.graphql.data<{
    testSubscription: { delivery: DeliveryAnswer & { event: { id: string; type: string } } };
  }>(mutation, { id: subscriptionId });
  return answer.testSubscription.delivery;
}

test('every channel of the product is held to the contract', () => {
  expect(cases.map(({ channel }) => channel).sort()).toEqual(Object.values(ChannelKind).sort());
});

describe.each(cases.map((entry) => [entry.channel, entry] as const))('%s', (channel, { config, received, refused }) => {
  let counter = 0;
  const subscribe = async (overrides: object = {}): Promise<SubscriptionAnswer & { inbox: string }> => {
    counter += 1;
    const inbox = `${channel}-${counter}`;
    const input = { eventType: `${channel}.happened`, channel, channelConfig: config(inbox), ...overrides };
    return { ...(await createSubscription(app.rest, input)), inbox };
  };

  test.each(refused)('settings %j are refused', async (channelConfig, pointers) => {
    const input = subscriptionInput({ channel, channelConfig });
    const { status, body } = await app.rest.post('/api/notifications/subscriptions', input);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('a subscription keeps its settings when others are refused', async () => {
    const { id, channelConfig } = await subscribe({ eventType: 'nothing.happens' });
    const [other = {}] = refused[0] ?? [];
    const { status } = await app.rest.put(`/api/notifications/subscriptions/${id}`, { channelConfig: other });
    const { body } = await app.rest.get<SubscriptionAnswer>(`/api/notifications/subscriptions/${id}`);
    expect([status, body.channelConfig]).toEqual([400, channelConfig]);
  });

  test('the payload arrives once, whole, and the attempt is readable', async () => {
    const deck = await createDeck(app.rest);
    const eventType = `${channel}.delivered`;
    const { id, inbox } = await subscribe({ eventType });
    const data = {
      tier: 'better',
      amount: '13500.00',
      note: 'Zoë said "yes" – 好 🙂\n<b>&',
      nested: { list: [1, null] },
    };
    const event = await publish(app, eventType, { deckId: deck.id, data });
    const delivery = await settledDelivery(app, event.id);
    expect(delivery).toMatchObject({ subscriptionId: id, status: 'DELIVERED', attemptCount: 1, nextAttemptAt: null });
    expect(delivery.attempts).toEqual([expect.objectContaining(delivered)]);
    const { timestamp } = event;
    expect(received(inbox)).toEqual([{ id: event.id, type: eventType, timestamp, deckId: deck.id, data }]);
  });

  test('an event without deck and data arrives as such', async () => {
    const eventType = `${channel}.bare`;
    const { inbox } = await subscribe({ eventType });
    const { id, timestamp } = await publish(app, eventType);
    await settledDelivery(app, id);
    expect(received(inbox)).toEqual([{ id, type: eventType, timestamp, deckId: null, data: {} }]);
  });

  test('nothing reaches an inactive subscription, one to another type, one to another deck', async () => {
    const [deck, otherDeck] = [await createDeck(app.rest), await createDeck(app.rest)];
    const eventType = `${channel}.chosen`;
    const wanted = await subscribe({ eventType, deckId: deck.id });
    const unwanted = [
      await subscribe({ eventType, isActive: false }),
      await subscribe({ eventType: `${channel}.chosen_not` }),
      await subscribe({ eventType, deckId: otherDeck.id }),
    ];
    const event = await publish(app, eventType, { deckId: deck.id });
    const deliveries = await settledDeliveries(app, event.id);
    expect(deliveries.map(({ subscriptionId }) => subscriptionId)).toEqual([wanted.id]);
    expect(received(wanted.inbox)).toHaveLength(1);
    expect(unwanted.flatMap(({ inbox }) => received(inbox))).toEqual([]);
  });

  test.each([true, false])('a test reaches the subscription, active: %s, and nobody else', async (isActive) => {
    const eventType = `${channel}.tested_${isActive}`;
    const { id, name, inbox } = await subscribe({ eventType, isActive });
    await subscribe({ eventType: 'test.ping' });
    // The worker may have sent it before its attempts are read.
    const { event, status } = await sendTest(id);
    expect([event.type, status]).toEqual(['test.ping', 'PENDING']);
    const delivery = await settledDelivery(app, event.id);
    expect(delivery).toMatchObject({ subscriptionId: id, status: 'DELIVERED', attempts: [delivered] });
    expect(received(inbox)).toEqual([
      expect.objectContaining({ id: event.id, type: 'test.ping', data: { subscriptionId: id, name } }),
    ]);
  });
});

describe.each(
  cases.flatMap(({ channel, connecting }) => (connecting === undefined ? [] : [[channel, connecting] as const])),
)('%s, when the other side never says a word', (_channel, connecting) => {
  const silent = useServer(new OddMailServer());
  silent.faults.push({ at: 'greeting', does: 'keeps silent' }, { at: 'greeting', does: 'keeps silent' });

  test('gives up after its time, to try again', async () => {
    const { channel, config } = connecting(silent.port);
    const result = await channel.send(messageTo(config), { signal: new AbortController().signal, timeoutMs: 300 });
    expect(result).toMatchObject({ verdict: 'retry', error: expect.stringContaining('within 300 ms') });
    await channel.close?.();
  });

  test('throws the attempt away when the process stops, and hangs up', async () => {
    const { channel, config } = connecting(silent.port);
    const stop = new AbortController();
    const attempt = channel.send(messageTo(config), { signal: stop.signal, timeoutMs: 60_000 });
    await eventually(() => silent.connections === 1);
    stop.abort();
    await expect(attempt).rejects.toThrow(/abort/);
    await eventually(() => silent.connections === 0);
    await channel.close?.();
  });
});
