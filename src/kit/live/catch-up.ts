import { setTimeout as delay } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import type { Portion } from '../data/index.ts';
import { AppError } from '../core/index.ts';
import { type Sight, withSight } from '../rights/index.ts';
import { isAfter, type Position } from './cursor.ts';
import type { LiveMemory } from './live-memory.ts';
import type { LogQuery, LogSource } from './log-source.ts';

/** How soon to read again after the database did not answer, in milliseconds. */
export const failedRetryMs = 500;

/** Rows of the log, which may be none, and the position that the reader has reached with them. */
export interface LogPage<Row> {
  readonly rows: readonly Row[];
  readonly reached: Position;
}

/** What a follower reads, and whose rows it may see. */
export type FollowerQuery<Filter> = Omit<LogQuery<Filter>, 'bytes'> & { readonly sight: Sight };

/** Reads the log for a client that is behind, at the client's own pace and within the memory of the feeds. */
export class CatchUp<Row extends Position, Filter> {
  constructor(
    private readonly source: LogSource<Row, Filter>,
    private readonly fork: () => SqlEntityManager,
    private readonly memory: LiveMemory,
    private readonly log: Logger,
  ) {}

  /**
   * Reads pages of the rows from a position up to a target that may move on. Each page is read once the one before is
   * consumed and memory is free. A database that does not answer is queried again.
   *
   * @throws AppError of the source, when rows that are still to be read have been pruned
   */
  async *pages(
    target: () => Position,
    { after, filter, sight, limit }: FollowerQuery<Filter>,
    isOver: () => boolean,
  ): AsyncGenerator<LogPage<Row>, void> {
    let reached = after;
    while (isAfter(target(), reached) && !isOver()) {
      const reservation = await this.memory.reserve();
      try {
        if (isOver()) return;
        const aim = target();
        const query = { filter, after: reached, limit, bytes: this.memory.share };
        const { rows, hasMore } = await this.#read(query, sight, isOver);
        reservation.resize(sizeOf(rows, this.source));
        const last = rows.at(-1) ?? reached;
        // A page that is not full holds all rows up to the target.
        reached = !hasMore && isAfter(aim, last) ? aim : last;
        yield { rows, reached };
      } finally {
        reservation.release();
      }
    }
  }

  async #read(query: LogQuery<Filter>, sight: Sight, isOver: () => boolean): Promise<Portion<Row>> {
    while (!isOver()) {
      try {
        return await this.source.read(withSight(this.fork(), sight), query);
      } catch (error) {
        if (error instanceof AppError) throw error;
        this.log.warn({ error }, 'a stream could not read the log and will try again');
        await delay(failedRetryMs);
      }
    }
    return { rows: [], hasMore: false };
  }
}

/** The estimated size of rows, in bytes. */
export function sizeOf<Row extends Position>(
  rows: readonly Row[],
  source: Pick<LogSource<Row, unknown>, 'sizeOf'>,
): number {
  return rows.reduce((bytes, row) => bytes + source.sizeOf(row), 0);
}
