import { sql } from 'kysely';
import { select } from '../database/reads.ts';
import type { Event } from '../events/event.entity.ts';
import { fanOutEvent } from '../events/event-log.ts';
import { eventsById } from '../events/event.service.ts';
import { patternsFor } from '../events/type-pattern.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobKind, Task } from '../jobs/task.ts';
import { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { subscriptionsById } from '../modules/subscriptions/subscription.reader.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import { type AttemptResult, payloadOf } from './channels/channel.ts';
import type { ChannelRegistry } from './channels/registry.ts';
import { Attempt, AttemptOutcome, Delivery, DeliveryStatus } from './delivery.entity.ts';
import { testPing } from './delivery.events.ts';
import { nextDelayMs } from './retry-schedule.ts';

/** Makes one attempt at a delivery. */
export const deliver: JobKind<{ deliveryId: string }> = { name: 'deliver' };

/** Attempts that one subscription may have under way, so that a receiver that hangs cannot take every slot. */
const attemptsPerSubscription = 4;

export interface DeliveryOptions {
  readonly newScope: () => RequestScope;
  readonly jobs: JobQueue;
  readonly channels: ChannelRegistry;
  readonly retryDelays: readonly number[];
}

/** Creates a delivery and its job for each subscription that wants the event. A re-run adds nothing. */
export function fanOutTask({ newScope, jobs }: DeliveryOptions): Task<{ eventId: string }> {
  return {
    kind: fanOutEvent,
    slots: 20,
    run: async ({ eventId }) => {
      await inTransaction(newScope(), async (transaction) => {
        const [event] = await eventsById(transaction.em, [eventId]);
        if (event === null || event === undefined) return;
        const subscriptions = await subscriptionsFor(transaction, event);
        await createDeliveries(transaction, jobs, event, subscriptions);
      });
    },
  };
}

async function subscriptionsFor(transaction: TransactionScope, event: Event): Promise<NotificationSubscription[]> {
  return select(
    transaction.em,
    NotificationSubscription,
    sql`where is_active and event_type in (${sql.join(patternsFor(event.type))})
      and (deck_id is null or deck_id = ${event.deckId}::uuid)`,
  );
}

/** Creates the deliveries that do not exist yet, with the job of each. @returns the new ones */
export async function createDeliveries(
  transaction: TransactionScope,
  jobs: JobQueue,
  event: Event,
  subscriptions: readonly NotificationSubscription[],
): Promise<Delivery[]> {
  if (subscriptions.length === 0) return [];
  const now = transaction.now();
  const deliveries = subscriptions.map(({ id }) =>
    Object.assign(new Delivery(), { eventId: event.id, subscriptionId: id, nextAttemptAt: now }),
  );
  const created = await insertNew(transaction, deliveries);
  await jobs.enqueue(
    transaction,
    deliver,
    created.map(({ id, subscriptionId }) => ({ data: { deliveryId: id }, group: subscriptionId })),
  );
  return created;
}

/** MikroORM's `upsertMany` also returns the rows that were there before, whose jobs must not be enqueued again. */
async function insertNew({ em }: TransactionScope, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const column = <Name extends keyof Delivery>(name: Name): Delivery[Name][] => deliveries.map((it) => it[name]);
  const { rows } = await sql<{ id: string }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status, attempt_count)
    select *, ${DeliveryStatus.PENDING}, 0
    from unnest(${column('id')}::uuid[], ${column('eventId')}::uuid[], ${column('subscriptionId')}::uuid[],
      ${column('createdAt')}::timestamptz[], ${column('updatedAt')}::timestamptz[], ${column('nextAttemptAt')}::timestamptz[])
    on conflict (event_id, subscription_id) do nothing
    returning id`.execute(em.getKysely<unknown>());
  const created = new Set(rows.map(({ id }) => id));
  return deliveries.filter(({ id }) => created.has(id));
}

/** Makes one attempt, records it, and plans the next one if there has to be one. */
export function deliverTask(options: DeliveryOptions): Task<{ deliveryId: string }> {
  return {
    kind: deliver,
    slots: 40,
    groupLimit: attemptsPerSubscription,
    run: async ({ deliveryId }, signal) => {
      const { em, now } = options.newScope();
      const [delivery] = await select(em, Delivery, sql`where id = ${deliveryId}`);
      if (delivery === undefined || delivery.status !== DeliveryStatus.PENDING) return;
      const [[event], [subscription]] = await Promise.all([
        eventsById(em, [delivery.eventId]),
        subscriptionsById(em, [delivery.subscriptionId]),
      ]);
      if (!event || !subscription) return;
      if (!subscription.isActive && event.type !== testPing.name) {
        await settle(options, delivery, { status: DeliveryStatus.SKIPPED, nextAttemptAt: null });
        return;
      }
      const startedAt = now();
      const channel = options.channels.get(subscription.channel);
      const result = await channel.send({ deliveryId, payload: payloadOf(event), subscription }, signal);
      await recordAttempt(options, delivery, startedAt, result);
    },
  };
}

async function recordAttempt(
  options: DeliveryOptions,
  delivery: Delivery,
  startedAt: Date,
  { verdict, statusCode, error }: AttemptResult,
): Promise<void> {
  const number = delivery.attemptCount + 1;
  const attempt = Object.assign(new Attempt(), {
    deliveryId: delivery.id,
    number,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    outcome: verdict === 'delivered' ? AttemptOutcome.DELIVERED : AttemptOutcome.FAILED,
    statusCode: statusCode ?? null,
    error: error ?? null,
  });
  const delayMs = verdict === 'retry' ? nextDelayMs(number, options.retryDelays, Math.random()) : null;
  const nextAttemptAt = delayMs === null ? null : new Date(Date.now() + delayMs);
  const unsettled = nextAttemptAt === null ? DeliveryStatus.DEAD : DeliveryStatus.PENDING;
  const status = verdict === 'delivered' ? DeliveryStatus.DELIVERED : unsettled;
  await settle(options, delivery, { status, nextAttemptAt, attemptCount: number }, attempt);
}

async function settle(
  { newScope, jobs }: DeliveryOptions,
  delivery: Delivery,
  change: Pick<Delivery, 'status' | 'nextAttemptAt'> & { attemptCount?: number },
  attempt?: Attempt,
): Promise<void> {
  await inTransaction(newScope(), async (transaction) => {
    // A crash between sending and recording runs the job again: only the first to record an attempt counts it.
    const settled = await transaction.em.nativeUpdate(
      Delivery,
      { id: delivery.id, status: DeliveryStatus.PENDING, attemptCount: delivery.attemptCount },
      { ...change, updatedAt: transaction.now() },
    );
    if (settled === 0) return;
    if (attempt !== undefined) await transaction.em.insert(Attempt, attempt);
    if (change.nextAttemptAt === null) return;
    const job = { data: { deliveryId: delivery.id }, group: delivery.subscriptionId, startAfter: change.nextAttemptAt };
    await jobs.enqueue(transaction, deliver, [job]);
  });
}
