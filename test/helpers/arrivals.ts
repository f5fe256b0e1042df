import { type Kysely, sql } from 'kysely';
import { isTransactionConflict } from '../../src/kit/data/database-errors.ts';

/** Lets events arrive in the log that a test has inserted past the APIs, in the order of their rows. */
export async function letArrive(kysely: Kysely<unknown>, triesLeft = 5): Promise<void> {
  try {
    await sql`insert into event_arrival (event_id, deck_id) select event.id, event.deck_id from event
      where not exists (select from event_position where event_position.event_id = event.id)
        and not exists (select from event_arrival where event_arrival.event_id = event.id)
      order by event.ctid`.execute(kysely);
  } catch (error) {
    // A test may let the database abort transactions all the time.
    if (!isTransactionConflict(error) || triesLeft === 0) throw error;
    await letArrive(kysely, triesLeft - 1);
  }
}
