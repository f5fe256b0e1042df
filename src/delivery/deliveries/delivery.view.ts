import { id, integer, list, nested, nullable, oneOf, text, time, view } from '../../kit/data/index.ts';
import { type Attempt, AttemptOutcome, AttemptPhase, type Delivery, DeliveryStatus } from './delivery.entity.ts';

type HiddenOfDelivery = 'attemptsInRound' | 'progress';
const deliveryFields = {
  id,
  eventId: id,
  subscriptionId: id,
  status: oneOf(DeliveryStatus),
  attemptCount: integer,
  nextAttemptAt: nullable(time),
  skipReason: nullable(text),
  waitReason: nullable(text),
  createdAt: time,
  updatedAt: time,
};
/** As REST shows a delivery. */
export const deliveryView = view<Delivery, HiddenOfDelivery>('Delivery', deliveryFields);

const attemptView = view<Attempt, 'id' | 'deliveryId' | 'epoch' | 'position'>('DeliveryAttempt', {
  number: integer,
  startedAt: time,
  durationMs: integer,
  outcome: oneOf(AttemptOutcome),
  phase: oneOf(AttemptPhase),
  statusCode: nullable(integer),
  error: nullable(text),
  response: nullable(text),
});
export const deliveryLogView = view<Delivery & { readonly attempts: readonly Attempt[] }, HiddenOfDelivery>(
  'DeliveryWithAttempts',
  {
    ...deliveryFields,
    attempts: list(nested(attemptView)),
  },
);
