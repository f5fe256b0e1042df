import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import type { Position } from '../../platform/live/cursor.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';

/** The last delivery that was given up: what `delivery.dead` tells of it. */
export interface LastDead {
  readonly deckId: string | null;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly error: string | null;
}

/**
 * What has been told of the dead deliveries of a subscription, and which news of others it is still to be told. Whoever
 * changes it locks the subscription first. Times are on the database's clock.
 */
@Entity({ tableName: 'dead_notice' })
export class DeadNotice {
  @OneToOne(() => NotificationSubscription, {
    primary: true,
    mapToPk: true,
    fieldName: 'subscription_id',
    deleteRule: 'cascade',
  })
  subscription!: string;

  /** When a delivery was last given up, of whatever event. */
  @Property({ type: 'Date', length: 3, nullable: true })
  diedAt: Date | null = null;

  /** When `delivery.dead` was last recorded. */
  @Property({ type: 'Date', length: 3, nullable: true })
  toldAt: Date | null = null;

  /** Deliveries that were given up since then. */
  @Property({ type: 'integer', default: 0 })
  untold: number = 0;

  /** The first of those; null while there are none. */
  @Property({ type: 'uuid', nullable: true })
  firstDeliveryId: string | null = null;

  /** The last of those; null while there are none. */
  @Property({ type: 'json', nullable: true })
  last: LastDead | null = null;

  /** The first `delivery.dead` that is held back from it while its own attempts fail; null when none is. */
  @Property({ type: 'json', nullable: true })
  heldFrom: Position | null = null;
}
