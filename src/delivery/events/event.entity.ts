import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { ReadFrom, SeenBy } from '../../kit/rights/index.ts';
import { id, json, Node, nullable, text, time, view } from '../../kit/data/index.ts';
import { cursorOf, type Position } from '../../kit/live/index.ts';

/**
 * A row of the event log, immutable until retention deletes it. The log is the outbox of all deliveries and the source
 * of all streams. The sequencer gives it a position after its commit: see `sequencer.ts`.
 */
@InterfaceType({ implements: Node, description: 'An entry of the event log. Each event type has an object type.' })
@Entity({ tableName: 'event' })
@SeenBy('deck_id = any($decks)')
@ReadFrom(
  'select event.*, position, epoch, event_position.deck_id as logged_deck_id from event left join event_position on event_id = event.id',
)
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

  /** GraphQL names it `payload`: `data` is the typed one, see `withEventTypes`. */
  @Field(() => GraphQLJSONObject, {
    name: 'payload',
    description:
      'The data as one JSON object, of any event. `eventTypes` gives its JSON Schema for the types of this service.',
  })
  @Property({ type: 'json' })
  data: Record<string, unknown> = {};

  /** Bytes of `data` as text, so that a page can be limited by bytes before any data is read. */
  @Property({ type: 'integer', generated: '(octet_length((data)::text)) stored' })
  size!: number;

  /** Its position in the log; null until the sequencer has given it one. */
  @Property({ type: 'string', columnType: 'bigint', nullable: true, persist: false })
  position: string | null = null;

  /** The epoch of its position; null until it has one. */
  @Property({ type: 'integer', columnType: 'integer', nullable: true, persist: false })
  epoch: number | null = null;

  /** The span in which it was recorded, which its deliveries continue; null where there are no traces. */
  @Property({ type: 'text', nullable: true })
  traceparent: string | null = null;

  /** What the cursors of versions contain that ordered the log by transactions; null for events that came later. */
  @Property({ type: 'string', columnType: 'bigint', nullable: true })
  formerSequence: string | null = null;
}

// What no type of the catalogue describes. The schema finds it by its name: no code names the class.
ObjectType('OtherEvent', {
  implements: [Event, Node],
  simpleResolvers: true,
  description:
    'An event of a type that a client has published, or whose payload does not fit its type: published by a client, recorded by an earlier version, or of an erased homeowner.',
})(class {});

/** An event that has its position in the log. */
export type LoggedEvent = Event & Position;

type ListedEvent = Pick<Event, 'id' | 'type' | 'timestamp' | 'deckId' | 'data'> & { readonly cursor: string };

const listedEventView = view<ListedEvent>('Event', {
  id,
  type: text,
  timestamp: time,
  deckId: nullable(id),
  data: json,
  cursor: text,
});
/** The view of an event in REST, with its cursor computed. */
export const eventView = {
  ...listedEventView,
  write: (event: LoggedEvent) => listedEventView.write({ ...event, cursor: cursorOf(event) }),
};
