import { cancellationPeriod } from '../../engines/cancellation/cancellation-period.ts';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import { english, german, type NoticeWords, spanish } from './notice-words.ts';
import { CancellationRule, type RightToCancel } from '../../authoring/decks/right-to-cancel.attributes.ts';

/** The rule by its name in documents, which stays as it is: a signed document never changes. */
type TermsRule = 'us' | 'calendar_days';

/** The right to cancel in the document of a contract: the same on whichever day it is signed. */
export interface CancellationTerms {
  readonly rule: TermsRule;
  /** How many days, as the rule counts them. */
  readonly days: number;
  readonly seller: string;
  readonly address: string;
  /** Stands beside the signature. */
  readonly statement: string;
}

/** The form by which a contract is canceled, with its dates: plain JSON, complete in itself. */
export interface CancellationNotice {
  /** The day of the transaction, `YYYY-MM-DD` in the time zone of the document. */
  readonly signedOn: string;
  /** ISO 8601: the first moment in which it is too late. */
  readonly until: string;
  readonly seller: string;
  readonly address: string;
  readonly title: string;
  /** The date of the transaction, with what it is. */
  readonly dated: string;
  readonly paragraphs: readonly string[];
  /** The declaration of the homeowner by the signature of the notice. */
  readonly declaration: string;
  /** What the blanks of the form are for. */
  readonly blanks: { readonly date: string; readonly signature: string };
}

/** The right to cancel in documents of earlier releases: with its notice, of the day of the signature. */
export type DatedTerms = Omit<CancellationTerms, 'days'> & CancellationNotice;

/** What completes a notice. */
interface Completion {
  readonly signedAt: Date;
  readonly timeZone: string;
  /** BCP 47 tag of the contract. */
  readonly language: string;
  /** Whether the other one of two owners has still to sign. */
  readonly isProvisional: boolean;
}

const businessDays = 3;
const usualDays = 14;

const wordsByLanguage: ReadonlyMap<string, NoticeWords> = new Map([
  ['en', english],
  ['es', spanish],
  ['de', german],
]);

/** The text of a document about the right that a deck gives; English in a language without words. */
export function cancellationTerms(right: RightToCancel, language: string, seller: string): CancellationTerms {
  const { sellerAddress: address } = right;
  const rule = right.rule === CancellationRule.US_FTC_COOLING_OFF ? 'us' : 'calendar_days';
  const days = rule === 'us' ? businessDays : (right.days ?? usualDays);
  const statement = ruleWords(wordsIn(language) ?? english, rule).statement(days);
  return { rule, days, seller: right.sellerName ?? seller, address, statement };
}

/** The notice of a contract that is signed at a moment; English in a language without words. */
export function cancellationNotice(
  { rule, days, seller, address }: CancellationTerms,
  { signedAt, timeZone, language, isProvisional }: Completion,
): CancellationNotice {
  const length = rule === 'us' ? { businessDays: days } : { calendarDays: days };
  const { signedOn, lastDay, until } = cancellationPeriod(length, signedAt, timeZone);
  const known = wordsIn(language);
  const words = known ?? english;
  const { title, paragraphs, declaration } = ruleWords(words, rule);
  const date = new Intl.DateTimeFormat(known === undefined ? 'en-US' : formattingLocale(language), {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  return {
    signedOn,
    until: until.toISOString(),
    seller,
    address,
    title,
    dated: `${words.transactionDate}: ${date.format(new Date(signedOn))}`,
    paragraphs: [
      ...paragraphs({ seller, address, days, lastDay: date.format(new Date(lastDay)) }),
      ...(isProvisional ? [words.untilBothSign] : []),
    ],
    declaration,
    blanks: { date: words.date, signature: words.signature },
  };
}

function wordsIn(language: string): NoticeWords | undefined {
  return wordsByLanguage.get(new Intl.Locale(language).language);
}

function ruleWords(words: NoticeWords, rule: TermsRule): NoticeWords['us'] {
  return rule === 'us' ? words.us : words.calendarDays;
}
