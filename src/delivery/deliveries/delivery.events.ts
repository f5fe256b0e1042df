import { eventData, eventType, sampleId } from '../../kit/live/index.ts';

const { id, text, time } = eventData;
const subscription = {
  subscriptionId: { ...id, description: 'The notification subscription.' },
  name: { ...text, description: 'The name of the notification subscription.' },
};
const attemptCount = { type: 'integer', description: 'How often it was tried.' };
const eventTypeName = { ...text, description: 'The type of that event.' };

/** Recorded for a test that a client requests, and for each probe. */
export const testPing = eventType<{ subscriptionId: string; name: string }>(
  'test.ping',
  'A test of one notification subscription, which alone receives it.',
  'This is a test of the subscription {{data.name}}.',
  subscription,
  { subscriptionId: sampleId, name: 'Signed contracts to the office' },
);

/** Recorded when the service switches a subscription off, not when a client does. */
export const subscriptionDisabled = eventType<{ subscriptionId: string; name: string; reason: string }>(
  'subscription.disabled',
  'The service switched a notification subscription off: its receiver asked to stop or has failed for too long.',
  'The subscription {{data.name}} was switched off.',
  { ...subscription, reason: { ...text, description: 'Why it was switched off.' } },
  { subscriptionId: sampleId, name: 'Signed contracts to the office', reason: 'The receiver answered 410 Gone.' },
);

/** Recorded when an answered probe switches a subscription on again. */
export const subscriptionRecovered = eventType<{ subscriptionId: string; name: string; since: string }>(
  'subscription.recovered',
  'The receiver of a subscription that was switched off for failures answers again. What it missed is replayed.',
  'The receiver of the subscription {{data.name}} answers again.',
  { ...subscription, since: { ...time, description: 'Since when the receiver had failed.' } },
  { subscriptionId: sampleId, name: 'Signed contracts to the office', since: '2026-01-01T12:00:00.000Z' },
);

/** Recorded when the fan-out of an event is given up after its last try. */
export const fanOutDead = eventType<{ eventId: string; eventType: string; attemptCount: number; error: string }>(
  'fan_out.dead',
  'The deliveries of an event could not all be created in 10 tries. A client can retry.',
  'The deliveries of an event {{data.eventType}} could not all be created.',
  {
    eventId: { ...id, description: 'The event whose deliveries lack.' },
    eventType: eventTypeName,
    attemptCount,
    error: { ...text, description: 'Why the last try failed.' },
  },
  { eventId: sampleId, eventType: 'contract.signed', attemptCount: 10, error: '23514' },
);

/** Recorded for dead deliveries, at most once an hour for each subscription. */
export const deliveryDead = eventType<{
  deliveryId: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  error: string | null;
  deliveryCount: number;
  firstDeliveryId: string;
}>(
  'delivery.dead',
  'Deliveries to a subscription were given up. They are kept and can be resent. Recorded at once, and then at most once an hour for each subscription. The subscription itself does not receive it.',
  'Deliveries of {{data.eventType}} were given up.',
  {
    deliveryId: { ...id, description: 'The last delivery that was given up.' },
    subscriptionId: subscription.subscriptionId,
    eventId: { ...id, description: 'The event of the last delivery.' },
    eventType: eventTypeName,
    error: { type: ['string', 'null'], description: 'Why the last delivery was given up; null if unknown.' },
    deliveryCount: {
      type: 'integer',
      minimum: 1,
      description: 'How many deliveries were given up since the previous delivery.dead of this subscription.',
    },
    firstDeliveryId: { ...id, description: 'The first delivery that was given up.' },
  },
  {
    deliveryId: sampleId,
    subscriptionId: sampleId,
    eventId: sampleId,
    eventType: 'contract.signed',
    error: 'The receiver answered 500.',
    deliveryCount: 1,
    firstDeliveryId: sampleId,
  },
);
