import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { Node } from '../platform/database/node.ts';
import { SeenBy } from '../platform/sight/seen-by.ts';

/**
 * A row of the event log, immutable until retention deletes it. The log is the outbox of all deliveries and the source
 * of all streams. (`transaction`, `sequence`) is its position; `event-log.ts` says why a serial number is not enough.
 */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'An entry of the event log.' })
@Entity({ tableName: 'event' })
@SeenBy('deck_id = any($decks)')
@Index({ properties: ['transaction', 'sequence'] })
@Index({ properties: ['deckId', 'transaction', 'sequence'] })
@Index({ properties: ['formerSequence'], where: '"former_sequence" is not null' })
export class Event {
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @Field(() => String, { description: 'Event type in dotted form, such as contract.signed.' })
  @Property({ type: 'text' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'Deck that the event is about; null for none.' })
  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;

  @Field(() => Date, { description: "When the event was recorded, by the database's clock." })
  @Property({ type: 'Date', length: 3 })
  timestamp: Date = new Date();

  @Field(() => GraphQLJSONObject, {
    description: 'Payload. `eventTypes` gives its JSON Schema for the types of this service.',
  })
  @Property({ type: 'json' })
  data: Record<string, unknown> = {};

  /** Bytes of `data` as text, so that a page can be limited by bytes before any data is read. */
  @Property({ type: 'integer', generated: '(octet_length((data)::text)) stored' })
  size!: number;

  @Property({ type: 'string', columnType: 'xid8', defaultRaw: 'pg_current_xact_id()' })
  transaction!: string;

  @Property({ type: 'string', columnType: 'bigint', generated: 'by default as identity', autoincrement: true })
  sequence!: string;

  /** Sequence on the server from which the log was restored: cursors from that server contain it. Otherwise null. */
  @Property({ type: 'string', columnType: 'bigint', nullable: true })
  formerSequence: string | null = null;
}
