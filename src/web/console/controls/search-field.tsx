/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Field } from './field.tsx';

/** How long nothing is typed until the list is read anew, in milliseconds. */
const pauseMs = 300;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field that filters a list while it is typed in. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field
      label={label}
      type="search"
      maxLength={200}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
