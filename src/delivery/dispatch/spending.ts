import { sql } from 'kysely';
import { Batcher, type DayQuota, nextDay, type RequestScope } from '../../kit/data/index.ts';
import type { ChannelRegistry } from '../channels/registry.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { testPing } from '../deliveries/delivery.events.ts';
import type { DueDelivery } from './due-delivery.ts';
import type { ChannelKind } from '../subscriptions/channel-config.ts';

/** Most charges that are made together. */
const batchSize = 50;

interface Charge {
  readonly quota: DayQuota;
  readonly key: string;
  readonly amount: number;
}

/** What spending needs from its process. */
export interface SpendingOptions {
  readonly newScope: () => RequestScope;
  readonly channels: ChannelRegistry;
  /** What attempts are charged to, by the channel; others cost nothing. */
  readonly quotas: Readonly<Partial<Record<ChannelKind, DayQuota>>>;
}

/** Charges attempts to the keys that created their subscriptions, and puts off what a key has no quota for today. */
export class Spending {
  readonly #charges: Batcher<Charge, boolean>;

  constructor(private readonly options: SpendingOptions) {
    this.#charges = new Batcher((charges) => this.#takeAll(charges), batchSize);
  }

  /**
   * Charges the next attempt. What is beyond the quota waits for the next day: it is no attempt, and no failure of its
   * receiver.
   *
   * @returns whether the delivery was put off
   */
  async putsOff(due: DueDelivery): Promise<boolean> {
    const { delivery, event, subscription } = due;
    const { newScope, channels, quotas } = this.options;
    const { createdBy: key, channel } = subscription;
    const quota = quotas[channel];
    if (quota === undefined || !quota.counts(key)) return false;
    // Without an attempt nothing is spent: the delivery is skipped.
    if (!subscription.isActive && event.type !== testPing.name) return false;
    const { progress, attemptsInRound } = delivery;
    const next = { subscription, progress, startsRound: attemptsInRound === 0 };
    const amount = channels.get(channel).recipientsOf?.(next) ?? 1;
    if (amount === 0 || (await this.#charges.run({ quota, key, amount }))) return false;
    const reason = `The quota of its key for today is used up: ${quota.limit} ${quota.unit} a day (${quota.setting}).`;
    await sql`update delivery set next_attempt_at = ${nextDay}, wait_reason = ${reason}, updated_at = now()
      where id = ${delivery.id} and status = ${DeliveryStatus.PENDING} and attempt_count = ${delivery.attemptCount}`.execute(
      newScope().em.getKysely<unknown>(),
    );
    return true;
  }

  /** Charges of one key and quota are made as one; near the end of the quota one by one, as far as it goes. */
  async #takeAll(charges: readonly Charge[]): Promise<boolean[]> {
    const taken = new Map<Charge, boolean>();
    for (const group of Map.groupBy(charges, ({ quota, key }) => `${quota.name} ${key}`).values()) {
      const total = group.reduce((sum, { amount }) => sum + amount, 0);
      const [first] = group;
      const isWhole = first !== undefined && group.length > 1 && total <= first.quota.limit;
      if (isWhole && (await this.#take({ ...first, amount: total }))) for (const one of group) taken.set(one, true);
      else for (const one of group) taken.set(one, await this.#take(one));
    }
    return charges.map((charge) => taken.get(charge) === true);
  }

  async #take({ quota, key, amount }: Charge): Promise<boolean> {
    return quota.take(this.options.newScope().em, key, amount);
  }
}
