/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { Plans } from '../prices/monthly.tsx';
import { amountText, timeText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import { nameOf } from './signers.tsx';
import type { CancellationNotice, Contract, ContractDocument, ContractTier, TierKey } from '../story/answers.ts';

interface ContractTextProps {
  readonly contract: Pick<Contract, 'document' | 'notice'>;
  /** The one that is chosen. */
  readonly tier: TierKey | null;
  readonly words: Words;
  /** The parts that are not as they were read before. */
  readonly changed?: ReadonlySet<string>;
}

const unchanged: ReadonlySet<string> = new Set();

const addressFields = ['address', 'city', 'state', 'zip', 'country'] as const;

/** The whole document that is signed, and the form by which it is canceled. */
export function ContractText({ contract, tier, words, changed = unchanged }: ContractTextProps) {
  const { document, notice } = contract;
  const { currency, language, offer, disclaimer } = document;
  return (
    <article class="contract" {...written(language)}>
      {offer !== undefined && <h3>{offer}</h3>}
      <dl>
        {headOf(document, words).map(([part, label, value]) => (
          <div key={part}>
            <dt>
              {label} {changed.has(part) && <IsNew words={words} />}
            </dt>
            <dd>{value}</dd>
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
            words={words}
          />
          <Features texts={one.features ?? []} />
          <Plans tier={one} plans={document.financing ?? []} currency={currency} language={language} words={words} />
        </Fragment>
      ))}
      {document.financing !== undefined && <p class="small-print">{words.monthlyRule}</p>}
      {disclaimer !== null && (
        <p class="small-print">
          {disclaimer} {changed.has('disclaimer') && <IsNew words={words} />}
        </p>
      )}
      {notice && <Notice notice={notice} isNew={changed.has('cancellation')} words={words} />}
    </article>
  );
}

/** Who sells to whom, and when: the part of the document, its label, and its text. */
function headOf(document: ContractDocument, words: Words): (readonly [string, string, string])[] {
  const { seller, homeowner, createdAt, expiresAt, language, timeZone, cancellation } = document;
  const given = (texts: readonly (string | null | undefined)[], between: string): string =>
    texts.filter(Boolean).join(between);
  const legalName = cancellation?.seller === seller ? null : cancellation?.seller;
  const rows = [
    ['seller', words.seller, seller],
    ['address', '', given([legalName, cancellation?.address], ', ')],
    ['homeowner', words.homeowner, nameOf(document, 'homeowner')],
    ['coSigner', '', nameOf(document, 'co_signer')],
    [
      'home',
      '',
      given(
        addressFields.map((field) => homeowner[field]),
        ', ',
      ),
    ],
    ['contact', '', given([homeowner['phone'], homeowner['email']], ', ')],
    ['createdAt', words.date, timeText(createdAt, language, timeZone)],
    ['expiresAt', words.signBefore, expiresAt === null ? '' : timeText(expiresAt, language, timeZone)],
  ] as const;
  return rows.filter(([, , value]) => value !== '');
}

function IsNew({ words }: { readonly words: Words }) {
  return <strong class="new">{words.isNew}</strong>;
}

interface NoticeProps {
  readonly notice: CancellationNotice;
  readonly isNew: boolean;
  readonly words: Words;
}

/** The form by which the contract can be canceled; the PDF has it in two copies. */
function Notice({ notice: { title, dated, paragraphs }, isNew, words }: NoticeProps) {
  return (
    <section class="right">
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
  readonly words: Words;
}

/** What a tier includes. */
function Features({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul class="features">
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}

function TierTable({ tier, isChosen, isNew, document: { currency, language }, words }: TierTableProps) {
  const money = (amount: string): string => amountText(amount, currency, language);
  return (
    <table class={isChosen ? 'is-chosen' : ''}>
      <caption>
        {tier.name}
        {isChosen && <span class="chosen">{words.chosen}</span>} {isNew && <IsNew words={words} />}
      </caption>
      <tbody>
        {tier.lines.map(({ label, addOn, amount }, index) => (
          <tr key={index}>
            <th scope="row">
              {label}
              {typeof addOn === 'string' && <span class="hint"> ({words.addOn})</span>}
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td>{money(tier.total)}</td>
        </tr>
        {tier.deposit !== undefined && (
          <tr>
            <th scope="row">{words.deposit}</th>
            <td>{money(tier.deposit)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
