/** Until when something can be done: a day whose end it is, or a moment; with the name of the time zone. */
export interface Deadline {
  readonly text: string;
  readonly isEndOfDay: boolean;
}

/**
 * Writes a moment from which it is too late as the page of homeowners does (`untilText`). Where the millisecond before is on
 * another day, it is the end of that one: few people read "before December 24, 12:00:00 AM" as December 23.
 */
export function deadlineOf(until: Date, language: string, timeZone: string): Deadline {
  const days = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  const isEndOfDay = days.format(until) !== days.format(until.getTime() - 1);
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric', timeZone })
    .formatToParts(until)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const text = isEndOfDay
    ? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone }).format(until.getTime() - 1)
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(until);
  return { text: `${text} (${zone})`, isEndOfDay };
}
