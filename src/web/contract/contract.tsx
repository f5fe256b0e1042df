/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { FeatureList } from '../prices/features.tsx';
import { Plans } from '../prices/monthly.tsx';
import { centsText, timeText, untilText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import { legalLanguage } from '../words/words.ts';
import { nameOf } from './signers.tsx';
import type { CancellationNotice, Contract, ContractDocument, ContractTier, TierKey } from '../story/answers.ts';

interface ContractTextProps {
  readonly contract: Pick<Contract, 'document' | 'notice'>;
  /** The one that is chosen. */
  readonly tier: TierKey | null;
  readonly words: Words;
  /** The document that was read before it changed; null if it did not. */
  readonly before?: ContractDocument | null;
  /** The parts that are not as they were read before. */
  readonly changed?: ReadonlySet<string>;
}

const unchanged: ReadonlySet<string> = new Set();

const addressFields = ['address', 'city', 'state', 'zip', 'country'] as const;

/** The whole document that is signed, and the form by which it is canceled. */
export function ContractText({ contract, before = null, tier, words, changed = unchanged }: ContractTextProps) {
  const { document, notice } = contract;
  const { currency, language, offer, disclaimer } = document;
  return (
    <article class="contract" {...written(language)}>
      {offer !== undefined && <h3>{offer}</h3>}
      <dl>
        {headOf(document, words).map(({ label, values }) => (
          <div key={label}>
            <dt>
              <span {...written(words.tag)}>{label}</span>
            </dt>
            {values.map(([part, value]) => (
              <dd key={part} {...(part === 'expiresAt' ? written(words.tag) : {})}>
                {value} {changed.has(part) && <IsNew words={words} />}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {document.tiers.map((one) => (
        <Fragment key={one.tier}>
          <TierTable
            tier={one}
            isChosen={one.tier === tier}
            isNew={changed.has(one.tier)}
            document={document}
            before={before}
            words={words}
          />
          <FeatureList texts={one.features ?? []} />
          <Plans tier={one} plans={document.financing ?? []} currency={currency} language={language} words={words} />
        </Fragment>
      ))}
      {document.financing !== undefined && (
        <p class="small-print" {...written(words.tag)}>
          {words.monthlyRule}
        </p>
      )}
      {disclaimer !== null && (
        <p class="small-print">
          {disclaimer} {changed.has('disclaimer') && <IsNew words={words} />}
        </p>
      )}
      {notice && <Notice notice={notice} language={language} isNew={changed.has('cancellation')} words={words} />}
    </article>
  );
}

/** A label with the parts of the document that it stands for, and their texts. */
interface Head {
  readonly label: string;
  readonly values: readonly (readonly [part: string, text: string])[];
}

/** Who sells to whom, and when. */
function headOf(document: ContractDocument, words: Words): Head[] {
  const { seller, homeowner, createdAt, expiresAt, language, timeZone, cancellation } = document;
  const given = (texts: readonly (string | null | undefined)[], between: string): string =>
    texts.filter(Boolean).join(between);
  const legalName = cancellation?.seller === seller ? null : cancellation?.seller;
  const deadline = (until: string): string => {
    const { text, isWholeDay } = untilText(until, language, timeZone);
    return isWholeDay ? words.untilEndOf(text) : words.until(text);
  };
  const addressOfSeller = given([legalName, cancellation?.address], ', ');
  const home = given(
    addressFields.map((field) => homeowner[field]),
    ', ',
  );
  const contact = given([homeowner['phone'], homeowner['email']], ', ');
  const heads: Head[] = [
    {
      label: words.seller,
      values: [
        ['seller', seller],
        ['address', addressOfSeller],
      ],
    },
    {
      label: words.homeowner,
      values: [
        ['homeowner', nameOf(document, 'homeowner')],
        ['coSigner', nameOf(document, 'co_signer')],
        ['home', home],
        ['contact', contact],
      ],
    },
    { label: words.date, values: [['createdAt', timeText(createdAt, language, timeZone)]] },
    { label: words.toBeSigned, values: [['expiresAt', expiresAt === null ? '' : deadline(expiresAt)]] },
  ];
  return heads
    .map(({ label, values }) => ({ label, values: values.filter(([, text]) => text !== '') }))
    .filter(({ values }) => values.length > 0);
}

function IsNew({ words }: { readonly words: Words }) {
  return (
    <strong class="new" {...written(words.tag)}>
      {words.isNew}
    </strong>
  );
}

interface NoticeProps {
  readonly notice: CancellationNotice;
  /** That of its document. */
  readonly language: string;
  readonly isNew: boolean;
  readonly words: Words;
}

/** The form by which the contract can be canceled; the PDF has it in two copies. */
function Notice({ notice: { title, dated, paragraphs }, language, isNew, words }: NoticeProps) {
  return (
    <section class="right" {...written(legalLanguage(language))}>
      <h3>
        {title} {isNew && <IsNew words={words} />}
      </h3>
      <p>{dated}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}

interface TierTableProps {
  readonly tier: ContractTier;
  readonly isChosen: boolean;
  readonly isNew: boolean;
  readonly document: ContractDocument;
  readonly before: ContractDocument | null;
  readonly words: Words;
}

/** The total of a tier, beside the one that was read before if it was another. */
export function TierTotal({ tier, document, before, words }: Omit<TierTableProps, 'isChosen' | 'isNew'>) {
  const text = (total: string, { currency, language }: ContractDocument): string =>
    centsText(total, currency, language);
  const now = text(tier.total, document);
  const earlier = before?.tiers.find((one) => one.tier === tier.tier);
  const then = before === null || earlier === undefined ? now : text(earlier.total, before);
  return (
    <>
      {now}{' '}
      {then !== now && (
        <span class="hint" {...written(words.tag)}>
          ({words.before(then)})
        </span>
      )}
    </>
  );
}

function TierTable({ tier, isChosen, isNew, document, before, words }: TierTableProps) {
  const { currency, language } = document;
  const money = (amount: string): string => centsText(amount, currency, language);
  return (
    <table class={isChosen ? 'is-chosen' : ''}>
      <caption>
        {tier.name}
        {isChosen && (
          <span class="chosen" {...written(words.tag)}>
            {words.chosen}
          </span>
        )}{' '}
        {isNew && <IsNew words={words} />}
      </caption>
      <tbody>
        {tier.lines.map(({ label, addOn, amount }, index) => (
          <tr key={index}>
            <th scope="row">
              {label}
              {typeof addOn === 'string' && (
                <span class="hint" {...written(words.tag)}>
                  {' '}
                  ({words.addOn})
                </span>
              )}
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <span {...written(words.tag)}>{words.total}</span>
          </th>
          <td>
            <TierTotal {...{ tier, document, before, words }} />
          </td>
        </tr>
        {tier.deposit !== undefined && (
          <tr>
            <th scope="row">
              <span {...written(words.tag)}>{words.deposit}</span>
            </th>
            <td>{money(tier.deposit)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
