/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface RowsProps<Row> {
  /** What the rows are, above them. */
  readonly title: string;
  readonly hint?: string;
  /** What one of them is called, such as "Charge". */
  readonly noun: string;
  readonly rows: readonly Row[];
  /** Most rows that the API takes. */
  readonly most: number;
  readonly fault?: string | undefined;
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
  readonly children: (row: Row, index: number) => ComponentChildren;
}

/** Rows of fields that can be added and removed. A new row takes the focus; a removed one gives it to the button below. */
export function Rows<Row>({ title, hint, noun, rows, most, fault, onAdd, onRemove, children }: RowsProps<Row>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added === 0) return;
    list.current?.querySelector<HTMLElement>('.row:last-of-type :is(input, select, textarea)')?.focus();
  }, [added]);
  return (
    <fieldset class="row-list" ref={list}>
      <legend>{title}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {rows.map((row, index) => (
        <fieldset class="row" key={index} aria-label={`${noun} ${index + 1}`}>
          {children(row, index)}
          <button
            type="button"
            class="plain"
            aria-label={`Remove ${noun.toLowerCase()} ${index + 1}`}
            onClick={() => {
              onRemove(index);
              list.current?.querySelector<HTMLElement>('.add')?.focus();
            }}
          >
            Remove
          </button>
        </fieldset>
      ))}
      {fault !== undefined && <p class="fault">{fault}</p>}
      <button
        type="button"
        class="add"
        aria-disabled={rows.length >= most}
        onClick={() => {
          if (rows.length >= most) return;
          onAdd();
          setAdded(added + 1);
        }}
      >
        Add {noun.toLowerCase()}
      </button>
    </fieldset>
  );
}
