/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Choice, Field } from '../controls/field.tsx';
import { isSelected } from './filter/fields.ts';

interface CatalogueType {
  readonly name: string;
  readonly description: string;
  readonly sample: Record<string, unknown>;
}

interface EventTypeFieldProps {
  readonly value: string;
  readonly catalogue: readonly CatalogueType[];
  readonly fault: string | undefined;
  readonly onChange: (eventType: string) => void;
}

/** The type of the events, from the catalogue or by its name, with a sample of each. */
export function EventTypeField({ value, catalogue, fault, onChange }: EventTypeFieldProps) {
  const groups = Map.groupBy(catalogue, ({ name }) => name.split('.', 1)[0] ?? name);
  const offered = new Set([
    '*',
    ...[...groups.keys()].map((group) => `${group}.*`),
    ...catalogue.map(({ name }) => name),
  ]);
  const [isOther, setOther] = useState(false);
  const isNamed = isOther || (value !== '' && catalogue.length > 0 && !offered.has(value));
  const selected = catalogue.filter(({ name }) => isSelected(value, name));
  return (
    <>
      <Choice
        label="Events"
        required
        value={isNamed ? 'other' : value}
        fault={isNamed ? undefined : fault}
        onChange={({ currentTarget }) => {
          setOther(currentTarget.value === 'other');
          onChange(currentTarget.value === 'other' ? '' : currentTarget.value);
        }}
      >
        <option value="" disabled>
          Choose one
        </option>
        <option value="*">All events</option>
        {[...groups].map(([group, types]) => (
          <optgroup key={group} label={group}>
            <option value={`${group}.*`}>All of {group}</option>
            {types.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
        <option value="other">Another type</option>
      </Choice>
      {isNamed && (
        <Field
          label="Type or pattern"
          required
          maxLength={100}
          value={value}
          placeholder="visit.*"
          hint="As the other system publishes it; visit.* stands for all types that begin with it."
          fault={fault}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {selected.length > 0 && (
        <details class="subscription-samples">
          <summary>{selected.length === 1 ? 'Sample of the data' : `Samples of ${selected.length} types`}</summary>
          {selected.map(({ name, description, sample }) => (
            <section key={name}>
              <h3>{name}</h3>
              <p class="hint">{description}</p>
              <pre class="code" tabIndex={0} aria-label={`Sample of ${name}`}>
                {JSON.stringify(sample, null, 2)}
              </pre>
            </section>
          ))}
        </details>
      )}
    </>
  );
}
