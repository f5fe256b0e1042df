import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { holderName, lockKey, type Quota, type TransactionScope, type Use } from '../../kit/data/index.ts';
import { AppError, QuotaName } from '../../kit/core/index.ts';

/** How many subscriptions one key has at a time: those that it has created and nobody has deleted. */
export class SubscriptionQuota implements Quota {
  readonly name = QuotaName.SUBSCRIPTIONS;
  readonly setting = 'QUOTA_SUBSCRIPTIONS';
  readonly period = null;

  constructor(readonly limit: number) {}

  /** Call it before the subscription is created. @throws AppError `CONFLICT` when the key has as many as it may */
  async requireRoom({ em, actor }: TransactionScope): Promise<void> {
    if (this.limit === 0 || actor.key === null) return;
    const key = holderName(actor.key);
    // Released at the end of the transaction: two creations at a time must not share the last place.
    await lockKey(em.getKysely<unknown>(), 'subscription quota', key);
    const [use] = await this.read(em, actor.key, 1);
    if (use === undefined || use.used < this.limit) return;
    const detail = `A key has at most ${this.limit} subscriptions at a time (${this.setting}): delete one that it has created, or ask the operator for more.`;
    const quota = { name: this.name, limit: this.limit };
    throw new AppError('subscription_quota_used_up', detail, [], { members: { quota } });
  }

  async read(em: SqlEntityManager, key: string | null, most: number): Promise<Use[]> {
    const whose = key === null ? sql`created_by is not null` : sql`created_by = ${holderName(key)}`;
    const { rows } = await sql<{ key: string; used: number }>`
      select created_by as key, count(*)::integer as used from notification_subscription where ${whose}
      group by created_by order by used desc, key limit ${most}`.execute(em.getKysely<unknown>());
    return rows;
  }
}
