import { sql } from 'kysely';
import type { RequestScope } from '../scope.ts';

const keptDays = 90;
const batchSize = 500;

/** Deletes some counts of days that are long over. @returns how many */
export async function pruneQuotas({ em }: RequestScope): Promise<number> {
  const { rows } = await sql`delete from quota_use where (day, key, quota, slot) in (
    select day, key, quota, slot from quota_use where day < (now() at time zone 'utc')::date - ${keptDays}::integer
    limit ${batchSize} for update skip locked
  ) returning slot`.execute(em.getKysely<unknown>());
  return rows.length;
}
