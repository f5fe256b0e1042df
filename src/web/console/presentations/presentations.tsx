/** @jsxImportSource preact */
import { useFilters } from '../controls/filters.ts';
import { SearchField } from '../controls/search-field.tsx';
import { Choice } from '../controls/field.tsx';
import { useTitle } from '../controls/title.ts';
import { useMay } from '../visitor.ts';
import { DeckChoice } from './deck-choice.tsx';
import { PresentationList } from './presentation-list.tsx';
import { type Status, statusWords } from './states.tsx';

/** Presentations of all decks, the newest first, as they are now. */
export function Presentations() {
  useTitle('Presentations');
  const may = useMay();
  const { get, set } = useFilters();
  const deckId = get('deck');
  const status = get('state') in statusWords ? (get('state') as Status) : null;
  const search = get('search');
  return (
    <>
      <header class="heading">
        <h1>Presentations</h1>
        {may('presentations:write') && (
          <p class="actions">
            <a class="button" href={`/app/presentations/import${deckId && `?deck=${deckId}`}`}>
              Make many from a file
            </a>
            <a class="button primary" href={`/app/presentations/new${deckId && `?deck=${deckId}`}`}>
              New presentation
            </a>
          </p>
        )}
      </header>
      <search class="presentations-filters">
        <SearchField label="Search homeowners" value={search} onChange={(value) => set('search', value)} />
        <DeckChoice value={deckId} onChange={(value) => set('deck', value)} none="All decks" />
        <Choice label="State" value={status ?? ''} onChange={(event) => set('state', event.currentTarget.value)}>
          <option value="">All states</option>
          {Object.entries(statusWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Choice>
      </search>
      <PresentationList key={`${deckId} ${status} ${search}`} deckId={deckId} status={status} search={search.trim()} />
    </>
  );
}
