import { dayIn, dayMs, endOfDay } from '../../kit/core/index.ts';
import { isFederalHoliday } from './federal-holidays.ts';

/** How long a buyer may cancel: some business days of the USA, or some calendar days. */
export type CancellationLength = { readonly businessDays: number } | { readonly calendarDays: number };

/** When a buyer may cancel. Days are `YYYY-MM-DD` in the time zone of the sale. */
export interface CancellationPeriod {
  /** The day of the signature, which does not count. */
  readonly signedOn: string;
  readonly lastDay: string;
  /** The first moment in which it is too late: the end of the last day. */
  readonly until: Date;
}

/** The period that begins with a signature, where the clocks show this time zone. */
export function cancellationPeriod(length: CancellationLength, signedAt: Date, timeZone: string): CancellationPeriod {
  const signedOn = dayIn(timeZone, signedAt);
  const days = 'calendarDays' in length ? length.calendarDays : daysToBusinessDay(signedOn, length.businessDays);
  return { signedOn, lastDay: dayAfter(signedOn, days), until: endOfDay(timeZone, signedAt, days) };
}

/** Whether a day is a business day by 16 CFR 429.0: each but Sundays and federal holidays. Saturdays are. */
function isBusinessDay(day: string): boolean {
  return new Date(day).getUTCDay() !== 0 && !isFederalHoliday(day);
}

/** How many calendar days after a day its n-th business day comes. */
function daysToBusinessDay(day: string, count: number): number {
  let days = 0;
  for (let counted = 0; counted < count;) {
    days += 1;
    if (isBusinessDay(dayAfter(day, days))) counted += 1;
  }
  return days;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
