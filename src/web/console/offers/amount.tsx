/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Field } from '../controls/field.tsx';
import { textOf } from './offer.ts';

interface AmountProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly value: unknown;
  /** What is stored where nothing stands in the field. */
  readonly blank?: number;
  /** Whole numbers have another keyboard on phones. */
  readonly isWhole?: boolean;
  /** A number, or the text as it is where it is none: the server says what is wrong with it. Undefined where nothing stands. */
  readonly onChange: (value: number | string | undefined) => void;
}

/** A field of a number in an open object. What is typed stays as it is, so that "6." can become "6.5". */
export function Amount({ label, hint, fault, value, blank, isWhole = false, onChange }: AmountProps) {
  const stored = value === blank ? '' : textOf(value);
  const [typed, setTyped] = useState(stored);
  const shown = (numberOf(typed) ?? blank) === (value ?? undefined) ? typed : stored;
  return (
    <Field
      label={label}
      hint={hint}
      fault={fault}
      value={shown}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autocomplete="off"
      maxLength={24}
      onInput={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(numberOf(text) ?? blank);
      }}
    />
  );
}

/** The number that a text is; the text where it is none, undefined where it is blank. */
function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^-?\d{1,12}(?:\.\d{0,12})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
