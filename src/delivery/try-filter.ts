import { sql } from 'kysely';
import { Field, Int, ObjectType } from 'type-graphql';
import { cursorOf, type Position } from '../events/cursor.ts';
import { Event } from '../events/event.entity.ts';
import { isForSubscriptions, readEvents } from '../events/event-log.ts';
import { resolveCursor } from '../events/resolve-cursor.ts';
import type { RequestScope } from '../scope.ts';
import { eventFilter } from './event-filter.ts';
import type { TryFilterInput } from './filter.inputs.ts';
import { timeConditions } from './time-range.ts';

/** Events that one trial examines at most, and that one statement reads. */
const maxExamined = 10_000;
const batchSize = 200;

@ObjectType({ simpleResolvers: true, description: 'Which past events a subscription would have been told of.' })
export class FilterTrial {
  @Field(() => Int, { description: `Events of the type and deck that were looked at; at most ${maxExamined}.` })
  examined!: number;

  @Field(() => Int, { description: 'How many of them the filter wants.' })
  matched!: number;

  @Field(() => [Event], { description: 'The first of those, oldest first.' })
  matches!: Event[];

  @Field(() => Boolean, { description: 'Whether there are events behind the last one that was examined.' })
  hasMore!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Place of the last event that was examined: as `after` it goes on from there.',
  })
  endCursor!: string | null;
}

/**
 * Holds past events against a filter, oldest first, and writes nothing: the events that the fan-out would have given
 * to a subscription with this type, deck and filter.
 *
 * @throws CursorExpiredError, or AppError `INVALID_INPUT` for a time that is none
 */
export async function tryFilter(scope: RequestScope, input: TryFilterInput): Promise<FilterTrial> {
  const { eventType, deckId, filter = null, first } = input;
  const wants = eventFilter(filter);
  const query = {
    filter: { types: [eventType], deckId },
    conditions: [isForSubscriptions, ...timeConditions(sql`timestamp`, input)],
    limit: batchSize,
  };
  let after: Position | null = await resolveCursor(scope.em, input.after);
  let endCursor = input.after ?? null;
  const matches: Event[] = [];
  let examined = 0;
  let matched = 0;
  for (;;) {
    const { rows: events } = await readEvents(scope.em, { ...query, after });
    const last = events.at(-1);
    if (last === undefined || examined === maxExamined) {
      return { examined, matched, matches, hasMore: last !== undefined, endCursor };
    }
    const wanted = events.filter(wants);
    matches.push(...wanted.slice(0, first - matches.length));
    matched += wanted.length;
    examined += events.length;
    after = last;
    endCursor = cursorOf(last);
  }
}
