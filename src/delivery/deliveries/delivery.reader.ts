import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import {
  readOne,
  byId,
  type CountedPage,
  firstOf,
  type PageRequest,
  pagesOf,
  type RequestScope,
  selectPage,
  timeConditions,
  type TimeRange,
} from '../../kit/data/index.ts';
import { invalidField, isGiven } from '../../kit/core/index.ts';
import { namedFormats, requireUuid } from '../../kit/input/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { filterConditions } from '../events/event-log.ts';
import { Attempt, Delivery, type DeliveryStatus } from './delivery.entity.ts';

/** Deliveries by id; null for an unknown id. */
export const deliveriesById = byId(Delivery);
/** Attempts by id; null for an unknown id. */
export const attemptsById = byId(Attempt);
/** The first deliveries of each event, oldest first. */
export const deliveriesOfEvents = firstOf(Delivery, {
  column: 'event_id',
  keyOf: ({ eventId }) => eventId,
  order: sql`created_at, id`,
});

/** Pages of the deliveries of each event, oldest first. */
export const deliveryPages = pagesOf(Delivery, {
  column: 'event_id',
  keyOf: ({ eventId }) => eventId,
  order: 'oldest first',
});

/** Most attempts of a delivery that a client gets. */
export const maxAttempts = 200;

/** The last `maxAttempts` attempts of each delivery, oldest first. */
export const attemptsOfDeliveries = firstOf(Attempt, {
  column: 'delivery_id',
  keyOf: ({ deliveryId }) => deliveryId,
  order: sql`number desc`,
  given: sql`number`,
})(maxAttempts);

/** One delivery. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is not a UUID */
export function readDelivery(scope: RequestScope, deliveryId: string): Promise<Delivery> {
  return readOne(scope.em, deliveriesById, deliveryId, { noun: 'delivery', parameter: 'deliveryId' });
}

/** Selects deliveries of the log. `since` and `until` apply to their creation. An absent or null member selects all. */
export interface DeliveryFilter extends TimeRange {
  readonly subscriptionId?: string | null | undefined;
  readonly eventId?: string | null | undefined;
  readonly status?: DeliveryStatus | null | undefined;
  /** Type of the event, or a pattern of types. */
  readonly eventType?: string | null | undefined;
  /** Deck of the event. */
  readonly deckId?: string | null | undefined;
}

/** A page of the delivery log, newest first. */
export async function listDeliveries(
  scope: RequestScope,
  page: PageRequest,
  { subscriptionId, eventId, status, eventType, deckId, ...range }: DeliveryFilter,
): Promise<CountedPage<Delivery>> {
  const conditions = [
    ...(isGiven(subscriptionId) ? [sql`subscription_id = ${requireUuid(subscriptionId, 'subscriptionId')}`] : []),
    ...(isGiven(eventId) ? [sql`event_id = ${requireUuid(eventId, 'eventId')}`] : []),
    ...(isGiven(status) ? [sql`status = ${status}`] : []),
    ...eventConditions(scope.em, eventType, deckId),
    ...timeConditions(sql`created_at`, range),
  ];
  return selectPage(scope.em, Delivery, conditions, page, 'newest first');
}

/** A subquery instead of a join, so that the columns of the page's order stay unambiguous. */
function eventConditions(
  em: SqlEntityManager,
  eventType: DeliveryFilter['eventType'],
  deckId: DeliveryFilter['deckId'],
): RawBuilder<unknown>[] {
  const conditions = filterConditions({
    types: isGiven(eventType) ? [requireEventPattern(eventType)] : null,
    deckId: isGiven(deckId) ? requireUuid(deckId, 'deckId') : null,
  });
  if (conditions.length === 0) return [];
  return [
    sql`exists (select 1 from ${visibleRows(em, Event)} where event.id = delivery.event_id and ${sql.join(conditions, sql` and `)})`,
  ];
}

const eventPattern = namedFormats['event-pattern'] as { is: RegExp; says: string };

function requireEventPattern(text: string): string {
  if (eventPattern.is.test(text)) return text;
  throw invalidField('/eventType', 'format', `eventType must be ${eventPattern.says}.`);
}
