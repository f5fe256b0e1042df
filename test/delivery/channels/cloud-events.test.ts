import { describe, expect, test } from '@jest/globals';
import { CloudEvent, HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { cloudEventHeaders } from '../../../src/delivery/channels/cloud-event.ts';
import { sampleId } from '../../../src/kit/live/event-type.ts';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createDeck, createSubscription, subscriptionInput } from '../../helpers/factories.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { type ReceivedWebhook, useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish, settledDelivery } from '../deliveries.ts';

const publicUrl = 'https://deckcast.example.com';
const app = useApp({ PUBLIC_URL: publicUrl });
const withoutUrl = useApp();
const receiver = useReceiver();
const base = '/api/notifications/subscriptions';
const signed = {
  contractId: sampleId,
  presentationId: sampleId,
  documentHash: '5f'.repeat(32),
  sourceSlideId: sampleId,
  tier: 'better',
  total: '14700.00',
  totalMinor: 1_470_000,
  currency: 'USD',
  signedAt: '2026-01-01T12:00:00.000Z',
};

let counter = 0;

/** Publishes an event to a subscription of its own. */
async function received({
  type = 'contract.signed',
  format = 'cloudevents',
  on = app,
  ...event
}: Partial<Case>): Promise<{ request: ReceivedWebhook; event: EventAnswer; subscription: SubscriptionAnswer }> {
  counter += 1;
  const path = `/case-${counter}`;
  const channelConfig = { url: `${receiver.url}${path}`, format };
  const subscription = await createSubscription(on.rest, { eventType: type, channel: 'webhook', channelConfig });
  const published = await publish(on, type, event);
  await settledDelivery(on, published.id);
  await on.rest.delete(`${base}/${subscription.id}`);
  const [request, more] = receiver.at(path);
  if (request === undefined || more !== undefined) throw new Error('not exactly one request arrived');
  return { request, event: published, subscription };
}

interface Case {
  type: string;
  format: string | null;
  on: TestApp;
  data: object;
  deckId: string;
}

/** As a receiver reads it with the SDK of CloudEvents, which checks every attribute. */
function parsed({ headers, body }: ReceivedWebhook): CloudEvent<object> {
  const event = HTTP.toEvent<object>({ headers, body });
  if (Array.isArray(event)) throw new Error('one event arrived as a batch');
  return new CloudEvent(event, true);
}

describe('a webhook with the format cloudevents', () => {
  test('sends the event as its SDK reads it, and the signature of Standard Webhooks over the data', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const url = `${receiver.url}/whole`;
    const channelConfig = { url, format: 'cloudevents', headers: { 'x-office': 'north' } };
    const { id } = await createSubscription(app.rest, {
      eventType: 'contract.signed',
      channel: 'webhook',
      channelConfig,
    });
    const event = await publish(app, 'contract.signed', { deckId, data: signed });
    await settledDelivery(app, event.id);
    const { body: answer } = await app.rest.get<{ subscriptionSecret: { secret: string } }>(`${base}/${id}/secret`);
    const kept = answer.subscriptionSecret;
    await app.rest.delete(`${base}/${id}`);
    const [request] = receiver.at('/whole');
    if (request === undefined) throw new Error('nothing arrived');
    const {
      id: eventId,
      source,
      type,
      specversion,
      time,
      subject,
      dataschema,
      datacontenttype,
      data,
    } = parsed(request);
    expect({ eventId, source, type, specversion, time, subject, dataschema, datacontenttype, data }).toEqual({
      eventId: event.id,
      source: `${publicUrl}/api/events`,
      type: 'contract.signed',
      specversion: '1.0',
      time: event.timestamp,
      subject: deckId,
      dataschema: `${publicUrl}/api/notifications/event-types/contract.signed/schema`,
      datacontenttype: 'application/json',
      data: signed,
    });
    expect(request.headers).toMatchObject({
      'webhook-id': eventId,
      'deckcast-cursor': event.cursor,
      'x-office': 'north',
    });
    const verifier = new Webhook(kept.secret);
    expect(verifier.verify(request.body, request.headers as Record<string, string>)).toEqual(signed);
    expect(() => verifier.verify(`${request.body} `, request.headers as Record<string, string>)).toThrow('signature');
  });

  test.each([
    ['of a type that a client invents', { type: 'visit.started', data: { day: 'Tuesday' } }],
    ['of a known type with other data', { type: 'contract.signed', data: { tier: 'better' } }],
    ['of a homeowner who was erased', { type: 'contract.signed', data: { erased: true, id: sampleId } }],
  ])('names no schema for an event %s, nor a subject without a deck', async (_, event) => {
    const { request } = await received(event);
    const { type, dataschema, subject, data } = parsed(request);
    expect({ type, dataschema, subject, data }).toEqual({
      type: event.type,
      dataschema: undefined,
      subject: undefined,
      data: event.data,
    });
  });

  test('has a source relative to the server, and no schema, without PUBLIC_URL', async () => {
    const { request } = await received({ on: withoutUrl, data: signed });
    const { source, dataschema } = parsed(request);
    expect([source, dataschema]).toEqual(['/api/events', undefined]);
  });

  test('is tested by a CloudEvent, too', async () => {
    const channelConfig = { url: `${receiver.url}/ping`, format: 'cloudevents' };
    const { id } = await createSubscription(app.rest, { eventType: 'no.such', channel: 'webhook', channelConfig });
    const { body } = await app.rest.post<{ delivery: { eventId: string } }>(`${base}/${id}/test`);
    await settledDelivery(app, body.delivery.eventId);
    const [request] = receiver.at('/ping');
    if (request === undefined) throw new Error('nothing arrived');
    expect(parsed(request)).toMatchObject({ type: 'test.ping', data: { subscriptionId: id } });
  });

  test('is made again with the same attributes, body and id after a failure', async () => {
    receiver.answer = (path, earlier) => (path === '/again' && earlier === 0 ? 500 : 204);
    const channelConfig = { url: `${receiver.url}/again`, format: 'cloudevents' };
    await createSubscription(app.rest, { eventType: 'retry.case', channel: 'webhook', channelConfig });
    const { id } = await publish(app, 'retry.case', { data: { n: 1 } });
    await settledDelivery(app, id);
    const [first, second] = receiver
      .at('/again')
      .map((request) => ({ event: parsed(request).toJSON(), body: request.body }));
    expect(second).toEqual(first);
    expect(first?.event).toMatchObject({ id, data: { n: 1 } });
  });
});

describe('a webhook with the format deckcast, which is the default', () => {
  test.each([null, 'deckcast'])('sends the whole event and no attribute with the format %s', async (format) => {
    const { request, event, subscription } = await received({ format, data: { day: 'Tuesday' } });
    const { id, type, timestamp, deckId } = event;
    expect(request.body).toBe(JSON.stringify({ id, type, timestamp, deckId, data: event.data }));
    expect(Object.keys(request.headers).filter((name) => name.startsWith('ce-'))).toEqual([]);
    expect(subscription.channelConfig).toMatchObject({ format });
  });

  test('takes headers that begin with ce-', async () => {
    const channelConfig = { url: `${receiver.url}/own`, headers: { 'ce-office': 'north' } };
    const { id } = await createSubscription(app.rest, { eventType: 'no.such', channel: 'webhook', channelConfig });
    const { status, body } = await app.rest.put(`${base}/${id}`, {
      channelConfig: { ...channelConfig, format: 'cloudevents' },
    });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          pointer: '/channelConfig/headers/ce-office',
          code: 'format',
          detail:
            'The header ce-office is an attribute of CloudEvents, which the sender sets: leave it out, or choose the format deckcast.',
        },
      ],
    ]);
  });
});

test.each(['structured', 'CloudEvents', '', 1])('the format %j is refused', async (format) => {
  const channelConfig = { url: `${receiver.url}/none`, format };
  const { status, body } = await app.rest.post(base, subscriptionInput({ channel: 'webhook', channelConfig }));
  expect([status, body.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/channelConfig/format']]);
  if (typeof format === 'string')
    expect(body.errors[0]?.detail).toBe('channelConfig.format must be one of deckcast, cloudevents.');
});

test('the values of attributes are percent-encoded as the HTTP binding demands', () => {
  const payload = { id: sampleId, type: 'a.b', timestamp: '2026-01-01T12:00:00.000Z', deckId: null, data: {} };
  const headers = cloudEventHeaders(payload, { source: '/Zoë "50%" 🙂', schemaUrlOf: () => null });
  expect(headers).toEqual({
    'ce-specversion': '1.0',
    'ce-id': sampleId,
    'ce-source': '/Zo%C3%AB%20%2250%25%22%20%F0%9F%99%82',
    'ce-type': 'a.b',
    'ce-time': '2026-01-01T12:00:00.000Z',
  });
});
