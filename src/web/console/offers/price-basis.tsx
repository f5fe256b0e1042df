/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Choice } from '../controls/field.tsx';
import { Amount } from './amount.tsx';
import { Charges } from './charges.tsx';
import type { FaultOf } from './faults.ts';
import { type Tier, withValue } from './offer.ts';

interface PriceBasisProps {
  readonly tier: Tier;
  readonly currency: string;
  /** JSON Pointer of the tier in the offer. */
  readonly place: string;
  readonly faultOf: FaultOf;
  readonly onChange: (tier: Tier) => void;
}

/** What the price of a tier is made of. */
export function PriceBasis({ tier, currency, place, faultOf, onChange }: PriceBasisProps) {
  const [isFixed, setFixed] = useState('price' in tier && tier['price'] !== null);
  const field = (name: string, label: string, hint?: string) => (
    <Amount
      label={label}
      hint={hint}
      value={name === 'basePrice' ? (tier['basePrice'] ?? tier['base']) : tier[name]}
      fault={faultOf(`${place}/${name}`, tier[name])}
      onChange={(value) =>
        onChange(withValue(name === 'basePrice' ? withValue(tier, 'base', undefined) : tier, name, value))
      }
    />
  );
  return (
    <fieldset class="offers-part">
      <legend>Price in {currency}</legend>
      <Choice
        label="How it is priced"
        value={isFixed ? 'fixed' : 'measured'}
        onChange={({ currentTarget }) => {
          const willBeFixed = currentTarget.value === 'fixed';
          setFixed(willBeFixed);
          if (!willBeFixed) onChange(withValue(tier, 'price', undefined));
        }}
      >
        <option value="measured">By what is measured at the home</option>
        <option value="fixed">One fixed price</option>
      </Choice>
      {isFixed ? (
        field('price', 'Price', 'It contains all charges; discounts and percentages still count.')
      ) : (
        <div class="offers-pair">
          {field('basePrice', 'Base price', 'For each home, whatever its size.')}
          {field('pricePerSquare', 'Price of a square of roof', 'One square is 100 square feet.')}
          {field('wastePercent', 'Waste of roofing in percent', 'Added to the price of the roof.')}
          {field('pricePerKw', 'Price of a kW of solar')}
        </div>
      )}
      <Charges tier={tier} place={place} faultOf={faultOf} onChange={onChange} />
      {field('minPrice', 'Lowest price before tax', 'The price never goes below it.')}
    </fieldset>
  );
}
