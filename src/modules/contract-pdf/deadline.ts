/** Until when something can be done: a day whose end it is, or a moment; with the name of the time zone. */
export interface Deadline {
  readonly text: string;
  readonly isEndOfDay: boolean;
}

/**
 * Writes a moment from which it is too late as the page of homeowners does (`untilText`). Midnight is the end of the day
 * before: few people read "before December 24, 12:00:00 AM" as December 23.
 */
export function deadlineOf(until: Date, language: string, timeZone: string): Deadline {
  const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone });
  const isEndOfDay = clock.format(until) === '00:00:00';
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric', timeZone })
    .formatToParts(until)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const text = isEndOfDay
    ? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone }).format(until.getTime() - 1)
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(until);
  return { text: `${text} (${zone})`, isEndOfDay };
}
