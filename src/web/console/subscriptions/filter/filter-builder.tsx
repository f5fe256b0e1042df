/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { TextArea } from '../../controls/field.tsx';
import { type Condition, type Conditions, conditionsOf, type Filter, filterOf } from './conditions.ts';
import { ConditionRow } from './condition-row.tsx';
import type { FilterField } from './fields.ts';

interface FilterBuilderProps {
  readonly filter: Filter | null;
  readonly fields: readonly FilterField[];
  readonly faults: readonly string[];
  /** Called with undefined while the raw text is no JSON. */
  readonly onChange: (filter: Filter | null | undefined) => void;
}

/** Conditions on events for people; beside them the filter as the API has it, which knows more than the rows can show. */
export function FilterBuilder({ filter, fields, faults, onChange }: FilterBuilderProps) {
  const [rows, setRows] = useState<Conditions | null>(() => conditionsOf(filter));
  const [raw, setRaw] = useState<string>();
  const isRaw = raw !== undefined || rows === null;
  const kindOf = (path: string) => fields.find((field) => field.path === path)?.kind ?? 'any';
  const become = (next: Conditions): void => {
    setRows(next);
    onChange(filterOf(next, kindOf));
  };
  const showRows = (): void => {
    setRows(conditionsOf(filter));
    setRaw(undefined);
  };
  const canShowRows = conditionsOf(filter) !== null && (raw === undefined || parse(raw) !== undefined);
  return (
    <fieldset class="filter">
      <legend>Filter</legend>
      <p class="hint">Without conditions every event of the type is sent.</p>
      {isRaw || rows === null ? (
        <TextArea
          label="Filter as JSON"
          class="filter-raw"
          spellcheck={false}
          value={raw ?? JSON.stringify(filter, null, 2)}
          fault={raw !== undefined && parse(raw) === undefined ? 'This is no JSON object.' : undefined}
          hint={rows === null ? 'This filter has more than rows of conditions can show.' : undefined}
          onInput={({ currentTarget: { value } }) => {
            setRaw(value);
            onChange(parse(value));
          }}
        />
      ) : (
        <Rows rows={rows} fields={fields} onChange={become} />
      )}
      {faults.map((fault) => (
        <p class="fault" key={fault}>
          {fault}
        </p>
      ))}
      {isRaw ? (
        <button type="button" class="plain" disabled={!canShowRows} onClick={showRows}>
          Show as conditions
        </button>
      ) : (
        <button
          type="button"
          class="plain"
          onClick={() => setRaw(filter === null ? '' : JSON.stringify(filter, null, 2))}
        >
          Show as JSON
        </button>
      )}
    </fieldset>
  );
}

/** @returns undefined for what is no JSON object */
function parse(text: string): Filter | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Filter | null) : undefined;
  } catch {
    return undefined;
  }
}

interface RowsProps {
  readonly rows: Conditions;
  readonly fields: readonly FilterField[];
  readonly onChange: (rows: Conditions) => void;
}

function Rows({ rows: { joiner, conditions }, fields, onChange }: RowsProps) {
  const list = useId();
  const change = (place: number, condition: Condition | null): void =>
    onChange({
      joiner,
      conditions: conditions.flatMap((one, at) => (at === place ? (condition ?? []) : one)),
    });
  return (
    <>
      {conditions.length > 1 && (
        <label class="filter-joiner">
          Events must meet
          <select
            value={joiner}
            onChange={({ currentTarget }) =>
              onChange({ joiner: currentTarget.value === 'any' ? 'any' : 'all', conditions })
            }
          >
            <option value="all">all conditions</option>
            <option value="any">at least one condition</option>
          </select>
        </label>
      )}
      <datalist id={list}>
        {fields.map(({ path, description }) => (
          <option key={path} value={path}>
            {description}
          </option>
        ))}
      </datalist>
      <ol class="filter-rows">
        {conditions.map((condition, place) => (
          <ConditionRow
            // Rows have no identity beside their place; a removed one ends the list.
            key={place}
            number={place + 1}
            condition={condition}
            field={fields.find(({ path }) => path === condition.path)}
            list={list}
            onChange={(next) => change(place, next)}
          />
        ))}
      </ol>
      <button
        type="button"
        onClick={() => onChange({ joiner, conditions: [...conditions, { path: '', operator: '$eq', value: '' }] })}
      >
        Add condition
      </button>
    </>
  );
}
