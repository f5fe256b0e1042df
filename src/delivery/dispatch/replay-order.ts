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
 * SQL condition on `delivery`: it is in the gap that is replayed to its subscription, and an earlier one is not over. A
 * scalar, which is looked up by keys for each row: as an anti-join it may read all positions.
 */
export function waitsForEarlier(disableAfterSeconds: number): RawBuilder<boolean> {
  return sql`coalesce((
    select true from notification_subscription as replayed
    join event_position as place on place.event_id = delivery.event_id and place.position <= replayed.gap_until
    join delivery as earlier on earlier.subscription_id = replayed.id and earlier.id <> delivery.id
      and ${delaysOthers('earlier', 'replayed', disableAfterSeconds)}
    join event_position as before on before.event_id = earlier.event_id and before.position < place.position
    where replayed.id = delivery.subscription_id and replayed.gap_since is not null limit 1), false)`;
}
