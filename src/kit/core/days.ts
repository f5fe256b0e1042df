/** A day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000;

/** The moment so many days of 24 hours after another; before it where `days` is negative. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}
