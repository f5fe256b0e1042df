import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { settledWithin, turns } from '../../kit/core/index.ts';
import {
  inTransaction,
  type JobKind,
  type JobOptions,
  type JobQueue,
  type JobSignals,
  type Portion,
  readOnReplica,
  type RequestScope,
  type WakeUps,
} from '../../kit/data/index.ts';
import { eventLog, logHead } from '../../kit/live/index.ts';
import type { Event, LoggedEvent } from '../events/event.entity.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { eventFilter } from '../filters/event-filter.ts';
import { hasDelivery, readMissing, sendAgain } from '../fan-out/recover.ts';
import { delaysOthers } from './replay-order.ts';

/** Most events whose deliveries one job creates. */
const batchSize = 50;
/** A job that waits ends after this time and enqueues the next one, in milliseconds. */
const longestMs = 5_000;
/** Shortest pause before the next job looks at a pending retry, and longest one within a job, in milliseconds. */
const soonMs = 1_000;
/** Longest pause before a job checks a pending retry again, in milliseconds: a person may resend it sooner. */
const longestWaitMs = 60_000;

/** What a `replay` job carries: the gap of one subscription and how much of it is done. */
export interface ReplayData {
  readonly subscriptionId: string;
  /** ISO 8601 time at which the gap begins. It identifies the gap: the replay ends when `gapSince` differs. */
  readonly since: string;
  /** Position in the log up to which deliveries are created; null at first. */
  readonly after: string | null;
  /** Last position of the gap; null until the first job finds it. */
  readonly head: string | null;
}

/** Delivers what a recovered subscription has missed, in the order of the log. */
export const replay: JobKind<ReplayData> = { name: 'replay' };

type Next = JobOptions & { readonly data: ReplayData };

/** What a replay needs from its process. */
export interface ReplayOptions {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly wakeUps: WakeUps;
  /** A subscription whose attempts have all failed for this many seconds is switched off. */
  readonly disableAfterSeconds: number;
}

/** The options and what belongs to one job. */
interface ReplayContext extends ReplayOptions {
  readonly scope: RequestScope;
  readonly signals: JobSignals;
  /** Resolves when attempts have been recorded, by any process. */
  readonly attempted: () => Promise<void>;
}

/**
 * Creates the deliveries of a part of the gap of a subscription. The dispatcher sends them in the order of the log
 * (`replay-order.ts`), and the fan-out delivers new events meanwhile.
 *
 * @returns the job that continues; null when the gap is closed
 */
export async function replayGap(
  context: ReplayContext,
  subscription: NotificationSubscription,
  data: ReplayData,
): Promise<Next | null> {
  const { scope, wakeUps } = context;
  const delayMs = await waitForSent(context, data);
  if (delayMs !== null) return { data, delayMs };
  // Read after the recovery has committed, so that every event that the fan-out skipped for it lies before the head.
  const head = data.head ?? (await logHead(scope.em, eventLog)).position;
  // What is skipped here is not looked at again: a replica that is behind must not decide that.
  const { rows } = await readOnReplica(scope, (em) => readGap(em, subscription, { ...data, head }), 'everything');
  const last = rows.at(-1);
  if (last === undefined) return null;
  const judge = eventFilter(subscription.filter);
  const wanted: Event[] = [];
  for (const event of rows) {
    if (judge(event).passes) wanted.push(event);
    await turns.next();
  }
  await inTransaction(scope, async (transaction) => {
    await sql`update notification_subscription set gap_until = ${head}::bigint where id = ${subscription.id}`.execute(
      transaction.em.getKysely<unknown>(),
    );
    await sendAgain(transaction, wakeUps, subscription, wanted);
  });
  return { data: { ...data, head, after: last.position } };
}

/** @returns milliseconds until the next look at a delivery that delays others; null when none does */
async function waitForSent(
  { scope: { em }, signals, attempted, disableAfterSeconds }: ReplayContext,
  { subscriptionId, after }: ReplayData,
): Promise<number | null> {
  const endsAt = Date.now() + longestMs;
  for (;;) {
    const next = attempted();
    const { rows } = await sql<{ delayMs: number }>`
      select (extract(epoch from next_attempt_at - now()) * 1000)::float8 as "delayMs"
      from delivery join event_position using (event_id)
        join notification_subscription on notification_subscription.id = subscription_id
      where subscription_id = ${subscriptionId} and position <= ${after}::bigint
        and ${delaysOthers('delivery', 'notification_subscription', disableAfterSeconds)}
      order by position limit 1`.execute(em.getKysely<unknown>());
    const delayMs = rows[0]?.delayMs ?? null;
    if (delayMs === null) return null;
    if (delayMs > 0 || signals.stopping.aborted || Date.now() > endsAt)
      return Math.min(Math.max(delayMs, soonMs), longestWaitMs);
    signals.progressed();
    await settledWithin(soonMs, next);
  }
}

/** Events since the gap began, and older ones whose deliveries ended in it without success. */
async function readGap(
  em: SqlEntityManager,
  subscription: NotificationSubscription,
  { since, after, head }: ReplayData & { readonly head: string },
): Promise<Portion<LoggedEvent>> {
  const began = sql`${since}::timestamptz`;
  const lacks = [
    sql`not ${hasDelivery(subscription, [DeliveryStatus.DELIVERED])}`,
    sql`(timestamp >= ${began} or id in (select event_id from delivery
      where subscription_id = ${subscription.id} and delivery.updated_at >= ${began}))`,
  ];
  return readMissing(em, { subscription, after, head }, lacks, batchSize);
}
