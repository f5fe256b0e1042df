/** @jsxImportSource preact */
import { Choice } from '../controls/field.tsx';
import { useFilters } from '../controls/filters.ts';
import { useTitle } from '../controls/title.ts';
import { DeckChoice } from '../presentations/deck-choice.tsx';
import { ContractList } from './contract-list.tsx';
import { type ContractStatus, contractWords } from './states.tsx';

/** Contracts of all decks, the newest first, as they are now. */
export function Contracts() {
  useTitle('Contracts');
  const { get, set } = useFilters();
  const deckId = get('deck');
  const status = get('state') in contractWords ? (get('state') as ContractStatus) : null;
  return (
    <>
      <header class="heading">
        <h1>Contracts</h1>
      </header>
      <search class="presentations-filters">
        <DeckChoice value={deckId} onChange={(value) => set('deck', value)} none="All decks" />
        <Choice label="State" value={status ?? ''} onChange={(event) => set('state', event.currentTarget.value)}>
          <option value="">All states</option>
          {Object.entries(contractWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Choice>
      </search>
      <ContractList key={`${deckId} ${status}`} deckId={deckId} status={status} />
    </>
  );
}
