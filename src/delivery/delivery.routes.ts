import { type Route, route, wrapped } from '../http/route.ts';
import { id, integer, nullable, oneOf, time, view } from '../http/view.ts';
import { type Delivery, DeliveryStatus } from './delivery.entity.ts';
import type { DeliveryService } from './delivery.service.ts';

const deliveryView = view<Delivery>('Delivery', {
  id,
  eventId: id,
  subscriptionId: id,
  status: oneOf(DeliveryStatus),
  attemptCount: integer,
  nextAttemptAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});

export function deliveryRoutes(deliveries: DeliveryService): Route[] {
  return [
    route({
      tag: 'Notification subscriptions',
      extension: true,
      method: 'POST',
      path: '/api/notifications/subscriptions/{subscriptionId}/test',
      summary: 'Send a test.ping to one subscription, active or not',
      answers: { 201: wrapped('delivery', deliveryView, 'The delivery, which is under way.') },
      refuses: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const delivery = await deliveries.test(scope, path('subscriptionId'));
        return { status: 201, body: { delivery: deliveryView.write(delivery) } };
      },
    }),
  ];
}
