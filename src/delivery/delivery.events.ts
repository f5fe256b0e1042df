import { eventData, eventType, sampleId } from '../events/event-type.ts';

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

export const deliveryDead = eventType<{
  deliveryId: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  error: string | null;
}>(
  'delivery.dead',
  'A delivery was given up. It is kept and can be sent again.',
  { deliveryId: id, subscriptionId: id, eventId: id, eventType: text, error: { type: ['string', 'null'] } },
  {
    deliveryId: sampleId,
    subscriptionId: sampleId,
    eventId: sampleId,
    eventType: 'contract.signed',
    error: 'The receiver answered 500.',
  },
);
