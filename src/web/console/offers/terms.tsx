/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Choice, Field } from '../controls/field.tsx';
import { Amount } from './amount.tsx';
import type { FaultOf } from './faults.ts';
import { objectOf, textOf, type Tier, withValue } from './offer.ts';

interface TermsProps {
  readonly tier: Tier;
  readonly currency: string;
  readonly place: string;
  readonly faultOf: FaultOf;
  readonly onChange: (tier: Tier) => void;
}

/** The sales tax of a tier, and what is due on signing. */
export function Terms({ tier, currency, place, faultOf, onChange }: TermsProps) {
  const tax = objectOf(tier['tax']);
  const deposit = objectOf(tier['deposit']);
  const [kind, setKind] = useState<'amount' | 'percent'>(
    deposit !== undefined && 'percent' in deposit ? 'percent' : 'amount',
  );
  return (
    <fieldset class="offers-part">
      <legend>Tax and deposit</legend>
      <div class="offers-pair">
        <Amount
          label="Sales tax in percent"
          value={tax?.['percent']}
          fault={faultOf(`${place}/tax/percent`, tax?.['percent'])}
          onChange={(value) =>
            onChange(withValue(tier, 'tax', value === undefined ? undefined : { ...tax, percent: value }))
          }
        />
        {tax !== undefined && (
          <Field
            label="Name of the tax"
            hint="As in contracts. By default “Sales tax”."
            value={textOf(tax['label'])}
            maxLength={500}
            autocomplete="off"
            fault={faultOf(`${place}/tax/label`, tax['label'])}
            onInput={({ currentTarget: { value } }) =>
              onChange({ ...tier, tax: withValue(tax, 'label', value === '' ? undefined : value) })
            }
          />
        )}
      </div>
      <div class="offers-pair">
        <Amount
          label="Due on signing"
          value={deposit?.[kind]}
          fault={faultOf(`${place}/deposit/${kind}`, deposit?.[kind]) ?? faultOf(`${place}/deposit`)}
          onChange={(value) =>
            onChange(withValue(tier, 'deposit', value === undefined ? undefined : { [kind]: value }))
          }
        />
        <Choice
          label="Deposit in"
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            const next = value === 'percent' ? 'percent' : 'amount';
            setKind(next);
            if (deposit !== undefined) onChange(withValue(tier, 'deposit', { [next]: deposit[kind] }));
          }}
        >
          <option value="amount">{currency}</option>
          <option value="percent">percent of the total</option>
        </Choice>
      </div>
    </fieldset>
  );
}
