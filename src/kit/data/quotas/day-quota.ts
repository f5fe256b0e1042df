import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { AppError, type QuotaName } from '../../core/index.ts';
import type { TransactionScope } from '../scope.ts';
import { unnestRows } from '../unnest-rows.ts';
import { holderName } from './holder-name.ts';
import { type Quota, QuotaPeriod, type QuotaRule, type Use } from './quota.ts';

/** Rows over which concurrent transactions of a key spread. */
const manySlots = 16;

const today = sql`(now() at time zone 'utc')::date`;
/** SQL: when the next day begins. */
export const nextDay: RawBuilder<Date> = sql`(${today} + 1)::timestamp at time zone 'utc'`;

interface DayRule extends QuotaRule {
  /** What is counted, in the plural. */
  readonly unit: string;
}

/**
 * How much one key may use on a day of UTC, over all processes. Without a limit nothing is counted.
 *
 * What is charged in a transaction is not counted when that rolls back. Transactions under way do not see each other's
 * charges: together they may go beyond the limit by what each of them has charged. `take` is exact.
 */
export class DayQuota implements Quota {
  readonly period = QuotaPeriod.DAY;
  readonly name: QuotaName;
  readonly limit: number;
  readonly setting: string;
  readonly unit: string;

  constructor({ name, limit, setting, unit }: DayRule) {
    this.name = name;
    this.limit = limit;
    this.setting = setting;
    this.unit = unit;
  }

  /** Whether anything of this key is counted. A caller without a key is the operator. */
  counts(key: string | null): key is string {
    return this.limit > 0 && key !== null;
  }

  /** Charges a key outside of a transaction, never beyond the limit. @returns whether there was enough left */
  async take(em: SqlEntityManager, key: string, amount: number): Promise<boolean> {
    const { missing } = await add(em, key, [{ quota: this, amount }], 1);
    return missing === undefined;
  }

  async read(em: SqlEntityManager, key: string | null, most: number): Promise<Use[]> {
    const whose = key === null ? sql`` : sql`and key = ${holderName(key)}`;
    const { rows } = await sql<{ key: string; used: string }>`
      select key, sum(amount) as used from quota_use where day = ${today} and quota = ${this.name} ${whose}
      group by key order by used desc, key limit ${most}`.execute(em.getKysely<unknown>());
    return rows.map(({ key: holder, used }) => ({ key: holder, used: Number(used) }));
  }
}

/** An amount of a quota. */
interface Charge {
  readonly quota: DayQuota;
  readonly amount: number;
}

/**
 * Charges the key of a transaction, all or nothing. What costs more than a whole day is taken on a day on which nothing
 * was.
 *
 * @param measures amounts, read only where there is a quota
 * @throws AppError `QUOTA_EXCEEDED`
 */
export async function charge(
  { em, actor: { key } }: TransactionScope,
  measures: readonly (readonly [quota: DayQuota, measure: () => number])[],
): Promise<void> {
  const counted = measures.filter(([quota]) => quota.counts(key));
  const charges = counted.map(([quota, measure]) => ({ quota, amount: measure() })).filter(({ amount }) => amount > 0);
  if (key === null || charges.length === 0) return;
  const { missing, waitSeconds } = await add(em, key, charges, manySlots);
  if (missing === undefined) return;
  const { name, limit, setting, unit } = missing.quota;
  const detail = `A key has ${limit} ${unit} a day (${setting}), and this needs ${missing.amount} of which there are fewer left: wait until the next day of UTC, or ask the operator for more.`;
  const members = { quota: { name, limit }, retryAfterSeconds: waitSeconds };
  throw new AppError('quota_used_up', detail, [], { members });
}

const chargeColumns = { quota: 'text', amount: 'bigint', most: 'bigint' } as const;

/** Writes all charges or none. @returns the first one that there is not enough left for */
async function add(
  em: SqlEntityManager,
  key: string,
  charges: readonly Charge[],
  slots: number,
): Promise<{ missing: Charge | undefined; waitSeconds: number }> {
  const asked = charges.map(({ quota, amount }) => ({ quota: quota.name, amount, most: quota.limit }));
  const holder = holderName(key);
  // The condition of the update holds where others have changed the row in the meantime.
  const { rows } = await sql<{ quota: string; isTaken: boolean; waitSeconds: number }>`
    with asked as (select quota, amount, most from ${unnestRows(asked, chargeColumns, 'asked')}),
    judged as (
      select quota, amount, most, least(amount, most) + coalesce((
        select sum(quota_use.amount) from quota_use
        where day = ${today} and key = ${holder} and quota_use.quota = asked.quota
      ), 0) <= most as fits from asked
    ), taken as (
      insert into quota_use (day, key, quota, slot, amount)
      select ${today}, ${holder}, quota, pg_backend_pid() % ${slots}::integer, amount
      from judged where (select bool_and(fits) from judged)
      on conflict (day, key, quota, slot) do update set amount = quota_use.amount + excluded.amount
        where quota_use.amount + least(excluded.amount, (select most from asked where asked.quota = quota_use.quota))
          <= (select most from asked where asked.quota = quota_use.quota)
      returning quota
    )
    select quota, fits and (quota in (select quota from taken) or not (select bool_and(fits) from judged)) as "isTaken",
      ceil(extract(epoch from ${nextDay} - now()))::integer as "waitSeconds" from judged`.execute(
    em.getKysely<unknown>(),
  );
  const refused = rows.find(({ isTaken }) => !isTaken);
  return {
    missing: charges.find(({ quota }) => quota.name === refused?.quota),
    waitSeconds: refused?.waitSeconds ?? 0,
  };
}
