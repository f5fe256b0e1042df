/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { Choice } from '../controls/field.tsx';
import { useSearch } from '../controls/search.ts';
import { useMay } from '../visitor.ts';
import type { EventFilters as Filters } from './event-follower.ts';
import { DeckNamesDocument, EventTypeNamesDocument } from './events.graphql.ts';

/** The filters that the URL names. */
export function useFilters(): Filters {
  const { query } = useSearch();
  const types = (query['types'] ?? '').split(',').filter((type) => type !== '');
  return { types: types.length === 0 ? null : types, deckId: query['deck'] ?? null };
}

/** Which events are shown. */
export function EventFilters() {
  const { set } = useSearch();
  const { types, deckId } = useFilters();
  const may = useMay();
  return (
    <div class="live-filters">
      <TypesFilter types={types ?? []} onChange={(next) => set({ types: next.join(',') })} />
      {may('decks:read') && <DeckFilter deckId={deckId} onChange={(deck) => set({ deck })} />}
    </div>
  );
}

interface DeckFilterProps {
  readonly deckId: string | null;
  readonly onChange: (deckId: string | null) => void;
}

/** One deck, or all. */
export function DeckFilter({ deckId, onChange }: DeckFilterProps) {
  const [{ data }] = useQuery({ query: DeckNamesDocument });
  const decks = data?.decks?.nodes ?? [];
  return (
    <Choice
      label="Deck"
      value={deckId ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
    >
      <option value="">All decks</option>
      {deckId !== null && decks.every(({ id }) => id !== deckId) && <option value={deckId}>{deckId}</option>}
      {decks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

interface TypesFilterProps {
  readonly types: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}

/** Types and patterns of types, by the groups of the catalogue, and others by their names. */
function TypesFilter({ types, onChange }: TypesFilterProps) {
  const [{ data }] = useQuery({ query: EventTypeNamesDocument });
  const [other, setOther] = useState('');
  const groups = groupsOf((data?.eventTypes ?? []).map(({ name }) => name));
  const known = new Set(groups.flatMap(([group, names]) => [`${group}.*`, ...names]));
  const toggle = (type: string): void =>
    onChange(types.includes(type) ? types.filter((one) => one !== type) : [...types, type]);
  return (
    <details class="live-types">
      <summary>Types: {types.length === 0 ? 'all' : types.join(', ')}</summary>
      <div class="live-groups">
        {types
          .filter((type) => !known.has(type))
          .map((type) => (
            <TypeCheck key={type} type={type} label={type} isChecked onToggle={toggle} />
          ))}
        {groups.map(([group, names]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            <TypeCheck
              type={`${group}.*`}
              label={`All of ${group}`}
              isChecked={types.includes(`${group}.*`)}
              onToggle={toggle}
            />
            {names.map((name) => (
              <TypeCheck key={name} type={name} label={name} isChecked={types.includes(name)} onToggle={toggle} />
            ))}
          </fieldset>
        ))}
      </div>
      <form
        class="live-other"
        onSubmit={(event) => {
          event.preventDefault();
          if (other.trim() !== '' && !types.includes(other.trim())) onChange([...types, other.trim()]);
          setOther('');
        }}
      >
        <label>
          Another type or pattern
          <input
            value={other}
            placeholder="visit.*"
            pattern="[A-Za-z0-9._:\/\-]+(\.\*)?|\*"
            maxLength={100}
            onInput={({ currentTarget }) => setOther(currentTarget.value)}
          />
        </label>
        <button type="submit">Add</button>
      </form>
      {types.length > 0 && (
        <button type="button" class="plain" onClick={() => onChange([])}>
          Show all types
        </button>
      )}
    </details>
  );
}

interface TypeCheckProps {
  readonly type: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly onToggle: (type: string) => void;
}

function TypeCheck({ type, label, isChecked, onToggle }: TypeCheckProps) {
  return (
    <label class="live-check">
      <input type="checkbox" checked={isChecked} onChange={() => onToggle(type)} />
      {label}
    </label>
  );
}

/** Names of types by what stands before their first dot. */
function groupsOf(names: readonly string[]): readonly (readonly [group: string, names: readonly string[]])[] {
  return [...Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name)];
}
