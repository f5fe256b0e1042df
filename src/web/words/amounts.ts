/** An amount of decimal text in the money of a language. Whole amounts have no cents. */
export function amountText(amount: string, currency: string, language: string): string {
  const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat(language, style).format(amount as `${number}`);
}

/** The last day before a moment, in the time zone of its document. */
export function lastDayText(until: string, language: string, timeZone = 'UTC'): string {
  const lastMoment = new Date(Date.parse(until) - 1);
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone }).format(lastMoment);
}

/** A moment in the time zone of its document. */
export function timeText(iso: string, language: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso));
}
