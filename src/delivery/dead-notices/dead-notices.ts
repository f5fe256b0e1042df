import { databaseTime, type JobKind, type JobQueue, type TransactionScope, unnestRows } from '../../kit/data/index.ts';
import { sql } from 'kysely';
import type { EventLog } from '../events/event-log.ts';
import type { DeadNotice, LastDead } from './dead-notice.entity.ts';
import { deliveryDead } from '../deliveries/delivery.events.ts';
import type { Attempted } from '../dispatch/due-delivery.ts';

/** The data of a job of the kind `tellDead`. */
export interface ReportDeadData {
  readonly subscriptionId: string;
}

/** Records the summary `delivery.dead` at the end of a quiet period of one subscription. */
export const reportDead: JobKind<ReportDeadData> = { name: 'tell-dead' };

/** Shortest time between two `delivery.dead` of one subscription, in milliseconds. One summary covers the time between. */
const quietMs = 3_600_000;

/** The columns of a notice that change here. */
type Notice = Pick<DeadNotice, 'toldAt' | 'untold' | 'firstDeliveryId' | 'last'> & {
  readonly subscriptionId: string;
  /** Of the subscription, not of the event: the report is about the subscription. */
  readonly deckId: string | null;
};

/** Records `delivery.dead`: at once, and then at most once per quiet period for each subscription. */
export class DeadNotices {
  constructor(
    private readonly events: EventLog,
    private readonly jobs: JobQueue,
  ) {}

  /** @param dead deliveries given up in this transaction, which has locked their subscriptions */
  async note(transaction: TransactionScope, dead: readonly Attempted[]): Promise<void> {
    // A dead delivery of `delivery.dead` is not reported: reports would cause reports without end.
    const reported = dead.filter(({ event }) => event.type !== deliveryDead.name);
    if (reported.length === 0) return;
    const bySubscription = Map.groupBy(reported, ({ delivery }) => delivery.subscriptionId);
    const notices = await readNotices(transaction, [...bySubscription.keys()]);
    const changed: Notice[] = [];
    for (const notice of notices) {
      changed.push(await this.#report(transaction, notice, bySubscription.get(notice.subscriptionId) ?? []));
    }
    await writeNotices(transaction, changed);
  }

  /** Records the summary of a quiet period that is over. */
  async reportRest(transaction: TransactionScope, subscriptionId: string): Promise<void> {
    const { em } = transaction;
    await sql`select from notification_subscription where id = ${subscriptionId} for no key update`.execute(
      em.getKysely<unknown>(),
    );
    const [notice] = await readNotices(transaction, [subscriptionId]);
    if (notice === undefined || notice.untold === 0) return;
    const now = await databaseTime(em);
    await writeNotices(transaction, [await this.#report({ ...transaction, now: () => now }, notice, [])]);
  }

  /** @returns the notice after the change */
  async #report(transaction: TransactionScope, notice: Notice, news: readonly Attempted[]): Promise<Notice> {
    const untold = notice.untold + news.length;
    const firstDeliveryId = notice.firstDeliveryId ?? news[0]?.delivery.id ?? null;
    const last = lastOf(news) ?? notice.last;
    if (last === null || firstDeliveryId === null) return notice;
    const quietUntil = (notice.toldAt?.getTime() ?? 0) + quietMs;
    const now = transaction.now();
    if (now.getTime() >= quietUntil) {
      const { deliveryId, eventId, eventType, error } = last;
      const { subscriptionId, deckId } = notice;
      const summary = { deliveryId, eventId, eventType, error, subscriptionId, deliveryCount: untold, firstDeliveryId };
      this.events.record(transaction, deliveryDead, { deckId, data: summary });
      return { ...notice, toldAt: now, untold: 0, firstDeliveryId: null, last: null };
    }
    // The first dead delivery schedules the summary. So does a summary job that runs too early.
    if (notice.untold === 0 || news.length === 0) {
      const delayMs = quietUntil - now.getTime() + 1;
      await this.jobs.enqueue(transaction, reportDead, [{ data: { subscriptionId: notice.subscriptionId }, delayMs }]);
    }
    return { ...notice, untold, firstDeliveryId, last };
  }
}

function lastOf(dead: readonly Attempted[]): LastDead | null {
  const last = dead.at(-1);
  if (last === undefined) return null;
  const { delivery, event, result } = last;
  return {
    deliveryId: delivery.id,
    eventId: event.id,
    eventType: event.type,
    error: result?.error ?? null,
  };
}

/** A notice for each subscription that exists. */
async function readNotices({ em }: TransactionScope, ids: readonly string[]): Promise<Notice[]> {
  const { rows } = await sql<Omit<Notice, 'toldAt'> & { readonly toldAt: string | null }>`
    select id as "subscriptionId", deck_id as "deckId", told_at as "toldAt", coalesce(untold, 0) as untold,
      first_delivery_id as "firstDeliveryId", last
    from notification_subscription left join dead_notice on subscription_id = id
    where id = any(${[...ids]}::uuid[]) order by id`.execute(em.getKysely<unknown>());
  return rows.map((row) => ({ ...row, toldAt: row.toldAt === null ? null : new Date(row.toldAt) }));
}

const noticeColumns = {
  subscription_id: 'uuid',
  told_at: 'timestamptz',
  untold: 'int',
  first_delivery_id: 'uuid',
  last: 'text',
} as const;

async function writeNotices({ em }: TransactionScope, notices: readonly Notice[]): Promise<void> {
  const rows = notices.map(({ subscriptionId, toldAt, untold, firstDeliveryId, last }) => ({
    subscription_id: subscriptionId,
    told_at: toldAt,
    untold,
    first_delivery_id: firstDeliveryId,
    last: last === null ? null : JSON.stringify(last),
  }));
  await sql`
    insert into dead_notice (subscription_id, told_at, untold, first_delivery_id, last)
    select subscription_id, told_at, untold, first_delivery_id, last::jsonb
    from ${unnestRows(rows, noticeColumns, 'notice')}
    on conflict (subscription_id) do update set told_at = excluded.told_at,
      untold = excluded.untold, first_delivery_id = excluded.first_delivery_id, last = excluded.last`.execute(
    em.getKysely<unknown>(),
  );
}
