/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { Plans } from '../prices/monthly.tsx';
import { amountText, timeText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import type { ContractDocument, ContractTier, TierKey } from '../story/api.ts';

interface ContractTextProps {
  readonly document: ContractDocument;
  /** The one that is chosen. */
  readonly tier: TierKey | null;
  readonly words: Words;
}

const addressFields = ['address', 'city', 'state', 'zip', 'country'] as const;

/** The whole document that is signed. */
export function ContractText({ document, tier, words }: ContractTextProps) {
  const { seller, homeowner, createdAt, expiresAt, currency, language, timeZone, offer, disclaimer } = document;
  const rows = [
    [words.seller, seller],
    [words.homeowner, [homeowner['firstName'], homeowner['lastName']].filter(Boolean).join(' ')],
    [
      '',
      addressFields
        .map((field) => homeowner[field])
        .filter(Boolean)
        .join(', '),
    ],
    ['', [homeowner['phone'], homeowner['email']].filter(Boolean).join(', ')],
    [words.date, timeText(createdAt, language, timeZone)],
    [words.signBefore, expiresAt === null ? '' : timeText(expiresAt, language, timeZone)],
  ].filter(([, value]) => value !== '');
  return (
    <article class="contract" lang={language}>
      {offer !== undefined && <h3>{offer}</h3>}
      <dl>
        {rows.map(([label, value]) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {document.tiers.map((one) => (
        <Fragment key={one.tier}>
          <TierTable tier={one} isChosen={one.tier === tier} document={document} words={words} />
          <Plans tier={one} plans={document.financing ?? []} currency={currency} language={language} words={words} />
        </Fragment>
      ))}
      {document.financing !== undefined && <p class="small-print">{words.monthlyRule}</p>}
      {disclaimer !== null && <p class="small-print">{disclaimer}</p>}
    </article>
  );
}

interface TierTableProps {
  readonly tier: ContractTier;
  readonly isChosen: boolean;
  readonly document: ContractDocument;
  readonly words: Words;
}

function TierTable({ tier, isChosen, document: { currency, language }, words }: TierTableProps) {
  const money = (amount: string): string => amountText(amount, currency, language);
  return (
    <table class={isChosen ? 'is-chosen' : ''}>
      <caption>
        {tier.name}
        {isChosen && <span class="chosen">{words.chosen}</span>}
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
