import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { Int, ObjectType } from 'type-graphql';
import {
  answerOf,
  attributes,
  type Batch,
  mostCounted,
  type RequestScope,
  shown,
  shownOrNull,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';

/** Deliveries among which the last success is looked for: a receiver that has failed for long has many without one. */
const lookedAt = 1_000;

const healthAttributes = attributes({
  failingSince: shownOrNull(Date, 'When the first attempt since the last success failed; null after a success.'),
  lastDeliveredAt: shownOrNull(
    Date,
    `When the receiver last accepted one of the ${lookedAt.toLocaleString('en-US')} newest deliveries; null for none.`,
  ),
  pendingCount: shown(
    Int,
    `Deliveries that wait for an attempt; ${mostCounted.toLocaleString('en-US')} stands for that many or more.`,
  ),
  gapSince: shownOrNull(
    Date,
    'Start of the gap in which it was switched off for failures: while it is active, a replay delivers the events since then. Null without a gap.',
  ),
});

@ObjectType('SubscriptionHealth', {
  simpleResolvers: true,
  description: 'How the receiver of a notification subscription is doing.',
})
export class ReceiverHealth extends answerOf(healthAttributes) {}

/** As REST shows it. */
export const healthView = view<ReceiverHealth>('SubscriptionHealth', viewOf(healthAttributes));

interface Row {
  readonly id: string;
  readonly failingSince: string | null;
  readonly lastDeliveredAt: string | null;
  readonly pendingCount: number;
  readonly gapSince: string | null;
}

/** The health of subscriptions by id; null for an unknown id. */
export const healthById: Batch<string, ReceiverHealth | null> = async (em, ids) => {
  const found = new Map((await readRows(em, ids)).map(({ id, ...row }) => [id, healthOf(row)]));
  return ids.map((id) => found.get(id) ?? null);
};

async function readRows(em: SqlEntityManager, ids: readonly string[]): Promise<readonly Row[]> {
  const deliveries = visibleRows(em, Delivery);
  const { rows } = await sql<Row>`
    select notification_subscription.id, failing_since as "failingSince", gap_since as "gapSince",
      waiting.count as "pendingCount", last."deliveredAt" as "lastDeliveredAt"
    from ${visibleRows(em, NotificationSubscription)} cross join lateral (
      select count(*)::int as count from (
        select 1 from ${deliveries} where subscription_id = notification_subscription.id and status = ${DeliveryStatus.PENDING}
        limit ${mostCounted}) as counted
    ) as waiting cross join lateral (
      select max(updated_at) as "deliveredAt" from (
        select status, updated_at from ${deliveries} where subscription_id = notification_subscription.id
        order by created_at desc, id desc limit ${lookedAt}) as newest
      where status = ${DeliveryStatus.DELIVERED}
    ) as last
    where notification_subscription.id = any(${[...ids]}::uuid[])`.execute(em.getKysely<unknown>());
  return rows;
}

function healthOf({ failingSince, lastDeliveredAt, pendingCount, gapSince }: Omit<Row, 'id'>): ReceiverHealth {
  const time = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    failingSince: time(failingSince),
    lastDeliveredAt: time(lastDeliveredAt),
    pendingCount,
    gapSince: time(gapSince),
  };
}

/** Of a subscription that was deleted meanwhile, or is returned by its deletion. */
export const noHealth: ReceiverHealth = {
  failingSince: null,
  lastDeliveredAt: null,
  pendingCount: 0,
  gapSince: null,
};

/** The health of one subscription. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is not a UUID */
export async function readHealth(scope: RequestScope, subscriptionId: string): Promise<ReceiverHealth> {
  const { id } = await readSubscription(scope, subscriptionId);
  const [health] = await healthById(scope.em, [id]);
  return health ?? noHealth;
}
