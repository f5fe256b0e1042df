import { type Kysely, sql } from 'kysely';
import { ContractStatus } from './contract-status.ts';

/** The states of contracts that wait for somebody. */
const openStates = [ContractStatus.DRAFT, ContractStatus.SENT, ContractStatus.VIEWED];

/**
 * Counts the contracts that are not over, by the state that is stored. Each count ends at a number of entries of the index
 * of states, however many contracts there are. How many are signed, and all that are over, events count.
 */
export async function countOpenContracts(
  kysely: Kysely<unknown>,
  countedAtMost: number,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, (select count(*)::int from (
      select from contract where contract.status = state.status limit ${countedAtMost}) as counted) as count
    from unnest(${openStates}::text[]) as state(status)`.execute(kysely);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
