import { type RawBuilder, sql } from 'kysely';
import { requireTime } from '../../platform/input/time.ts';

/** A stretch of time as both doors take it: ISO 8601 texts, checked here so that they are refused alike. */
export interface TimeRange {
  /** From this time on. */
  readonly since?: string | null | undefined;
  /** Before this time. */
  readonly until?: string | null | undefined;
}

/** The conditions that keep a column's times within a range. @throws AppError `INVALID_INPUT` for what is no time */
export function timeConditions(column: RawBuilder<unknown>, { since, until }: TimeRange): RawBuilder<unknown>[] {
  const bound = (text: string, name: string): RawBuilder<unknown> =>
    sql`${requireTime(text, name).toISOString()}::timestamptz`;
  return [
    ...(since === undefined || since === null ? [] : [sql`${column} >= ${bound(since, 'since')}`]),
    ...(until === undefined || until === null ? [] : [sql`${column} < ${bound(until, 'until')}`]),
  ];
}
