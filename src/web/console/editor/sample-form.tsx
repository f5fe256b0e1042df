/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import { faultAt } from '../api/problems.ts';
import { Choice, Field } from '../controls/field.tsx';
import { Refusal } from '../controls/refusal.tsx';
import type { Sample, SampleHomeowner } from './use-sample.ts';

interface SampleFormProps {
  readonly sample: Sample;
  /** The languages that the deck is translated into, and its own. */
  readonly languages: readonly string[];
}

const pointers: Readonly<Record<keyof SampleHomeowner, string>> = {
  firstName: '/homeowner/firstName',
  lastName: '/homeowner/lastName',
  address: '/homeowner/address',
  city: '/homeowner/city',
  language: '/languageSettings/languageCode',
  roofSquares: '/priceInputs/roofSquares',
  systemSizeKw: '/priceInputs/systemSizeKw',
};

/** For whom the slide is filled in. Nothing of it is stored. */
export function SampleForm({ sample, languages }: SampleFormProps) {
  const { homeowner, setHomeowner, error } = sample;
  const text = (name: keyof SampleHomeowner, label: string, type: 'text' | 'number' = 'text') => (
    <Field
      label={label}
      type={type}
      step="any"
      min="0"
      autocomplete="off"
      value={homeowner[name]}
      fault={faultAt(error, pointers[name])}
      onInput={(event) => setHomeowner({ ...homeowner, [name]: event.currentTarget.value })}
    />
  );
  // The names of languages are read from the browser's data, which takes milliseconds: not before the form is shown.
  const names = useMemo(() => new Intl.DisplayNames(undefined, { type: 'language' }), []);
  const isExplained = Object.values(pointers).some((pointer) => faultAt(error, pointer) !== undefined);
  return (
    <form class="editor-sample" aria-label="Sample homeowner" onSubmit={(event) => event.preventDefault()}>
      {text('firstName', 'First name')}
      {text('lastName', 'Last name')}
      {text('address', 'Address')}
      {text('city', 'City')}
      <Choice
        label="Language"
        value={homeowner.language}
        fault={faultAt(error, pointers.language)}
        onChange={(event) => setHomeowner({ ...homeowner, language: event.currentTarget.value })}
      >
        <option value="">Language of the deck</option>
        {languages.map((tag) => (
          <option key={tag} value={tag}>
            {names.of(tag)}
          </option>
        ))}
      </Choice>
      {text('roofSquares', 'Roof in squares', 'number')}
      {text('systemSizeKw', 'System in kW', 'number')}
      {!isExplained && <Refusal error={error} />}
    </form>
  );
}
