import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../kit/rights/index.ts';

/** An event that has no position yet. It is inserted with the event, and the sequencer takes it once both are committed. */
@Entity({ tableName: 'event_arrival' })
@SeenBy('false')
export class EventArrival {
  /** In this order events of one transaction, or of one client, get their positions. */
  @PrimaryKey({ type: 'string', columnType: 'bigint', generated: 'by default as identity', autoincrement: true })
  arrival!: string;

  @Property({ type: 'uuid' })
  eventId!: string;

  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;
}

/** The position of an event in the log. Rows are only inserted, and deleted with their events. */
@Entity({ tableName: 'event_position' })
@SeenBy('false')
@Index({ properties: ['deckId', 'position'], where: '"deck_id" is not null' })
export class EventPosition {
  @PrimaryKey({ type: 'string', columnType: 'bigint', autoincrement: false })
  position!: string;

  @Property({ type: 'integer' })
  epoch!: number;

  @Property({ type: 'uuid' })
  @Unique()
  eventId!: string;

  /** Of the event, so that the events of a deck are found in order. */
  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;
}
