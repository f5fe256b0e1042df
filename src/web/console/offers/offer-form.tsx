/** @jsxImportSource preact */
import type { CombinedError } from '@urql/core';
import { useState } from 'preact/hooks';
import type { PricingTier } from '../api/schema.graphql.ts';
import { Choice, Field, TextArea } from '../controls/field.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { toast } from '../controls/toasts.tsx';
import { Amount } from './amount.tsx';
import { Example } from './example.tsx';
import { AddOns, Financing } from './extras-form.tsx';
import { faultsIn } from './faults.ts';
import { priceInputsOf, sample } from './measured.ts';
import { nameOf, type Offer, type TierKey, tierEnum, tierKeys, tierNames, tiersOf } from './offer.ts';
import { TierForm } from './tier-form.tsx';
import { usePreview } from './use-preview.ts';

interface OfferFormProps {
  readonly deckId: string;
  /** Of the deck: all prices are in it. */
  readonly currency: string;
  /** Of the deck: amounts are written in it. */
  readonly language: string;
  readonly offer: Offer;
  readonly onChange: (offer: Offer) => void;
  /** Why the offer was not stored. */
  readonly error?: CombinedError | undefined;
}

/** What a pricing slide offers: its tiers, add-ons and financing, and beside them what they cost at a sample home. */
export function OfferForm({ deckId, currency, language, offer, onChange, error }: OfferFormProps) {
  const [measured, setMeasured] = useState(sample);
  const [shown, setShown] = useState<TierKey>(tiersOf(offer)[0] ?? 'good');
  const previewed = usePreview(deckId, offer, priceInputsOf(measured));
  const faultOf = faultsIn(previewed.error, error);
  const tier = offer[shown];
  const hasTiers = tiersOf(offer).length > 0;
  return (
    <div class="offers-form">
      <div class="stack">
        <Tabs
          label="Tiers"
          tabs={tierKeys.map((key) => ({ key, name: offer[key] ? nameOf(offer, key) : `${tierNames[key]} (none)` }))}
          selected={shown}
          onSelect={setShown}
        >
          {tier ? (
            <div class="stack" key={shown}>
              <TierForm
                tierKey={shown}
                tier={tier}
                currency={currency}
                faultOf={faultOf}
                onChange={(next) => onChange({ ...offer, [shown]: next })}
              />
              <p>
                <button
                  type="button"
                  class="danger"
                  onClick={() => {
                    onChange({ ...offer, [shown]: null });
                    toast(`${nameOf(offer, shown)} is removed.`, () => onChange({ ...offer, [shown]: tier }));
                  }}
                >
                  Remove this tier
                </button>
              </p>
            </div>
          ) : (
            <NoTier offer={offer} tierKey={shown} onAdd={(next) => onChange({ ...offer, [shown]: next })} />
          )}
        </Tabs>
        {hasTiers && (
          <>
            <AddOns offer={offer} faultOf={faultOf} onChange={onChange} />
            <Financing offer={offer} faultOf={faultOf} onChange={onChange} />
            <OfWhole offer={offer} onChange={onChange} faultOf={faultOf} />
          </>
        )}
      </div>
      <Example previewed={previewed} measured={measured} onMeasured={setMeasured} language={language} shown={shown} />
    </div>
  );
}

interface NoTierProps {
  readonly offer: Offer;
  readonly tierKey: TierKey;
  readonly onAdd: (tier: Record<string, unknown>) => void;
}

/** In place of the form of a tier that the offer has not: most tiers begin as another one. */
function NoTier({ offer, tierKey, onAdd }: NoTierProps) {
  return (
    <div class="empty">
      <h2>There is no {tierNames[tierKey].toLowerCase()} tier</h2>
      <div>An offer has one to three tiers, from the lowest price to the highest.</div>
      <p class="actions">
        <button type="button" class="primary" onClick={() => onAdd({ name: tierNames[tierKey] })}>
          Add this tier
        </button>
        {tiersOf(offer).map((key) => (
          <button key={key} type="button" onClick={() => onAdd({ ...offer[key], name: tierNames[tierKey] })}>
            Begin as {nameOf(offer, key)}
          </button>
        ))}
      </p>
    </div>
  );
}

type OfWholeProps = Pick<OfferFormProps, 'offer' | 'onChange'> & { readonly faultOf: ReturnType<typeof faultsIn> };

/** What is said of the offer as a whole. */
function OfWhole({ offer, onChange, faultOf }: OfWholeProps) {
  return (
    <fieldset class="offers-part">
      <legend>The whole offer</legend>
      <div class="offers-pair">
        <Choice
          label="Suggested tier"
          hint="It is highlighted, and texts speak of it."
          value={offer.defaultSelectedTier ?? ''}
          fault={faultOf('/defaultSelectedTier')}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...offer, defaultSelectedTier: value === '' ? null : (value as PricingTier) })
          }
        >
          <option value="">None</option>
          {tiersOf(offer).map((key) => (
            <option key={key} value={tierEnum[key]}>
              {nameOf(offer, key)}
            </option>
          ))}
        </Choice>
        <Amount
          label="Round prices to multiples of"
          hint="Before tax. Blank rounds to cents."
          isWhole
          value={offer.roundTo ?? undefined}
          fault={faultOf('/roundTo', offer.roundTo)}
          onChange={(value) => onChange({ ...offer, roundTo: typeof value === 'number' ? value : null })}
        />
      </div>
      <Field
        label="Subtitle"
        hint="The line below the title."
        value={offer.subtitle ?? ''}
        maxLength={2_000}
        autocomplete="off"
        fault={faultOf('/subtitle', offer.subtitle)}
        onInput={({ currentTarget: { value } }) => onChange({ ...offer, subtitle: value === '' ? null : value })}
      />
      <TextArea
        label="Small print"
        hint="Contracts print it as well."
        value={offer.disclaimer ?? ''}
        maxLength={2_000}
        fault={faultOf('/disclaimer', offer.disclaimer)}
        onInput={({ currentTarget: { value } }) => onChange({ ...offer, disclaimer: value === '' ? null : value })}
      />
    </fieldset>
  );
}
