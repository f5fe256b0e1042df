import { dayMs } from './days.ts';

/** Most characters of a name; the longest in the database has 32. */
const longestName = 64;

/**
 * The name of an IANA time zone in the letters of the time zone database (`america/denver` is `America/Denver`); null
 * for what names none. Offsets such as `+02:00` name none: they do not know daylight saving time.
 */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > longestName || !/^[A-Za-z]/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl may answer with another name of the same zone, even with an outdated one.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}

/** Whether a time zone is UTC, by any of its names. */
export function isUtc(timeZone: string): boolean {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone === 'UTC';
}

/** Formats of `Intl` take long to make. Clients name the zones, so their number is limited. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const mostDayFormats = 50;

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  if (dayFormats.size === mostDayFormats) dayFormats.clear();
  dayFormats.set(timeZone, format);
  return format;
}

/** The day of a moment where the clocks show this time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: Date): string {
  const parts = new Map(
    dayFormat(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

const minuteMs = 60_000;

/**
 * The end of the day that comes so many days after a moment, where the clocks show this time zone: the first moment of
 * the day behind it. That is not always midnight, which some zones skip when their clocks go forward.
 */
export function endOfDay(timeZone: string, moment: Date, daysLater: number): Date {
  const following = Date.parse(dayIn(timeZone, moment)) + (daysLater + 1) * dayMs;
  const day = new Date(following).toISOString().slice(0, 10);
  // No zone is further than 15 hours from UTC. Offsets are whole minutes.
  let [before, reached] = [following - 15 * 60 * minuteMs, following + 15 * 60 * minuteMs];
  while (reached - before > minuteMs) {
    const middle = before + Math.floor((reached - before) / 2 / minuteMs) * minuteMs;
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else reached = middle;
  }
  return new Date(reached);
}
