import { type RawBuilder, sql } from 'kysely';
import { testPing } from '../deliveries/delivery.events.ts';

/**
 * SQL condition on a pending delivery: those behind it in the gap wait until it is over, delivered or dead after its
 * usual retries. One whose next failure would switch the subscription off delays no other: a later event may succeed and
 * show that only this one fails. Tests delay none.
 */
export function delaysOthers(delivery: string, subscription: string, disableAfterSeconds: number): RawBuilder<boolean> {
  const [one, of] = [sql.id(delivery), sql.id(subscription)];
  return sql`(${one}.status = 'pending' and ${one}.next_attempt_at
      < coalesce(${of}.failing_since, now()) + ${disableAfterSeconds} * interval '1 second'
    and not exists (select from event where event.id = ${one}.event_id and event.type = ${testPing.name}))`;
}

/**
 * SQL row `gap` of a subscription whose gap is replayed: its end, and the first position in it that delays others. It is
 * looked up once for each subscription: looked up for each of 200,000 pending deliveries, it took more than 25 seconds.
 */
export function replayedGap(subscription: string, disableAfterSeconds: number): RawBuilder<unknown> {
  return sql`(
    select replayed.gap_until, (
      select min(before.position) from delivery as earlier
      join event_position as before on before.event_id = earlier.event_id and before.position <= replayed.gap_until
      where earlier.subscription_id = replayed.id and ${delaysOthers('earlier', 'replayed', disableAfterSeconds)}
    ) as first_position
    from notification_subscription as replayed
    where replayed.id = ${sql.ref(subscription)} and replayed.gap_since is not null offset 0)`;
}

/** SQL condition on `delivery`: it is in the `gap` that is replayed to its subscription, and an earlier one is not over. */
export const waitsForEarlier = sql<boolean>`coalesce((
  select place.position > gap.first_position from event_position as place
  where place.event_id = delivery.event_id and place.position <= gap.gap_until), false)`;
