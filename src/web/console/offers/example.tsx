/** @jsxImportSource preact */
import { PriceTable } from '../../prices/price-lines.tsx';
import { Plans } from '../../prices/monthly.tsx';
import { TierPrice } from '../../prices/tier-price.tsx';
import type { FinancingPlan, Tier as PricedTier } from '../../story/answers.ts';
import { english } from '../../words/english.ts';
import { centsText } from '../../words/amounts.ts';
import { problemOf } from '../api/problems.ts';
import { Refusal } from '../controls/refusal.tsx';
import { faultAt } from '../api/problems.ts';
import { Amount } from './amount.tsx';
import { keyOfTier, type TierKey } from './offer.ts';
import type { Measured } from './measured.ts';
import type { Preview, Previewed } from './use-preview.ts';

interface ExampleProps {
  readonly previewed: Previewed;
  readonly measured: Measured;
  readonly onMeasured: (measured: Measured) => void;
  /** BCP 47 tag of the amounts. */
  readonly language: string;
  /** The tier whose price is explained. */
  readonly shown: TierKey;
}

/** What the offer costs at a sample home, with each line of the price of one tier. */
export function Example({ previewed, measured, onMeasured, language, shown }: ExampleProps) {
  const { preview, error, isBusy } = previewed;
  return (
    <section class="offers-example card" aria-label="Example" aria-busy={isBusy}>
      <h2>Example</h2>
      <div class="offers-pair">
        <Amount
          label="Squares of roof"
          value={measured.roofSquares}
          fault={faultAt(error, '/priceInputs/roofSquares')}
          onChange={(roofSquares) => onMeasured({ ...measured, roofSquares })}
        />
        <Amount
          label="kW of the system"
          value={measured.systemSizeKw}
          fault={faultAt(error, '/priceInputs/systemSizeKw')}
          onChange={(systemSizeKw) => onMeasured({ ...measured, systemSizeKw })}
        />
      </div>
      {problemOf(error)?.errors === undefined ? (
        <Refusal error={error} />
      ) : (
        <p class="fault" role="status">
          A value is refused: the prices are those before it.
        </p>
      )}
      {preview === undefined && error === undefined && (
        <p class="hint">{isBusy ? 'Reading the prices' : 'Prices appear here as soon as there is a tier.'}</p>
      )}
      {preview !== undefined && <Prices preview={preview} language={language} shown={shown} />}
    </section>
  );
}

interface PricesProps extends Pick<ExampleProps, 'language' | 'shown'> {
  readonly preview: Preview;
}

function Prices({ preview, language, shown }: PricesProps) {
  const plans = preview.financing.map(asShown);
  return (
    <>
      {preview.tiers.map((price) => {
        const key = keyOfTier(price.tier);
        // The components of prices know tiers as REST writes them.
        const tier = { ...price, tier: key } as unknown as PricedTier;
        const isShown = key === shown && price.total !== null;
        return (
          <article key={key} class="offers-price" aria-label={`Price of ${price.name}`}>
            <h3>{price.name}</h3>
            {price.total === null ? (
              <p class="hint">{reasonOf(price)}</p>
            ) : (
              <TierPrice tier={tier} language={language} words={english} />
            )}
            {isShown && (
              <div class="made">
                <PriceTable tier={tier} language={language} words={english} />
              </div>
            )}
            {isShown && plans.length > 0 && (
              <div class="made">
                <Plans
                  tier={{ tier: key }}
                  plans={plans}
                  currency={price.currency}
                  language={language}
                  words={english}
                />
              </div>
            )}
          </article>
        );
      })}
      {preview.addOns.length > 0 && (
        <div class="offers-price">
          <h3>Add-ons, before tax</h3>
          <ul>
            {preview.addOns.map(({ key, label, amount }) => (
              <li key={key} class="offers-sum">
                <span>{label}</span>
                <span>{centsText(amount, preview.tiers[0]?.currency ?? 'USD', language)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {preview.warnings.length > 0 && (
        <ul class="offers-warnings" aria-label="Warnings">
          {preview.warnings.map(({ code, detail }) => (
            <li key={`${code} ${detail}`}>{detail}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The components of prices know plans as REST writes them. */
function asShown({ payments, tiers, ...plan }: Preview['financing'][number]): FinancingPlan {
  return {
    ...plan,
    tiers: tiers.map(keyOfTier),
    payments: payments.map((one) => ({ ...one, tier: keyOfTier(one.tier) })),
  };
}

/** Why a tier has no price; the warnings below say what is wrong with an amount. */
function reasonOf({ status, missing }: Preview['tiers'][number]): string {
  if (status !== 'NEEDS_INPUT') return 'No price yet: give an amount above 0.';
  const names = missing.map((one) => (one === 'roof_squares' ? 'squares of roof' : 'kW of the system'));
  return `Give the ${names.join(' and ')} above to see the price.`;
}
