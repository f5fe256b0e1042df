/** Making one takes longer than many uses of it, and a page of prices has hundreds of amounts. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number of decimal text as its language writes it. */
function formatted(number: string, language: string, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return inOnePiece(format.format(number as `${number}`));
}

/**
 * The same text, shown alike among words of any direction: a currency such as `US$` stays in one piece, and on the same
 * side of its number.
 */
export function inOnePiece(money: string): string {
  const pieces = money.replaceAll(/\p{Script=Latin}+\p{Sc}/gu, '\u2068$&\u2069');
  return /[\u200e\u200f]/.test(money) ? `\u2068${pieces}\u2069` : pieces;
}

/** An amount of decimal text in the money of a language. Whole amounts have no cents. */
export function amountText(amount: string, currency: string, language: string): string {
  const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return formatted(amount, language, style);
}

/** The last day before a moment, in the time zone of its document. */
export function lastDayText(until: string, language: string, timeZone = 'UTC'): string {
  const lastMoment = new Date(Date.parse(until) - 1);
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone }).format(lastMoment);
}

/**
 * A moment with the name of its time zone, until which something can be done: a whole day where the millisecond before is on
 * another day. The PDF of a contract has the same (`deadlineOf`).
 */
export function untilText(until: string, language: string, timeZone = 'UTC'): { text: string; isWholeDay: boolean } {
  const moment = new Date(until);
  const days = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone });
  const isWholeDay = days.format(moment) !== days.format(moment.getTime() - 1);
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric', timeZone })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const text = (isWholeDay ? lastDayText : timeText)(until, language, timeZone);
  return { text: `${text} (${zone})`, isWholeDay };
}

/** The same with all cents, for columns of amounts that add up. */
export function centsText(amount: string, currency: string, language: string): string {
  return formatted(amount, language, { style: 'currency', currency });
}

/** The price of one unit, with all its digits: a rounded one would not explain its amount. */
export function rateText(rate: string, currency: string, language: string): string {
  const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return formatted(rate, language, { ...style, maximumFractionDigits: 12 });
}

/** A percentage of decimal text. */
export function percentText(percent: string, language: string): string {
  return formatted(`${percent}e-2`, language, { style: 'percent', maximumFractionDigits: 12 });
}

export function numberText(number: string, language: string): string {
  return formatted(number, language, { maximumFractionDigits: 12 });
}

/** Names of which one is meant: "A, B or C". */
export function listText(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
}

/** A moment in the time zone of its document. */
export function timeText(iso: string, language: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(iso));
}

/** A length of time as clocks show it. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
