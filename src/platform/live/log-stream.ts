import type { Position } from './cursor.ts';
import type { LiveFeed } from './live-feed.ts';

/** What a GraphQL subscription field or a stream of server-sent events follows: a log, which of its rows, from where. */
export class LogStream<Row extends Position = Position, Filter = unknown> implements AsyncIterable<Row> {
  constructor(
    readonly feed: LiveFeed<Row, Filter>,
    readonly filter: Filter,
    readonly after: Position | null = null,
    /**
     * Whether its rows only tell that something changed: then each subscriber is told how it is at the beginning, and
     * rows that newer ones have overtaken are left out.
     */
    readonly latestOnly: boolean = false,
  ) {}

  /** Begins to follow. What is returned hears `return` also while it waits for the next row. */
  async open(): Promise<AsyncIterableIterator<Row>> {
    const { batches } = await this.feed.follow(this.filter, this.after);
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
