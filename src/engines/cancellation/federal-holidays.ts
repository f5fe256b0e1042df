const [monday, thursday, friday] = [1, 4, 5] as const;

/** Holidays of 5 U.S.C. 6103(a) that have a date: month and day of the month. */
const dated: readonly (readonly [month: number, day: number])[] = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
];

/** Those that have a weekday: month, weekday, and which of that weekday in the month; -1 is the last. */
const ordinal: readonly (readonly [month: number, weekday: number, which: number])[] = [
  [1, monday, 3],
  [2, monday, 3],
  [5, monday, -1],
  [9, monday, 1],
  [10, monday, 2],
  [11, thursday, 4],
];

/**
 * Whether a day is a federal holiday of the USA: on its date, or on the day on which federal offices observe it. One on
 * a Saturday is observed on the Friday before, one on a Sunday on the Monday behind. Inauguration Day is left out: it is
 * a holiday around Washington alone.
 *
 * @param day `YYYY-MM-DD`
 */
export function isFederalHoliday(day: string): boolean {
  const date = new Date(day);
  if (isDated(date) || isOrdinal(date)) return true;
  const weekday = date.getUTCDay();
  return (weekday === friday && isDated(shifted(date, 1))) || (weekday === monday && isDated(shifted(date, -1)));
}

function isDated(date: Date): boolean {
  return dated.some(([month, day]) => date.getUTCMonth() + 1 === month && date.getUTCDate() === day);
}

function isOrdinal(date: Date): boolean {
  const isLast = shifted(date, 7).getUTCMonth() !== date.getUTCMonth();
  return ordinal.some(
    ([month, weekday, which]) =>
      date.getUTCMonth() + 1 === month &&
      date.getUTCDay() === weekday &&
      (which === -1 ? isLast : Math.ceil(date.getUTCDate() / 7) === which),
  );
}

function shifted(date: Date, days: number): Date {
  const other = new Date(date);
  other.setUTCDate(other.getUTCDate() + days);
  return other;
}
