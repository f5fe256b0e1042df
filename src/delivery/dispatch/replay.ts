import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { turns } from '../../kit/core/index.ts';
import {
  databaseTime,
  inTransaction,
  type JobOptions,
  type JobQueue,
  type JobSignals,
  type Portion,
  type RequestScope,
  type WakeUps,
} from '../../kit/data/index.ts';
import { eventLog, logHead } from '../../kit/live/index.ts';
import type { Event, LoggedEvent } from '../events/event.entity.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import type { Courier } from './courier.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { deliveriesById } from '../deliveries/delivery.reader.ts';
import type { Attempted } from './due-delivery.ts';
import { eventFilter } from '../filters/event-filter.ts';
import type { ReplayData } from './replay.job.ts';
import { hasDelivery, readMissing, sendAgain } from '../fan-out/recover.ts';

/** Most events that one job replays. */
const batchSize = 50;
/** After this time a job ends and enqueues the next one, in milliseconds. */
const longestMs = 5_000;
/** How long the dispatcher leaves a delivery to the replay, in milliseconds: longer than one attempt takes. */
const takenMs = 120_000;
/** Pause before the next look at a delivery that another process attempts, in milliseconds. */
const soonMs = 1_000;
/** Longest pause before a job checks a pending retry again, in milliseconds: a person may resend it sooner. */
const longestWaitMs = 60_000;

/** The job that continues the replay. */
type Next = JobOptions & { readonly data: ReplayData };

/** What a replay needs from its process. */
export interface ReplayOptions {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly courier: Courier;
  readonly wakeUps: WakeUps;
  /** A subscription whose attempts have all failed for this many seconds is switched off. */
  readonly disableAfterSeconds: number;
}

/** The options and what belongs to one job. */
interface ReplayContext extends ReplayOptions {
  readonly scope: RequestScope;
  readonly signals: JobSignals;
}

/**
 * Delivers a part of the gap of a subscription in the order of the log. Each event starts when the one before is over:
 * delivered, or dead after its usual retries. An event whose retries would outlast the subscription is passed over, so
 * that it delays the others for a limited time. The fan-out delivers new events meanwhile.
 *
 * @returns the job that continues; null when the gap is closed
 */
export async function replayGap(
  context: ReplayContext,
  subscription: NotificationSubscription,
  data: ReplayData,
): Promise<Next | null> {
  const { em } = context.scope;
  const wait = await waitFor(context, subscription, data);
  if (wait !== null) return wait;
  // Read after the recovery has committed, so that every event that the fan-out skipped for it lies before the head.
  const head = data.head ?? (await logHead(em, eventLog)).position;
  const endsAt = Date.now() + longestMs;
  const missing = await readGap(em, subscription, { ...data, head });
  let { after } = data;
  const reached = (waitsFor: string | null = null): ReplayData => ({ ...data, head, after, waitsFor });
  const judge = eventFilter(subscription.filter);
  for (const event of missing.rows) {
    if (context.signals.stopping.aborted || Date.now() > endsAt) return { data: reached() };
    await turns.next();
    if (!judge(event).passes) {
      after = event.position;
      continue;
    }
    const attempted = await attempt(context, subscription, event);
    context.signals.progressed();
    // Another process attempts it, or it is over: the next job finds out.
    if (attempted === null) return { data: reached(), delayMs: soonMs };
    after = event.position;
    if (attempted.result?.verdict === 'delivered') continue;
    return (await waitFor(context, subscription, reached(attempted.delivery.id))) ?? { data: reached() };
  }
  return missing.hasMore ? { data: reached() } : null;
}

/** @returns the job that waits for a pending delivery; null when it is over or the replay does not wait for it */
async function waitFor(
  { scope: { em }, disableAfterSeconds }: ReplayContext,
  { failingSince }: NotificationSubscription,
  data: ReplayData,
): Promise<Next | null> {
  const [delivery] = data.waitsFor === null ? [] : await deliveriesById(em, [data.waitsFor]);
  if (delivery?.status !== DeliveryStatus.PENDING) return null;
  const now = (await databaseTime(em)).getTime();
  const nextAt = delivery.nextAttemptAt?.getTime() ?? 0;
  // The next failure would switch the subscription off. A later event may succeed and show that only this one fails.
  if (nextAt >= (failingSince?.getTime() ?? now) + disableAfterSeconds * 1_000) return null;
  return { data, delayMs: Math.min(Math.max(nextAt - now, soonMs), longestWaitMs) };
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

/** Makes and records one attempt. @returns null when another process attempts the delivery, or it is over */
async function attempt(
  { scope, wakeUps, courier, signals: { tooLate } }: ReplayContext,
  subscription: NotificationSubscription,
  event: Event,
): Promise<Attempted | null> {
  const [taken] = await inTransaction(scope, (transaction) =>
    sendAgain(transaction, wakeUps, subscription, [event], takenMs),
  );
  const due = taken === undefined ? null : await courier.find(taken);
  if (due === null) return null;
  // The replay waits for it, as for one that failed.
  if (await courier.isPutOff(due)) return { ...due, startedAt: new Date(), durationMs: 0, result: null };
  const attempted = await courier.attempt(due, tooLate);
  await courier.record(attempted, tooLate);
  return attempted;
}
