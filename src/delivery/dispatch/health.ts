import { type RawBuilder, sql } from 'kysely';
import type { EventLog } from '../events/event-log.ts';
import type { JobQueue, TransactionScope } from '../../kit/data/index.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { subscriptionDisabled, subscriptionRecovered, testPing } from '../deliveries/delivery.events.ts';
import { type Attempted, isProbe } from './due-delivery.ts';
import type { Pings } from './ping.ts';
import { replay } from './replay.ts';

/**
 * Switches subscriptions off and on by the results of their attempts: off when the receiver requests it or has failed
 * for too long; on again, if the policy has `isAutoRecoverEnabled`, when a probe is answered.
 */
export class SubscriptionHealth {
  constructor(
    private readonly events: EventLog,
    private readonly jobs: JobQueue,
    private readonly pings: Pings,
    /** A subscription whose attempts have all failed for this long is switched off. */
    private readonly disableAfterSeconds: number,
  ) {}

  /** Call it after the other consequences of the attempts, so that the events are in order of their causes. */
  async note(transaction: TransactionScope, recorded: readonly Attempted[]): Promise<void> {
    const made = recorded.filter(({ result }) => result !== null);
    await noteFailures(
      transaction,
      made.filter((one) => !isProbe(one)),
    );
    for (const one of made) {
      if (one.result?.disable !== undefined) await this.#switchOffByRequest(transaction, one, one.result.disable);
      else if (one.result?.verdict !== 'delivered') await this.#switchOffForFailures(transaction, one);
      else if (isProbe(one)) await this.#recover(transaction, one);
    }
  }

  /** The receiver requested a stop: nothing is replayed later and nothing is probed. */
  async #switchOffByRequest(transaction: TransactionScope, { delivery }: Attempted, reason: string): Promise<void> {
    const disabled = await change(
      transaction,
      delivery.subscriptionId,
      sql`is_active = false, disabled_reason = ${reason}, probe_id = null, gap_since = null`,
      sql`(is_active or probe_id = ${delivery.id})`,
    );
    if (disabled !== null) this.#recordDisabled(transaction, disabled, reason);
  }

  async #switchOffForFailures(transaction: TransactionScope, { delivery, subscription }: Attempted): Promise<void> {
    const { failingSince } = subscription;
    if (!subscription.isActive || failingSince === null) return;
    if (transaction.now().getTime() - failingSince.getTime() < this.disableAfterSeconds * 1_000) return;
    const reason = `All attempts have failed since ${failingSince.toISOString()}.`;
    // While a replay runs, its gap starts 1 ms earlier: `since` identifies the gap, so that the old replay ends.
    const disabled = await change(
      transaction,
      delivery.subscriptionId,
      sql`is_active = false, disabled_reason = ${reason},
        gap_since = coalesce(gap_since - interval '1 millisecond', failing_since)`,
      sql`is_active and failing_since = ${failingSince.toISOString()}`,
    );
    if (disabled === null) return;
    this.#recordDisabled(transaction, disabled, reason);
    if (disabled.policy?.isAutoRecoverEnabled !== true) return;
    await this.pings.startProbing(transaction, disabled);
    await sql`update notification_subscription set probe_id = ${disabled.probeId} where id = ${disabled.id}`.execute(
      transaction.em.getKysely<unknown>(),
    );
  }

  /** A probe was answered: switches on. Pending deliveries join the gap, so that the replay sends all in order. */
  async #recover(transaction: TransactionScope, { delivery }: Attempted): Promise<void> {
    const recovered = await change(
      transaction,
      delivery.subscriptionId,
      sql`is_active = true, disabled_reason = null, failing_since = null, probe_id = null`,
      sql`probe_id = ${delivery.id}`,
    );
    if (recovered === null) return;
    const { id, name, deckId, gapSince } = recovered;
    await skipWaiting(transaction, id);
    const since = (gapSince ?? transaction.now()).toISOString();
    await this.jobs.enqueue(transaction, replay, [
      { data: { subscriptionId: id, since, after: null, head: null }, group: id },
    ]);
    this.events.record(transaction, subscriptionRecovered, { deckId, data: { subscriptionId: id, name, since } });
    transaction.afterCommit(() =>
      transaction.log.info(
        { subscription: id, since },
        'a subscription is switched on again: its receiver has answered',
      ),
    );
  }

  #recordDisabled(transaction: TransactionScope, { id, name, deckId }: NotificationSubscription, reason: string): void {
    this.events.record(transaction, subscriptionDisabled, { deckId, data: { subscriptionId: id, name, reason } });
    transaction.afterCommit(() => transaction.log.warn({ subscription: id, reason }, 'a subscription is switched off'));
  }
}

/** Changes a subscription if it meets the condition. @returns it after the change; null when it does not */
async function change(
  transaction: TransactionScope,
  id: string,
  changes: RawBuilder<unknown>,
  expected: RawBuilder<unknown>,
): Promise<NotificationSubscription | null> {
  const { rows } = await sql`update notification_subscription
    set ${changes}, version = version + 1, updated_at = ${transaction.now().toISOString()}
    where id = ${id} and ${expected} returning id`.execute(transaction.em.getKysely<unknown>());
  return rows.length === 0 ? null : readSubscription(transaction, id);
}

/** Skips pending deliveries, as if they had been due while the subscription was off. Tests stay pending. */
async function skipWaiting({ em, now }: TransactionScope, subscriptionId: string): Promise<void> {
  await sql`update delivery
    set status = ${DeliveryStatus.SKIPPED}, next_attempt_at = null, wait_reason = null, updated_at = ${now().toISOString()}
    where subscription_id = ${subscriptionId} and status = ${DeliveryStatus.PENDING}
      and not exists (select 1 from event where event.id = event_id and type = ${testPing.name})`.execute(
    em.getKysely<unknown>(),
  );
}

/** Maintains `failing_since`: the first failure sets it, any success clears it. */
async function noteFailures({ em, now }: TransactionScope, made: readonly Attempted[]): Promise<void> {
  const idsWhere = (failed: boolean, known: boolean): string[] => [
    ...new Set(
      made
        .filter(({ subscription }) => (subscription.failingSince !== null) === known)
        .filter(({ result }) => (result?.verdict !== 'delivered') === failed)
        .map(({ subscription }) => subscription.id),
    ),
  ];
  const recovered = idsWhere(false, true);
  const failing = idsWhere(true, false).filter((id) => !recovered.includes(id));
  const kysely = em.getKysely<unknown>();
  if (recovered.length > 0) {
    await sql`update notification_subscription set failing_since = null where id = any(${recovered}::uuid[])`.execute(
      kysely,
    );
  }
  if (failing.length > 0) {
    await sql`update notification_subscription set failing_since = ${now().toISOString()}
      where id = any(${failing}::uuid[]) and failing_since is null`.execute(kysely);
  }
}
