import { eventData, eventType, sampleId } from '../../platform/live/event-type.ts';

const { id, text, time } = eventData;

export const testPing = eventType<{ subscriptionId: string; name: string }>(
  'test.ping',
  'Somebody wants to see whether a notification subscription works. Goes to that subscription only.',
  { subscriptionId: id, name: text },
  { subscriptionId: sampleId, name: 'Signed contracts to the office' },
);

export const subscriptionDisabled = eventType<{ subscriptionId: string; name: string; reason: string }>(
  'subscription.disabled',
  'A notification subscription was switched off by itself: its receiver wants no more, or has failed for too long.',
  { subscriptionId: id, name: text, reason: text },
  { subscriptionId: sampleId, name: 'Signed contracts to the office', reason: 'The receiver answered 410 Gone.' },
);

export const subscriptionRecovered = eventType<{ subscriptionId: string; name: string; since: string }>(
  'subscription.recovered',
  'The receiver of a subscription that was switched off for its failures is back: it gets what it has missed.',
  { subscriptionId: id, name: text, since: time },
  { subscriptionId: sampleId, name: 'Signed contracts to the office', since: '2026-01-01T12:00:00.000Z' },
);

export const fanOutDead = eventType<{ eventId: string; eventType: string; failures: number; error: string }>(
  'fan_out.dead',
  'The deliveries of an event could not be created, however often that was tried. It can be tried again.',
  { eventId: id, eventType: text, failures: { type: 'integer' }, error: text },
  { eventId: sampleId, eventType: 'contract.signed', failures: 10, error: '23514' },
);

export const deliveryDead = eventType<{
  deliveryId: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  error: string | null;
  count: number;
  firstDeliveryId: string;
}>(
  'delivery.dead',
  'Deliveries to a subscription were given up. They are kept and can be sent again. Recorded at once, and then at most once an hour for each subscription; the subscription itself is not told.',
  {
    deliveryId: { ...id, description: 'The last of them.' },
    subscriptionId: id,
    eventId: { ...id, description: 'The event of the last of them.' },
    eventType: text,
    error: { type: ['string', 'null'], description: 'Why the last of them was given up.' },
    count: { type: 'integer', minimum: 1, description: 'How many were given up since this was told last.' },
    firstDeliveryId: { ...id, description: 'The first of them.' },
  },
  {
    deliveryId: sampleId,
    subscriptionId: sampleId,
    eventId: sampleId,
    eventType: 'contract.signed',
    error: 'The receiver answered 500.',
    count: 1,
    firstDeliveryId: sampleId,
  },
);
