import { type RawBuilder, sql } from 'kysely';
import { isGiven } from '../core/index.ts';
import { requireTime } from '../input/index.ts';

/** A time range as REST and GraphQL take it: ISO 8601 texts, checked here so that both give the same errors. */
export interface TimeRange {
  /** Inclusive; absent or null for no limit. */
  readonly since?: string | null | undefined;
  /** Exclusive; absent or null for no limit. */
  readonly until?: string | null | undefined;
}

/** SQL conditions that limit a column to a time range. @throws AppError `INVALID_INPUT` for a text that is not a time */
export function timeConditions(column: RawBuilder<unknown>, { since, until }: TimeRange): RawBuilder<unknown>[] {
  const bound = (text: string, name: string): RawBuilder<unknown> =>
    sql`${requireTime(text, name).toISOString()}::timestamptz`;
  return [
    ...(isGiven(since) ? [sql`${column} >= ${bound(since, 'since')}`] : []),
    ...(isGiven(until) ? [sql`${column} < ${bound(until, 'until')}`] : []),
  ];
}
