import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../kit/rights/index.ts';

/** Stands for all subscriptions together, because a primary key has no nulls. */
export const allSubscriptions = '00000000-0000-0000-0000-000000000000';

/** What became of the deliveries of one subscription, or of all, in one bucket of time. `StatisticsWorker` writes it. */
@Entity({ tableName: 'delivery_statistic' })
@SeenBy('subscription_id in (select id from notification_subscription where deck_id = any($decks))')
@Index({ properties: ['seconds', 'start'] })
export class DeliveryStatistic {
  /** No foreign key: the rows of a deleted subscription age out. */
  @PrimaryKey({ type: 'uuid' })
  subscriptionId!: string;

  /** Length of the bucket. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  seconds!: number;

  /** A multiple of the length since the epoch. */
  @PrimaryKey({ type: 'Date', length: 0 })
  start!: Date;

  /** Of all: events. Of a subscription: events whose first attempt was made. */
  @Property({ type: 'integer', default: 0 })
  eventCount!: number;

  @Property({ type: 'integer', default: 0 })
  deliveredCount!: number;

  @Property({ type: 'integer', default: 0 })
  failedAttemptCount!: number;

  @Property({ type: 'integer', default: 0 })
  deadCount!: number;

  @Property({ type: 'integer', default: 0 })
  backlogCount!: number;

  /** Attempts by duration, one number for each of `latencyBounds`; null without any. */
  @Property({ type: 'json', columnType: 'integer[]', nullable: true })
  latencies: number[] | null = null;
}

/** Up to where the logs of events and attempts are counted: one row, whose lock keeps others from counting. */
@Entity({ tableName: 'delivery_statistic_progress' })
@SeenBy('false')
export class DeliveryStatisticProgress {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  @Property({ type: 'string', columnType: 'bigint' })
  eventPosition!: string;

  @Property({ type: 'string', columnType: 'bigint' })
  attemptPosition!: string;

  /** When the backlog was last counted. */
  @Property({ type: 'Date', length: 3 })
  backlogAt!: Date;
}
