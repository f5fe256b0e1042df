import { type RawBuilder, sql } from 'kysely';
import { select } from '../database/reads.ts';
import { Event } from '../events/event.entity.ts';
import { fanOutEvent } from '../events/event-log.ts';
import { patternsFor } from '../events/type-pattern.ts';
import { Batcher } from '../jobs/batcher.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobKind, JobOptions, Task } from '../jobs/task.ts';
import { NotificationSubscription } from '../modules/subscriptions/subscription.entity.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../scope.ts';
import { Delivery, DeliveryStatus } from './delivery.entity.ts';
import { eventFilter } from './event-filter.ts';

/** Makes one attempt at each of some deliveries of a subscription. */
export const deliver: JobKind<DeliverData> = { name: 'deliver' };

/**
 * The attempt after `attempts`. One that was made otherwise meanwhile, because the delivery was sent again, is not
 * made twice.
 */
export interface NextAttempt {
  readonly deliveryId: string;
  readonly attempts: number;
}

export interface DeliverData {
  readonly subscriptionId: string;
  readonly next: readonly NextAttempt[];
}

/** Deliveries of one job at most: the queue's own work, which costs more than the sending, is paid once for them all. */
export const deliveriesPerJob = 25;

/** The jobs for the next attempts at deliveries of one subscription, now unless told. */
export function deliverJobs(
  subscriptionId: string,
  next: readonly NextAttempt[],
  startAfter?: Date,
): (JobOptions & { data: DeliverData })[] {
  const options = { group: subscriptionId, ...(startAfter === undefined ? {} : { startAfter }) };
  const starts = Array.from({ length: Math.ceil(next.length / deliveriesPerJob) }, (_, n) => n * deliveriesPerJob);
  return starts.map((at) => ({ ...options, data: { subscriptionId, next: next.slice(at, at + deliveriesPerJob) } }));
}

/** Events that one transaction fans out at most. */
const batchSize = 200;

/** An event and a subscription that wants it. */
export interface Match {
  readonly event: Pick<Event, 'id'>;
  readonly subscription: Pick<NotificationSubscription, 'id'>;
}

/** Creates a delivery for each subscription that wants an event, and their jobs. A re-run adds nothing. */
export function fanOutTask(newScope: () => RequestScope, jobs: JobQueue): Task<{ eventId: string }> {
  const fanOuts = new Batcher(async (eventIds: readonly string[]) => {
    await inTransaction(newScope(), async (transaction) => {
      await createDeliveries(transaction, jobs, await findMatches(transaction, eventIds));
    });
    return eventIds;
  }, batchSize);
  return {
    kind: fanOutEvent,
    slots: batchSize,
    run: async ({ eventId }) => {
      await fanOuts.run(eventId);
    },
  };
}

async function findMatches({ em }: TransactionScope, eventIds: readonly string[]): Promise<Match[]> {
  const events = await select(em, Event, sql`where id in (${sql.join([...eventIds])})`);
  const patterns = [...new Set(events.flatMap(({ type }) => patternsFor(type)))];
  if (patterns.length === 0) return [];
  const subscriptions = await select(
    em,
    NotificationSubscription,
    sql`where is_active and event_type in (${sql.join(patterns)})`,
  );
  const listeners = subscriptions.map((subscription) => ({ subscription, wants: eventFilter(subscription.filter) }));
  return events.flatMap((event) => {
    const wanted = patternsFor(event.type);
    return listeners
      .filter(
        ({ subscription: { eventType, deckId }, wants }) =>
          wanted.includes(eventType) && (deckId === null || deckId === event.deckId) && wants(event),
      )
      .map(({ subscription }) => ({ event, subscription }));
  });
}

/** Creates the deliveries that do not exist yet, with their jobs, due now unless told. @returns the new ones */
export async function createDeliveries(
  transaction: TransactionScope,
  jobs: JobQueue,
  matches: readonly Match[],
  startAfter?: Date,
): Promise<Delivery[]> {
  if (matches.length === 0) return [];
  const nextAttemptAt = startAfter ?? transaction.now();
  // In one order everywhere: two transactions that insert the same keys crosswise would wait for each other.
  const deliveries = matches
    .toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1))
    .map(({ event, subscription }) =>
      Object.assign(new Delivery(), { eventId: event.id, subscriptionId: subscription.id, nextAttemptAt }),
    );
  const created = await insertNew(transaction, deliveries);
  const bySubscription = Object.groupBy(created, ({ subscriptionId }) => subscriptionId);
  const due = Object.entries(bySubscription).flatMap(([subscriptionId, some = []]) =>
    deliverJobs(
      subscriptionId,
      some.map(({ id }) => ({ deliveryId: id, attempts: 0 })),
      startAfter,
    ),
  );
  await jobs.enqueue(transaction, deliver, due);
  return created;
}

/** Which subscriptions are not deleted, nor will be before the transaction ends: none gets a delivery afterwards. */
export function isThere(subscriptionIds: readonly string[]): RawBuilder<unknown> {
  return sql`select id from notification_subscription
    where id = any(${[...new Set(subscriptionIds)].toSorted()}::uuid[]) order by id for key share`;
}

/** MikroORM's `upsertMany` also returns the rows that were there before, whose jobs must not be enqueued again. */
async function insertNew({ em }: TransactionScope, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const column = <Name extends keyof Delivery>(name: Name): Delivery[Name][] => deliveries.map((it) => it[name]);
  const { rows } = await sql<{ id: string }>`
    insert into delivery (id, event_id, subscription_id, created_at, updated_at, next_attempt_at, status, attempt_count)
    select *, ${DeliveryStatus.PENDING}, 0
    from unnest(${column('id')}::uuid[], ${column('eventId')}::uuid[], ${column('subscriptionId')}::uuid[],
      ${column('createdAt')}::timestamptz[], ${column('updatedAt')}::timestamptz[], ${column('nextAttemptAt')}::timestamptz[])
      as fresh(id, event_id, subscription_id, created_at, updated_at, next_attempt_at)
    where subscription_id in (${isThere(column('subscriptionId'))})
    on conflict (event_id, subscription_id) do nothing
    returning id`.execute(em.getKysely<unknown>());
  const created = new Set(rows.map(({ id }) => id));
  return deliveries.filter(({ id }) => created.has(id));
}
