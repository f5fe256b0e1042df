import { Field, ObjectType } from 'type-graphql';
import { holds } from '../../kit/rights/index.ts';
import { newRow, type RequestScope } from '../../kit/data/index.ts';
import { AppError, jsonDigest, listOf, traceOfNow } from '../../kit/core/index.ts';
import { TypeWarning } from './type-warnings.ts';
import { Event, type LoggedEvent } from './event.entity.ts';
import type { PublishEventInput } from './event.inputs.ts';

/** What became of an event that a client sent. */
@ObjectType({ simpleResolvers: true, description: 'The result for an event that was sent.' })
export class PublishedEvent {
  @Field(() => Event, { description: 'The event, or the first one with its id.' })
  event!: Event;

  @Field(() => Boolean, { description: 'Whether it was recorded now; false when its id was known already.' })
  isNew!: boolean;

  @Field(() => [TypeWarning], {
    complexity: listOf(1),
    description: 'Likely mistakes in the event type; usually empty.',
  })
  warnings?: readonly TypeWarning[];
}

/** The same, once the event has its position. */
export interface LoggedPublishedEvent extends PublishedEvent {
  event: LoggedEvent;
}

export interface SentEvent {
  readonly event: Event;
  /** Whether the client gave it its id. */
  readonly isNamed: boolean;
  /** Where it stands in the input. */
  readonly pointer: string;
}

/** @param pointer where it stands in the input */
export function sentEvent({ type, deckId, data, id }: PublishEventInput, pointer: string): SentEvent {
  const event = Object.assign(newRow(Event), {
    type,
    deckId: deckId?.toLowerCase() ?? null,
    data: data ?? {},
    traceparent: traceOfNow(),
  });
  const isNamed = id !== undefined && id !== null;
  if (isNamed) event.id = id.toLowerCase();
  return { event, isNamed, pointer };
}

/**
 * The event that has the id already. Who may not read events gets it back only when it is what was sent again.
 *
 * @param stored none when its publisher does not see it
 * @throws AppError `CONFLICT`
 */
export function sameEvent({ actor }: RequestScope, stored: Event | null | undefined, sent: SentEvent): PublishedEvent {
  if (!stored) throw taken(sent, 'something else');
  const contentOf = ({ type, deckId, data }: Event): string => jsonDigest({ type, deckId, data });
  const mayHave = holds(actor, 'events:read') || contentOf(stored) === contentOf(sent.event);
  if (!mayHave) throw taken(sent, 'another event');
  return { event: stored, isNew: false };
}

/** The id of an event belongs to something else already. */
export function taken({ event: { id }, pointer }: SentEvent, owner: string): AppError {
  const detail = `${id} is the id of ${owner} already: give the event an id of its own.`;
  return new AppError('duplicate_key', detail, [{ pointer: `${pointer}/id`, code: 'enum', detail }]);
}
