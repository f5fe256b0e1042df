import { Entity, Index, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { Event } from './event.entity.ts';

/**
 * An event whose deliveries are still to be created. The row is written with the event and deleted with the last of its
 * deliveries, so an event that was acknowledged cannot lose its fan-out. `delivery/fan-out.ts` works the rows off.
 */
@Entity({ tableName: 'fan_out' })
@Index({ properties: ['dueAt', 'event'] })
export class FanOut {
  @OneToOne(() => Event, { primary: true, mapToPk: true, fieldName: 'event_id', deleteRule: 'cascade' })
  event!: string;

  /** Subscriptions up to this id have their delivery; null before the first batch. */
  @Property({ type: 'uuid', nullable: true })
  afterSubscription: string | null = null;

  /** On the database's clock. Batches of one event take turns with other events: each puts its row at the end. */
  @Property({ type: 'Date', length: 6, defaultRaw: 'clock_timestamp()' })
  dueAt!: Date;

  /** Failed batches in a row. */
  @Property({ type: 'integer', default: 0 })
  failures: number = 0;

  /** Why the last batch failed; null after any success. */
  @Property({ type: 'text', nullable: true })
  error: string | null = null;
}
