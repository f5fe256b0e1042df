/** @jsxImportSource preact */
import { camelCase, measureName } from './preview.tsx';
import type { Shown } from './use-presentation.ts';

type Offer = Shown['pricing']['offers'][number];

/** The prices by tier, with what the homeowner has chosen. */
export function ChosenPrices({ offers }: { readonly offers: readonly Offer[] }) {
  if (offers.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="prices">
      <h2 id="prices">Prices</h2>
      {offers.map((offer) => (
        <OfferPrices key={offer.sourceSlideId} offer={offer} />
      ))}
    </section>
  );
}

function OfferPrices({ offer }: { readonly offer: Offer }) {
  const { title, tiers, selectedTier, suggestedTier, isAgreed, addOns } = offer;
  return (
    <>
      <table class="presentations-prices">
        <caption>{title ?? 'Offer'}</caption>
        <tbody>
          {tiers.map(({ tier, name, totalText, missing }) => (
            <tr key={tier}>
              <th scope="row">
                {name} {tier === selectedTier && <span class="badge good">{isAgreed ? 'Agreed' : 'Chosen'}</span>}
                {selectedTier === null && tier === suggestedTier && <span class="badge">Suggested</span>}
              </th>
              <td>
                {totalText ??
                  (missing.length > 0
                    ? `Needs ${missing.map((one) => measureName(camelCase(one))).join(' and ')}`
                    : 'No price')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {addOns.length > 0 && (
        <table class="presentations-prices">
          <caption>Add-ons</caption>
          <tbody>
            {addOns.map(({ key, label, amountText, isSelected }) => (
              <tr key={key}>
                <th scope="row">
                  {label} {isSelected && <span class="badge good">Chosen</span>}
                </th>
                <td>{amountText ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
