import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { Event } from '../events/event.entity.ts';
import { isAfter } from '../../kit/live/index.ts';
import { matchesType, patternsFor } from '../events/type-pattern.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { type FilterPredicate, eventFilter } from '../filters/event-filter.ts';

/** The parts of an event that select its subscriptions, with the progress of its fan-out. */
export interface FanOutEvent {
  readonly eventId: string;
  readonly type: string;
  readonly deckId: string | null;
  readonly position: string;
  /** Subscription whose dead delivery the event reports; null unless it is a `delivery.dead`. */
  readonly deadOf: string | null;
  /** Subscriptions up to this id are done; null before the first batch. */
  readonly afterSubscription: string | null;
  /** Bytes of its data. */
  readonly size: number;
  /** The span in which it was recorded; null where there were no traces. */
  readonly traceparent: string | null;
}

/** The parts of a subscription that select its events. */
export interface Listener extends Pick<
  NotificationSubscription,
  'id' | 'eventType' | 'deckId' | 'createdAfter' | 'filter'
> {
  /** Whether its own attempts fail. */
  readonly isFailing: boolean;
  /** Evaluates its filter for an event. */
  readonly judge: FilterPredicate;
}

/**
 * The active subscriptions whose pattern matches an event of the batch, ordered by id, behind those that are done.
 *
 * @param batch events with equal progress
 */
export async function findListeners(
  em: SqlEntityManager,
  batch: readonly FanOutEvent[],
  limit: number,
): Promise<readonly Listener[]> {
  const patterns = [...new Set(batch.flatMap(({ type }) => patternsFor(type)))];
  const after = batch[0]?.afterSubscription ?? null;
  const { rows } = await sql<Omit<Listener, 'judge'>>`
    select id, event_type as "eventType", deck_id as "deckId", created_after as "createdAfter", filter,
      failing_since is not null as "isFailing"
    from notification_subscription
    where is_active and event_type = any(${patterns}::text[])
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, judge: eventFilter(row.filter) }));
}

/**
 * Whether a subscription gets an event, apart from its filter. None gets reports of its own dead deliveries, or any such
 * report while its attempts fail: failing subscriptions that report each other's dead deliveries would multiply them.
 */
export function wants({ id, eventType, deckId, createdAfter, isFailing }: Listener, event: FanOutEvent): boolean {
  return (
    (event.deadOf === null || (event.deadOf !== id && !isFailing)) &&
    matchesType(eventType, event.type) &&
    (deckId === null || deckId === event.deckId) &&
    isRecordedAfter(event, { createdAfter })
  );
}

/** Whether an event was recorded after a subscription was created. One without a position has just been. */
export function isRecordedAfter(
  { position }: Pick<Event, 'position'>,
  { createdAfter }: Pick<NotificationSubscription, 'createdAfter'>,
): boolean {
  return position === null || isAfter({ position }, { position: createdAfter });
}
