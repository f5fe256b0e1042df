import { cancellationPeriod } from '../../engines/cancellation/cancellation-period.ts';
import { formattingLocale } from '../../platform/input/language.ts';
import { english, german, type NoticeText, type NoticeWords, spanish } from './notice-words.ts';
import { CancellationRule, type RightToCancel } from './right-to-cancel.attributes.ts';

/** The right to cancel in the document of a contract: plain JSON, complete in itself. */
export interface CancellationNotice extends NoticeText {
  readonly rule: CancellationRule;
  /** The day of the transaction, `YYYY-MM-DD` in the time zone of the document. */
  readonly signedOn: string;
  /** ISO 8601: the first moment in which it is too late. */
  readonly until: string;
  readonly seller: string;
  readonly address: string;
  /** The date of the transaction, with what it is. */
  readonly dated: string;
  /** What the blanks of the form are for. */
  readonly blanks: { readonly date: string; readonly signature: string };
}

/** Where and when a contract is signed. */
export interface Sale {
  readonly signedAt: Date;
  readonly timeZone: string;
  /** BCP 47 tag of the contract. */
  readonly language: string;
  /** The seller of the contract. */
  readonly seller: string;
}

const businessDays = 3;
const usualDays = 14;

const wordsByLanguage: ReadonlyMap<string, NoticeWords> = new Map([
  ['en', english],
  ['es', spanish],
  ['de', german],
]);

/** The notice of a contract that is signed at a moment; English in a language without words. */
export function cancellationNotice(right: RightToCancel, sale: Sale): CancellationNotice {
  const { rule, sellerAddress: address } = right;
  const days = right.days ?? usualDays;
  const length = rule === CancellationRule.US ? { businessDays } : { calendarDays: days };
  const { signedOn, lastDay, until } = cancellationPeriod(length, sale.signedAt, sale.timeZone);
  const known = wordsByLanguage.get(new Intl.Locale(sale.language).language);
  const words = known ?? english;
  const date = new Intl.DateTimeFormat(known === undefined ? 'en-US' : formattingLocale(sale.language), {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  const seller = right.sellerName ?? sale.seller;
  const textOf = rule === CancellationRule.US ? words.us : words.calendarDays;
  return {
    rule,
    signedOn,
    until: until.toISOString(),
    seller,
    address,
    dated: `${words.transactionDate}: ${date.format(new Date(signedOn))}`,
    ...textOf({ seller, address, days, lastDay: date.format(new Date(lastDay)) }),
    blanks: { date: words.date, signature: words.signature },
  };
}
