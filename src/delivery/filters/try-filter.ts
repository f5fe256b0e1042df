import { sql } from 'kysely';
import { Int, ObjectType } from 'type-graphql';
import { currentBudget, turns } from '../../kit/core/index.ts';
import { cursorOf, type Position, resolveCursor } from '../../kit/live/index.ts';
import {
  answerOf,
  attributes,
  type RequestScope,
  shown,
  shownList,
  shownOrNull,
  timeConditions,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { Event, eventView, type LoggedEvent } from '../events/event.entity.ts';
import { isForSubscriptions, readEvents } from '../events/event-log.ts';
import { type FilterPredicate, eventFilter } from './event-filter.ts';
import type { TryFilterInput } from './filter.inputs.ts';

/** Most events that one trial examines. */
export const maxExamined = 10_000;
/** Events that one statement reads. */
const batchSize = 200;
/** Limits of one trial: comparisons, bytes of data read and returned, and milliseconds. */
const mostComparisons = 10_000_000;
const mostBytesRead = 67_108_864;
const mostBytes = 4_194_304;
const longestMs = 8_000;

const trialAttributes = attributes({
  examinedCount: shown(Int, `Examined events of the type and deck: at most ${maxExamined}, fewer if they are large.`),
  matchedCount: shown(Int, 'Number of examined events that match.'),
  skippedCount: shown(
    Int,
    'Number of examined events that would be skipped, because the filter needs too many comparisons.',
  ),
  matches: shownList(Event, eventView, 'The first matches, oldest first.', 1),
  hasMore: shown(Boolean, 'Whether there are events behind the last examined one.'),
  endCursor: shownOrNull(
    String,
    'Cursor of the last examined event. Pass it as `after` to continue. Null if none was examined.',
  ),
});

@ObjectType({ simpleResolvers: true, description: 'The past events that a subscription would have received.' })
export class FilterTrial extends answerOf(trialAttributes) {}

/** As REST shows it. */
export const trialView = view<FilterTrial>('FilterTrial', viewOf(trialAttributes));

/**
 * Finds the past events that the fan-out would have delivered to a subscription with this type, deck and filter, oldest
 * first, for a limited time. Writes nothing.
 *
 * @throws CursorExpiredError, or AppError `INVALID_INPUT` for a text that is not a time
 */
export async function tryFilter(scope: RequestScope, input: TryFilterInput): Promise<FilterTrial> {
  const { eventType, deckId, filter = null, first } = input;
  const query = {
    filter: { types: [eventType], deckId },
    conditions: [isForSubscriptions, ...timeConditions(sql`timestamp`, input)],
    limit: batchSize,
  };
  let after: Position | null = await resolveCursor(scope.em, input.after);
  const trial = new Trial(eventFilter(filter), first, input.after ?? null);
  for (;;) {
    const { rows: events } = await readEvents(scope.em, { ...query, after });
    for (const event of events) {
      if (trial.isOver) return trial.result(true);
      trial.examine(event);
      after = event;
      await turns.next();
      currentBudget()?.signal.throwIfAborted();
    }
    if (events.length === 0) return trial.result(false);
  }
}

/** A running trial with its counters. */
class Trial {
  readonly #endsAt = performance.now() + longestMs;
  readonly #matches: LoggedEvent[] = [];
  #examined = 0;
  #matched = 0;
  #skipped = 0;
  #comparisons = 0;
  #bytesRead = 0;
  #bytes = 0;

  constructor(
    private readonly judge: FilterPredicate,
    private readonly first: number,
    private endCursor: string | null,
  ) {}

  /** Whether a limit is reached. The first event is always examined. */
  get isOver(): boolean {
    if (this.#examined === 0) return false;
    return (
      this.#examined >= maxExamined ||
      this.#comparisons >= mostComparisons ||
      this.#bytesRead >= mostBytesRead ||
      this.#bytes >= mostBytes ||
      performance.now() > this.#endsAt
    );
  }

  examine(event: LoggedEvent): void {
    const { passes, fault, comparisons } = this.judge(event);
    this.#examined += 1;
    this.#comparisons += comparisons;
    this.#bytesRead += event.size;
    this.endCursor = cursorOf(event);
    if (fault !== null) this.#skipped += 1;
    if (!passes) return;
    this.#matched += 1;
    if (this.#matches.length === this.first) return;
    this.#matches.push(event);
    this.#bytes += event.size;
  }

  result(hasMore: boolean): FilterTrial {
    return {
      examinedCount: this.#examined,
      matchedCount: this.#matched,
      skippedCount: this.#skipped,
      matches: this.#matches,
      hasMore,
      endCursor: this.endCursor,
    };
  }
}
