import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { SeenBy } from '../../kit/rights/index.ts';

/** The last delivery that was given up, as `delivery.dead` describes it. */
export interface LastDead {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly error: string | null;
}

/**
 * Dead deliveries of one subscription that `delivery.dead` has not reported yet. Lock the subscription before a change.
 * Times are by the database's clock.
 */
@Entity({ tableName: 'dead_notice' })
@SeenBy('false')
export class DeadNotice {
  @OneToOne(() => NotificationSubscription, {
    primary: true,
    mapToPk: true,
    fieldName: 'subscription_id',
    deleteRule: 'cascade',
  })
  subscription!: string;

  /** When `delivery.dead` was last recorded; null for never. */
  @Property({ type: 'Date', length: 3, nullable: true })
  toldAt: Date | null = null;

  /** Deliveries given up since then. */
  @Property({ type: 'integer', default: 0 })
  untold: number = 0;

  /** The first of those; null while there are none. */
  @Property({ type: 'uuid', nullable: true })
  firstDeliveryId: string | null = null;

  /** The last of those; null while there are none. */
  @Property({ type: 'json', nullable: true })
  last: LastDead | null = null;
}
