import { Entity, Index, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { Event } from './event.entity.ts';
import { SeenBy } from '../../kit/rights/index.ts';

/**
 * Queue row of an event whose deliveries are not all created. It is inserted with the event and deleted in the
 * transaction that creates the last delivery, so no acknowledged event loses its fan-out. `fan-out/` processes
 * the rows.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'Queue entry of an event whose deliveries are not all created.',
})
@Entity({ tableName: 'fan_out' })
@SeenBy('event_id in (select id from event where deck_id = any($decks))')
@Index({ properties: ['dueAt', 'event'] })
export class FanOut {
  // No foreign key: to check it takes a fifth of the time of a large insert, and both rows are inserted by one statement.
  @OneToOne(() => Event, { primary: true, mapToPk: true, fieldName: 'event_id', createForeignKeyConstraint: false })
  event!: string;

  /** Subscriptions up to this id are done; null before the first batch. */
  @Property({ type: 'uuid', nullable: true })
  afterSubscription: string | null = null;

  /** By the database's clock. Each batch moves its row to the end of the queue, so that other events take turns. */
  @Field(() => Date, { description: 'Time of the next try.' })
  @Property({ type: 'Date', length: 6, defaultRaw: 'clock_timestamp()' })
  dueAt!: Date;

  @Field(() => Int, { description: 'Failed attempts in a row. After 10 the fan-out is given up.' })
  @Property({ type: 'integer', default: 0 })
  attemptCount: number = 0;

  @Field(() => String, { nullable: true, description: 'Error code of the last failure; null after a success.' })
  @Property({ type: 'text', nullable: true })
  error: string | null = null;

  /** A row that was given up stays until a client retries it. */
  @Field(() => Date, { nullable: true, description: 'When the fan-out was given up; null while it is retried.' })
  @Property({ type: 'Date', length: 3, nullable: true })
  diedAt: Date | null = null;
}
