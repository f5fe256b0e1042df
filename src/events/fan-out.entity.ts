import { Entity, Index, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { Event } from './event.entity.ts';

/**
 * An event whose deliveries are still to be created. The row is written with the event and deleted with the last of its
 * deliveries, so an event that was acknowledged cannot lose its fan-out. `notifications/fan-out/` works the rows off.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'An event whose deliveries are still to be created, or could not be.',
})
@Entity({ tableName: 'fan_out' })
@Index({ properties: ['dueAt', 'event'] })
export class FanOut {
  @OneToOne(() => Event, { primary: true, mapToPk: true, fieldName: 'event_id', deleteRule: 'cascade' })
  event!: string;

  /** Subscriptions up to this id have their delivery; null before the first batch. */
  @Property({ type: 'uuid', nullable: true })
  afterSubscription: string | null = null;

  /** On the database's clock. Batches of one event take turns with other events: each puts its row at the end. */
  @Field(() => Date, { description: 'When it is tried next.' })
  @Property({ type: 'Date', length: 6, defaultRaw: 'clock_timestamp()' })
  dueAt!: Date;

  /** Failed batches in a row. */
  @Field(() => Int, { description: 'How often it has failed in a row; after 10 times it is given up.' })
  @Property({ type: 'integer', default: 0 })
  failures: number = 0;

  /** Why the last batch failed; null after any success. */
  @Field(() => String, { nullable: true, description: 'The code of its last failure; null after any success.' })
  @Property({ type: 'text', nullable: true })
  error: string | null = null;

  /** When it was given up after too many failures; it stays until somebody has it tried again. */
  @Field(() => Date, { nullable: true, description: 'When it was given up; null while it is tried.' })
  @Property({ type: 'Date', length: 3, nullable: true })
  diedAt: Date | null = null;
}
