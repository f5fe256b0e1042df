/** @jsxImportSource preact */
import { renamed, uses } from './placeholder-names.ts';
import type { Field, Fields } from './slide-fields.ts';

/** A placeholder of the deck that nothing fills in. */
export interface UnknownPlaceholder {
  readonly name: string;
  readonly nearest: string | null;
  /** The syntax error; null without one. */
  readonly problem: string | null;
}

interface PlaceholderFaultsProps {
  readonly value: Fields[Field];
  readonly unknown: readonly UnknownPlaceholder[];
  readonly onChange: (value: Fields[Field]) => void;
}

/** What is wrong with the placeholders of a field, and what mends it. */
export function PlaceholderFaults({ value, unknown, onChange }: PlaceholderFaultsProps) {
  const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly string[]) : [];
  const found = unknown.filter(({ name, problem }) =>
    texts.some((text) => (problem === null ? uses(text, name) : text.includes(name))),
  );
  const mend = (name: string, nearest: string): void => {
    if (typeof value === 'string') onChange(renamed(value, name, nearest));
    else onChange(texts.map((text) => renamed(text, name, nearest)));
  };
  return (
    <>
      {found.map(({ name, nearest, problem }) => (
        <p key={name} class="editor-unknown" role="status">
          <span>
            {problem ?? (
              <>
                Nothing fills in <code>{`{{${name}}}`}</code>: homeowners see a gap.
              </>
            )}
          </span>
          {problem === null && nearest !== null && (
            <button type="button" onClick={() => mend(name, nearest)}>
              Use {nearest}
            </button>
          )}
        </p>
      ))}
    </>
  );
}
