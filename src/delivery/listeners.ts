import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { Event } from '../events/event.entity.ts';
import { matchesType, patternsFor } from '../events/type-pattern.ts';
import type { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { eventFilter } from './event-filter.ts';

/** An event as far as it decides which subscriptions are told of it, and how far its fan-out has come. */
export interface Place {
  readonly eventId: string;
  readonly type: string;
  readonly deckId: string | null;
  readonly transaction: string;
  /** Subscriptions up to this id are done. */
  readonly afterSubscription: string | null;
}

/** A subscription as far as it decides which events it is told of. */
export interface Listener extends Pick<
  NotificationSubscription,
  'id' | 'eventType' | 'deckId' | 'createdIn' | 'filter'
> {
  /** Whether an event meets its filter. */
  readonly passes: (event: Event) => boolean;
}

/**
 * The active subscriptions that may want some of a batch of events, by id, behind those that are done.
 *
 * @param batch events whose fan-outs have all come equally far
 */
export async function findListeners(
  em: SqlEntityManager,
  batch: readonly Place[],
  limit: number,
): Promise<readonly Listener[]> {
  const patterns = [...new Set(batch.flatMap(({ type }) => patternsFor(type)))];
  const after = batch[0]?.afterSubscription ?? null;
  const { rows } = await sql<Omit<Listener, 'passes'>>`
    select id, event_type as "eventType", deck_id as "deckId", created_in as "createdIn", filter
    from notification_subscription
    where is_active and event_type = any(${patterns}::text[])
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, passes: eventFilter(row.filter) }));
}

/** Whether a subscription asks for an event, its filter aside. */
export function wants({ eventType, deckId, createdIn }: Listener, event: Place): boolean {
  return (
    matchesType(eventType, event.type) &&
    (deckId === null || deckId === event.deckId) &&
    isRecordedAfter(event, { createdIn })
  );
}

/** Whether an event was recorded after a subscription was created. */
export function isRecordedAfter(
  { transaction }: Pick<Event, 'transaction'>,
  { createdIn }: Pick<NotificationSubscription, 'createdIn'>,
): boolean {
  return BigInt(transaction) >= BigInt(createdIn);
}
