import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../kit/rights/index.ts';

/**
 * The lease of one process on the attempts of one subscription. Leases of a process that dies or hangs expire, and
 * another process takes them over.
 */
@Entity({ tableName: 'delivery_lane' })
@SeenBy('false')
export class DeliveryLane {
  /** No foreign key, so that claiming a lane does not wait for an edit of the subscription. */
  @PrimaryKey({ type: 'uuid' })
  subscriptionId!: string;

  /** Id of the dispatcher that holds the lease. */
  @Property({ type: 'uuid' })
  owner!: string;

  /** By the database's clock. */
  @Property({ type: 'Date', length: 3 })
  leasedUntil!: Date;
}
