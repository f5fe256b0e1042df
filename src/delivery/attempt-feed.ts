import { type RawBuilder, sql } from 'kysely';
import { select, where } from '../database/reads.ts';
import type { LiveFeed, LogSource } from '../events/live-feed.ts';
import { LogStream } from '../events/log-stream.ts';
import { hasRowsBehind, isBehind, isSettled, logHead } from '../events/log-order.ts';
import { eventsById } from '../events/event.service.ts';
import { requireUuid } from '../input/validate.ts';
import { Attempt } from './delivery.entity.ts';
import { deliveriesById } from './delivery.reader.ts';

const table = 'delivery_attempt';

/** An attempt with what streams are filtered by. */
export type LoggedAttempt = Attempt & { readonly subscriptionId: string | null; readonly deckId: string | null };

export interface AttemptFilter {
  readonly subscriptionId?: string | null | undefined;
  readonly deckId?: string | null | undefined;
}

/** The log of attempts as the live feed follows it. */
export const attemptSource: LogSource<LoggedAttempt, AttemptFilter> = {
  hint: 'attempts',
  head: (em) => logHead(em, table),
  hasHidden: (em, after) => hasRowsBehind(em, table, after),
  matches,
  read: async (em, { after, filter, limit }) => {
    const attempts = await select(
      em,
      Attempt,
      sql`${where([isSettled, isBehind(after), ...conditions(filter ?? {})])} order by transaction, sequence limit ${limit}`,
    );
    if (attempts.length === 0) return [];
    const deliveries = await deliveriesById(em, [...new Set(attempts.map(({ deliveryId }) => deliveryId))]);
    const deliveryOf = new Map(deliveries.map((delivery) => [delivery?.id, delivery]));
    const eventIds = [...new Set(deliveries.flatMap((delivery) => delivery?.eventId ?? []))];
    const events = eventIds.length === 0 ? [] : await eventsById(em, eventIds);
    const deckOf = new Map(events.map((event) => [event?.id, event?.deckId]));
    return attempts.map((attempt) => {
      const delivery = deliveryOf.get(attempt.deliveryId);
      return {
        ...attempt,
        subscriptionId: delivery?.subscriptionId ?? null,
        deckId: deckOf.get(delivery?.eventId) ?? null,
      };
    });
  },
};

/** Follows attempts as they are recorded, from now on. @throws AppError `INVALID_INPUT` for an id that is no UUID */
export function attemptFollower(
  feed: LiveFeed<LoggedAttempt, AttemptFilter>,
): (filter: AttemptFilter) => LogStream<LoggedAttempt, AttemptFilter> {
  const uuid = (value: string | null | undefined, name: string): string | null =>
    value === undefined || value === null ? null : requireUuid(value, name);
  return ({ subscriptionId, deckId }) =>
    new LogStream(feed, { subscriptionId: uuid(subscriptionId, 'subscriptionId'), deckId: uuid(deckId, 'deckId') });
}

function conditions({ subscriptionId, deckId }: AttemptFilter): RawBuilder<unknown>[] {
  const among = (deliveries: RawBuilder<unknown>): RawBuilder<unknown> => sql`delivery_id in (${deliveries})`;
  return [
    ...(subscriptionId ? [among(sql`select id from delivery where subscription_id = ${subscriptionId}`)] : []),
    ...(deckId
      ? [among(sql`select delivery.id from delivery join event on event.id = event_id where event.deck_id = ${deckId}`)]
      : []),
  ];
}

function matches({ subscriptionId, deckId }: AttemptFilter, attempt: LoggedAttempt): boolean {
  const isWanted = (wanted: string | null | undefined, value: string | null): boolean =>
    wanted === undefined || wanted === null || wanted === value;
  return isWanted(subscriptionId, attempt.subscriptionId) && isWanted(deckId, attempt.deckId);
}
