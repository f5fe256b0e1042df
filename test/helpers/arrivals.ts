import { type Kysely, sql } from 'kysely';

/** Lets events arrive in the log that a test has inserted below the doors, in the order of their rows. */
export async function letArrive(kysely: Kysely<unknown>): Promise<void> {
  await sql`insert into event_arrival (event_id, deck_id) select event.id, event.deck_id from event
    where not exists (select from event_position where event_position.event_id = event.id)
      and not exists (select from event_arrival where event_arrival.event_id = event.id)
    order by event.ctid`.execute(kysely);
}
