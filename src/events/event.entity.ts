import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { Node } from '../platform/database/node.ts';

/**
 * A fact, kept as it was until it is pruned: the event log is both the outbox of all deliveries and the source of all streams.
 * (`transaction`, `sequence`) is its place in the log; see `event-log.ts` for why a serial number alone is not enough.
 */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'Something that happened.' })
@Entity({ tableName: 'event' })
@Index({ properties: ['transaction', 'sequence'] })
@Index({ properties: ['formerSequence'], where: '"former_sequence" is not null' })
export class Event {
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @Field(() => String)
  @Property({ type: 'text' })
  type!: string;

  @Field(() => ID, { nullable: true })
  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;

  @Field(() => Date)
  @Property({ type: 'Date', length: 3 })
  timestamp: Date = new Date();

  @Field(() => GraphQLJSONObject)
  @Property({ type: 'json' })
  data: Record<string, unknown> = {};

  /** Bytes of `data` as text, so that a page of the log can be cut by bytes before any data is read. */
  @Property({ type: 'integer', generated: '(octet_length((data)::text)) stored' })
  size!: number;

  @Property({ type: 'string', columnType: 'xid8', defaultRaw: 'pg_current_xact_id()' })
  transaction!: string;

  @Property({ type: 'string', columnType: 'bigint', generated: 'by default as identity', autoincrement: true })
  sequence!: string;

  /** Its sequence on the server from which the log was restored, which cursors from there name. */
  @Property({ type: 'string', columnType: 'bigint', nullable: true })
  formerSequence: string | null = null;
}
