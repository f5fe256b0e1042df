/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { Field } from '../controls/field.tsx';
import { Rows } from '../controls/rows.tsx';
import { PlaceholdersOfDeckDocument } from './deck-settings.graphql.ts';
import type { PartProps } from './part.ts';
import { nameFaults, type Variable } from './settings.ts';

/** Values of placeholders where the homeowner has none, and what texts use without one. */
export function Variables({
  settings: { variables },
  change,
  faultOf,
  deckId,
}: PartProps & { readonly deckId: string }) {
  const [{ data }] = useQuery({ query: PlaceholdersOfDeckDocument, variables: { deckId } });
  const faults = nameFaults(variables);
  const write = (rows: readonly Variable[]): void => change({ variables: rows });
  const edit = (index: number, part: Partial<Variable>): void =>
    write(variables.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const names = new Set(variables.map(({ name }) => name.trim()));
  const unknown = data?.deck?.placeholders.filter(
    ({ name, isKnown, problem }) => !isKnown && problem === null && !names.has(name),
  );
  return (
    <div class="card deck-settings-part">
      <Rows
        title="Values of placeholders"
        hint="Texts use a value by its name, as in {{warranty_years}}. A name of the homeowner, such as homeowner.city, is used where that is missing."
        noun="Value"
        rows={variables}
        most={200}
        fault={faultOf('/variables')}
        onAdd={() => write([...variables, { name: '', value: '', isNumber: false }])}
        onRemove={(index) => write(variables.filter((_, at) => at !== index))}
      >
        {({ name, value }, index) => (
          <>
            <Field
              label="Placeholder"
              autocomplete="off"
              spellcheck={false}
              value={name}
              fault={faults.get(index)}
              onInput={({ currentTarget }) => edit(index, { name: currentTarget.value })}
            />
            <Field
              label="Value"
              autocomplete="off"
              maxLength={2_000}
              value={value}
              fault={faultOf(`/variables/${name.trim().replaceAll('~', '~0').replaceAll('/', '~1')}`)}
              onInput={({ currentTarget }) => edit(index, { value: currentTarget.value })}
            />
          </>
        )}
      </Rows>
      {unknown !== undefined && unknown.length > 0 && (
        <div class="deck-settings-unknown">
          <p>Texts of the deck use these names, which have no value:</p>
          <ul>
            {unknown.map(({ name, nearest }) => (
              <li key={name}>
                <code>{name}</code>
                {nearest !== null && <span class="hint">Is {nearest} meant?</span>}
                <button
                  type="button"
                  class="plain"
                  aria-label={`Give ${name} a value`}
                  onClick={() => write([...variables, { name, value: '', isNumber: false }])}
                >
                  Give it a value
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
