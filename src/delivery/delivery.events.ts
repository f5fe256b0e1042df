import { eventType } from '../events/event-type.ts';

export const testPing = eventType<{ subscriptionId: string; name: string }>(
  'test.ping',
  'Somebody wants to see whether a notification subscription works. Goes to that subscription only.',
);

export const subscriptionDisabled = eventType<{ subscriptionId: string; name: string; reason: string }>(
  'subscription.disabled',
  'A notification subscription was switched off by itself, because its receiver wants no more or fails for too long.',
);

export const deliveryDead = eventType<{
  deliveryId: string;
  subscriptionId: string;
  eventId: string;
  eventType: string;
  error: string | null;
}>('delivery.dead', 'A delivery was given up. It is kept and can be sent again.');
