import { setTimeout as delay } from 'node:timers/promises';
import { operationLimits, withinLimits } from '../core/index.ts';
import type { Sight } from '../rights/index.ts';
import type { Position } from './cursor.ts';
import type { LiveFeed } from './live-feed.ts';

/** What a GraphQL subscription or a stream of server-sent events follows: a log, a filter and a position to begin at. */
export class LogStream<Row extends Position = Position, Filter = unknown> implements AsyncIterable<Row> {
  constructor(
    readonly feed: LiveFeed<Row, Filter>,
    readonly filter: Filter,
    /** Of the one who follows. */
    readonly sight: Sight,
    readonly after: Position | null = null,
    /**
     * For rows that only mark a change of something: each subscriber first gets the current state, and a row is skipped
     * once a newer one has come.
     */
    readonly latestOnly: boolean = false,
  ) {}

  /** Begins to follow. `return` of the iterator also ends a `next` that waits for a row. */
  async open(): Promise<AsyncIterableIterator<Row>> {
    const { batches } = await this.feed.follow(this.filter, this.sight, this.after);
    const waiting: Row[] = [];
    const rows: AsyncIterableIterator<Row> = {
      next: async () => {
        if (waiting.length === 0) {
          const { done, value } = (await batches.next()) as IteratorResult<readonly Row[], undefined>;
          if (done === true) return { done, value };
          waiting.push(...(this.latestOnly ? value.slice(-1) : value));
        }
        return { done: false, value: waiting.shift() as Row };
      },
      return: async () => {
        await batches.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => rows,
    };
    return rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, undefined> {
    yield* await this.open();
    return undefined;
  }
}

/** The shortest time between two states that a stream sends, in milliseconds. */
export const paceMs = 100;

const over = { done: true, value: undefined } as const;

/**
 * Gives the current state of something, and its state again after each change. Changes within the pace are given as one.
 * Ends with null once it is deleted.
 *
 * @param pace in milliseconds
 */
export async function followStates<State extends object>(
  changes: LogStream,
  read: () => Promise<State | null>,
  pace = paceMs,
): Promise<AsyncIterator<State | null, undefined>> {
  // Opened before the first read, so that no change is missed between the two.
  const rows = await changes.open();
  let last: State | null | undefined;
  return {
    next: async () => {
      if (last === null) return over;
      if (last !== undefined) {
        await delay(pace);
        if ((await rows.next()).done === true) return over;
      }
      last = await withinLimits(operationLimits, read);
      return { done: false, value: last };
    },
    return: async () => {
      await rows.return?.();
      return over;
    },
  };
}
