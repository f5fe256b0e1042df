import { eventType } from '../events/event-type.ts';

export const testPing = eventType<{ subscriptionId: string; name: string }>(
  'test.ping',
  'Somebody wants to see whether a notification subscription works. Goes to that subscription only.',
);
