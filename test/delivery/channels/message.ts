import { randomUUID } from 'node:crypto';
import type { Message } from '../../../src/delivery/channels/channel.ts';
import { NotificationSubscription } from '../../../src/delivery/subscriptions/subscription.entity.ts';

/** A first attempt for a channel that is tried by itself. */
export function messageTo(channelConfig: Record<string, unknown>): Message {
  const subscription = Object.assign(new NotificationSubscription(), { name: 'Alone', channelConfig });
  const payload = { id: randomUUID(), type: 'a.b', timestamp: new Date().toISOString(), deckId: null, data: {} };
  return { deliveryId: randomUUID(), payload, cursor: 'none', subscription, progress: null, startsRound: true };
}
