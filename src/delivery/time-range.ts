import { type RawBuilder, sql } from 'kysely';
import { invalidField } from '../errors.ts';

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

const isoTime = /^([12]\d{3}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function requireTime(text: string, name: string): Date {
  const day = isoTime.exec(text)?.[1];
  const time = new Date(text);
  // The 30th of February is read as the 2nd of March.
  const isReal = day !== undefined && !Number.isNaN(time.getTime()) && new Date(day).toISOString().startsWith(day);
  if (isReal) return time;
  throw invalidField(
    `/${name}`,
    'format',
    `${name} must be a time with its zone in ISO 8601, such as 2026-01-31T12:00:00Z.`,
  );
}
