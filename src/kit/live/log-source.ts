import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Hint, Portion } from '../data/index.ts';
import type { AppError } from '../core/index.ts';
import type { Sight } from '../rights/index.ts';
import type { Position } from './cursor.ts';

/** Reads the first rows after a position, up to a number of rows and of bytes; at least one. */
export interface LogQuery<Filter> {
  readonly after: Position;
  readonly filter: Filter;
  readonly limit: number;
  readonly bytes: number;
}

/** How a log is compared with what a reader has read of it: a database may go back to an earlier state. */
interface StoredLog {
  /** Whether the log still has the row that stood at a position, and whether rows stand behind it. */
  lookBehind(em: SqlEntityManager, place: Position): Promise<{ readonly isHeld: boolean; readonly hasMore: boolean }>;
  /** The last position that the log has in common with the one in which a reader has been at a place. */
  commonEnd(em: SqlEntityManager, place: Position): Promise<Position>;
  /** The error for a reader who has read a row that the log has lost. */
  lost(em: SqlEntityManager, place: Position): Promise<AppError>;
}

/** A table that only grows, read in the order of its positions: no row appears behind one that was read. */
export interface LogSource<Row extends Position, Filter> {
  /** The wake-up that announces new rows; null for a log in memory, which announces them by `onRows`. */
  readonly hint: Hint | null;
  onRows?(listener: () => void): void;
  /** The position after which a reader begins that needs only future rows. */
  head(em: SqlEntityManager): Promise<Position>;
  /**
   * The first rows behind a position, of all when there is no filter. None where the log no longer has the row that stood
   * there: then `StoredLog` says so.
   */
  read(em: SqlEntityManager, query: LogQuery<Filter | null>): Promise<Portion<Row>>;
  /** Bytes of a row, about. */
  sizeOf(row: Row): number;
  /** Null for a log in memory, which loses no rows while it is read. */
  readonly stored: StoredLog | null;
  /** Whether a reader with this sight would have been given a row. */
  isSeen(sight: Sight, row: Row): boolean;
  matches(filter: Filter, row: Row): boolean;
  /** The cursor with which a client resumes after a row; absent for logs without cursors. */
  cursorOf?(row: Row): string;
}
