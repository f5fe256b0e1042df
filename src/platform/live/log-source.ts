import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Portion } from '../database/portions.ts';
import type { Hint } from '../jobs/wake-ups.ts';
import type { Position } from './cursor.ts';
import type { Sight } from '../sight/sight.ts';

/** Reads the first rows after a position, up to a number of rows and of bytes; at least one. */
export interface LogQuery<Filter> {
  readonly after: Position;
  readonly filter: Filter;
  readonly limit: number;
  readonly bytes: number;
}

/** A table that only grows, read in the order of its positions; a row is seen once nothing older can still appear. */
export interface LogSource<Row extends Position, Filter> {
  /** The wake-up that announces new rows; null for a log in memory, which announces them by `onRows`. */
  readonly hint: Hint | null;
  onRows?(listener: () => void): void;
  /** The position after which a reader begins that needs only future rows. */
  head(em: SqlEntityManager): Promise<Position>;
  /** The first rows behind a position, of all when there is no filter. */
  read(em: SqlEntityManager, query: LogQuery<Filter | null>): Promise<Portion<Row>>;
  /** Bytes of a row, about. */
  sizeOf(row: Row): number;
  /** Whether rows were committed behind a position that readers may not see yet. */
  hasHidden(em: SqlEntityManager, after: Position): Promise<boolean>;
  /** Whether a reader with this sight would have been given a row. */
  isSeen(sight: Sight, row: Row): boolean;
  matches(filter: Filter, row: Row): boolean;
  /** The cursor with which a client resumes after a row; absent for logs without cursors. */
  cursorOf?(row: Row): string;
}
