import { invalidField } from '../core/index.ts';

const isoTime = /^([12]\d{3}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads a time that both APIs take as text. @throws AppError `INVALID_INPUT` unless it is a time with its zone */
export function requireTime(text: string, name: string): Date {
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
