/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { type Condition, type Operator, operators, takesValue } from './conditions.ts';
import type { FilterField } from './fields.ts';

interface ConditionRowProps {
  readonly number: number;
  readonly condition: Condition;
  /** What the catalogue says of its path. */
  readonly field: FilterField | undefined;
  /** Id of the list of paths. */
  readonly list: string;
  /** Null removes the condition. */
  readonly onChange: (condition: Condition | null) => void;
}

const manyOf: ReadonlySet<Operator> = new Set(['$in', '$nin']);

/** One condition: a field, an operator and a value. A new one takes the focus. */
export function ConditionRow({ number, condition, field, list, onChange }: ConditionRowProps) {
  const { path, operator, value } = condition;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (path === '') first.current?.focus();
  }, []);
  const isMany = manyOf.has(operator);
  return (
    <li class="filter-row" role="group" aria-label={`Condition ${number}`}>
      <label>
        Field
        <input
          ref={first}
          list={list}
          value={path}
          placeholder="data.total"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange({ ...condition, path: currentTarget.value })}
        />
      </label>
      <label>
        Operator
        <select
          value={operator}
          onChange={({ currentTarget }) => onChange({ ...condition, operator: currentTarget.value as Operator })}
        >
          {Object.entries(operators).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {takesValue(operator) && (
        <label>
          {isMany ? 'Values, with commas between' : 'Value'}
          <ValueInput
            field={field}
            value={value}
            isMany={isMany}
            onChange={(next) => onChange({ ...condition, value: next })}
          />
        </label>
      )}
      <button type="button" class="plain" onClick={() => onChange(null)} aria-label={`Remove condition ${number}`}>
        Remove
      </button>
      {field !== undefined && field.description !== '' && <p class="hint">{field.description}</p>}
    </li>
  );
}

interface ValueInputProps {
  readonly field: FilterField | undefined;
  readonly value: string;
  readonly isMany: boolean;
  readonly onChange: (value: string) => void;
}

/** A choice where the field has few values. */
function ValueInput({ field, value, isMany, onChange }: ValueInputProps) {
  const values = field?.kind === 'boolean' ? ['true', 'false'] : field?.values;
  if (values && !isMany) {
    return (
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="" disabled>
          Choose one
        </option>
        {!values.includes(value) && value !== '' && <option value={value}>{value}</option>}
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      value={value}
      inputMode={field?.kind === 'number' && !isMany ? 'decimal' : 'text'}
      placeholder={values ? values.join(', ') : undefined}
      autocomplete="off"
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
