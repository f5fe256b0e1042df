import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * The lease by which one process at a time makes the attempts of one subscription. A process that dies or stops for too
 * long loses its leases, and another one takes them over.
 */
@Entity({ tableName: 'delivery_lane' })
export class DeliveryLane {
  /** No foreign key: claiming a lane must not wait for whoever edits the subscription. */
  @PrimaryKey({ type: 'uuid' })
  subscriptionId!: string;

  /** The dispatcher that holds the lease. */
  @Property({ type: 'uuid' })
  owner!: string;

  /** On the database's clock. */
  @Property({ type: 'Date', length: 3 })
  leasedUntil!: Date;
}
