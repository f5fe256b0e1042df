import { sql } from 'kysely';
import { inTransaction, type RequestScope } from '../../kit/data/index.ts';
import { daysAfter } from '../../kit/core/index.ts';
import { lockChain } from './chain.ts';

const batchSize = 500;

/**
 * Deletes some entries that are older than the retention period, from the beginning of the chain. The place of the last
 * deleted one stays: what follows is still checked against its hash. Behind an entry that somebody else has removed,
 * nothing is deleted.
 *
 * @param days 0 keeps all entries
 * @returns how many were deleted; 0 when none are left
 */
export async function pruneAudit(scope: RequestScope, days: number): Promise<number> {
  if (days === 0) return 0;
  const keepFrom = daysAfter(scope.now(), -days).toISOString();
  return inTransaction(scope, async ({ em }) => {
    if (!(await lockChain(em))) return 0;
    const kysely = em.getKysely<unknown>();
    const { rows } = await sql<{ number: string; id: string | null; isExpired: boolean }>`
      select number, audit_entry.id, coalesce(audit_entry.created_at < ${keepFrom}::timestamptz, false) as "isExpired"
      from audit_link left join audit_entry on audit_entry.id = entry_id order by number limit ${batchSize}`.execute(
      kysely,
    );
    // The first place may be the one that the last run has left.
    const entries = rows[0]?.id === null ? rows.slice(1) : rows;
    const kept = entries.findIndex(({ isExpired }) => !isExpired);
    const expired = kept === -1 ? entries : entries.slice(0, kept);
    const last = expired.at(-1);
    if (last === undefined) return 0;
    await sql`delete from audit_entry where id = any(${expired.map(({ id }) => id)}::uuid[])`.execute(kysely);
    await sql`delete from audit_link where number < ${last.number}::bigint`.execute(kysely);
    return expired.length;
  });
}
