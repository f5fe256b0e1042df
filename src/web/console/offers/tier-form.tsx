/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Field, TextArea } from '../controls/field.tsx';
import type { FaultOf } from './faults.ts';
import { textOf, type Tier, type TierKey, tierNames, withValue } from './offer.ts';
import { PriceBasis } from './price-basis.tsx';
import { Terms } from './terms.tsx';

interface TierFormProps {
  readonly tierKey: TierKey;
  readonly tier: Tier;
  readonly currency: string;
  readonly faultOf: FaultOf;
  readonly onChange: (tier: Tier) => void;
}

/** One tier: what it is, and what its price is made of. */
export function TierForm({ tierKey, tier, currency, faultOf, onChange }: TierFormProps) {
  const place = `/${tierKey}`;
  const text = (name: string, value: string): void => onChange(withValue(tier, name, value === '' ? undefined : value));
  return (
    <>
      <div class="offers-pair">
        <Field
          label="Name"
          hint={`By default “${tierNames[tierKey]}”.`}
          value={textOf(tier['name'])}
          maxLength={500}
          autocomplete="off"
          fault={faultOf(`${place}/name`, tier['name'])}
          onInput={({ currentTarget }) => text('name', currentTarget.value)}
        />
        <Field
          label="Tagline"
          hint="The line below the name."
          value={textOf(tier['tagline'])}
          autocomplete="off"
          fault={faultOf(`${place}/tagline`, tier['tagline'])}
          onInput={({ currentTarget }) => text('tagline', currentTarget.value)}
        />
      </div>
      <Features
        value={tier['features']}
        fault={faultOf(`${place}/features`)}
        onChange={(features) => onChange(withValue(tier, 'features', features))}
      />
      <PriceBasis tier={tier} currency={currency} place={place} faultOf={faultOf} onChange={onChange} />
      <Terms tier={tier} currency={currency} place={place} faultOf={faultOf} onChange={onChange} />
    </>
  );
}

interface FeaturesProps {
  readonly value: unknown;
  readonly fault: string | undefined;
  readonly onChange: (features: readonly string[]) => void;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One feature a line. The text stays as it is typed, with its blank line at the end. */
function Features({ value, fault, onChange }: FeaturesProps) {
  const features = Array.isArray(value) ? value.map(textOf) : [];
  const [typed, setTyped] = useState(features.join('\n'));
  const isTyped = linesOf(typed).join('\n') === linesOf(features.join('\n')).join('\n');
  return (
    <TextArea
      label="What it contains"
      hint="One feature a line."
      value={isTyped ? typed : features.join('\n')}
      fault={fault}
      onInput={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(linesOf(text));
      }}
    />
  );
}
