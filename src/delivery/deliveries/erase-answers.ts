import { sql } from 'kysely';
import { inTransaction, type RequestScope } from '../../kit/data/index.ts';

/** Events whose deliveries one statement changes. */
const portionSize = 500;

/**
 * Erases what receivers answered to deliveries of events: they may repeat what they were sent. Outcome, status and time
 * of each attempt stay.
 *
 * @param onPortion called between two portions
 * @returns the ids of the deliveries
 */
export async function eraseAnswers(
  newScope: () => RequestScope,
  eventIds: readonly string[],
  onPortion: () => void,
): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < eventIds.length; at += portionSize) {
    const ids = eventIds.slice(at, at + portionSize);
    await inTransaction(newScope(), async ({ em }) => {
      const { rows } = await sql<{ id: string }>`select id from delivery where event_id = any(${ids}::uuid[])`.execute(
        em.getKysely<unknown>(),
      );
      const deliveryIds = rows.map(({ id }) => id);
      await sql`update delivery_attempt set response = null
        where delivery_id = any(${deliveryIds}::uuid[]) and response is not null`.execute(em.getKysely<unknown>());
      found.push(...deliveryIds);
    });
    onPortion();
  }
  return found;
}
