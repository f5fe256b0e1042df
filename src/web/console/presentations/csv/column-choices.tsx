/** @jsxImportSource preact */
import { Choice } from '../../controls/field.tsx';
import { type DetailField, detailFields } from '../details.ts';
import type { Columns } from './columns.ts';
import type { Table } from './read-csv.ts';

interface ColumnChoicesProps {
  readonly table: Table;
  readonly columns: Columns;
  readonly onChange: (columns: Columns) => void;
}

const fields: readonly DetailField[] = detailFields;
/** Lines that are shown, so that a wrong column can be seen. */
const shownLines = 5;

/** Which column of the file each field is read from, and what the first lines give. */
export function ColumnChoices({ table: { header, lines }, columns, onChange }: ColumnChoicesProps) {
  const used = fields.filter(({ name }) => columns[name] !== undefined);
  return (
    <section class="stack" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <fieldset class="presentations-fields">
        <legend class="presentations-hidden">The column of each field</legend>
        {fields.map(({ name, label, isRequired }) => (
          <Choice
            key={name}
            label={label}
            value={columns[name] ?? ''}
            required={isRequired}
            onChange={({ currentTarget: { value } }) => {
              const { [name]: _, ...others } = columns;
              onChange(value === '' ? others : { ...others, [name]: Number(value) });
            }}
          >
            <option value="">Not in the file</option>
            {header.map((title, at) => (
              <option key={at} value={at}>
                {title === '' ? `Column ${at + 1}` : title}
              </option>
            ))}
          </Choice>
        ))}
      </fieldset>
      {used.length > 0 && (
        <table class="rows presentations-lines">
          <caption class="presentations-caption">The first lines</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {used.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shownLines).map(({ number, cells }) => (
              <tr key={number}>
                <th scope="row">Line {number}</th>
                {used.map(({ name, label }) => (
                  <td key={name} data-label={label}>
                    {cells[columns[name] ?? -1] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
