import { invalidField } from '../core/index.ts';

const isoTime = /^([12]\d{3}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text is a time with its zone. */
export function isTime(text: string): boolean {
  const day = isoTime.exec(text)?.[1];
  if (day === undefined || Number.isNaN(new Date(text).getTime())) return false;
  // The 30th of February is read as the 2nd of March.
  return new Date(day).toISOString().startsWith(day);
}

/** Reads a time that both APIs take as text. @throws AppError `INVALID_INPUT` unless it is a time with its zone */
export function requireTime(text: string, name: string): Date {
  if (isTime(text)) return new Date(text);
  throw invalidField(
    `/${name}`,
    'format',
    `${name} must be a time with its zone in ISO 8601, such as 2026-01-31T12:00:00Z.`,
  );
}
