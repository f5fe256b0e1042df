/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useLocation } from 'preact-iso';
import { useCallback } from 'preact/hooks';
import { Empty } from '../controls/empty.tsx';
import { useFilters } from '../controls/filters.ts';
import { Moment } from '../controls/moment.tsx';
import { type Page, Pages } from '../controls/pages.tsx';
import { SearchField } from '../controls/search-field.tsx';
import { useTitle } from '../controls/title.ts';
import { useMay } from '../visitor.ts';
import { DeckActions } from './deck-actions.tsx';
import { type DeckRowFragment, DecksDocument } from './decks.graphql.ts';
import { ImportDeck } from './import-deck.tsx';
import { NewDeck } from './new-deck.tsx';

const pageLength = 50;

/** All decks, the last changed first. */
export function Decks() {
  useTitle('Decks');
  const may = useMay();
  const filters = useFilters();
  const search = filters.get('search');
  const canWrite = may('decks:write');
  const usePage = useCallback(
    (after: string | null): Page<DeckRowFragment> => {
      const variables = { first: pageLength, after, search: search === '' ? null : search };
      const [{ data, error }, read] = useQuery({ query: DecksDocument, variables });
      return { page: data?.decks, error, read };
    },
    [search],
  );
  const newDeck = canWrite && (
    <button type="button" class="primary" onClick={() => filters.set('new', 'deck')}>
      New deck
    </button>
  );
  return (
    <>
      <header class="heading">
        <h1>Decks</h1>
        {canWrite && (
          <div class="actions">
            <ImportDeck />
            {newDeck}
          </div>
        )}
      </header>
      <form role="search" class="decks-search" onSubmit={(event) => event.preventDefault()}>
        <SearchField label="Search decks" value={search} onChange={(text) => filters.set('search', text.trim())} />
      </form>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="number">
              Slides
            </th>
            <th scope="col">Changed</th>
            {canWrite && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <Pages
          key={search}
          usePage={usePage}
          columns={canWrite ? 4 : 3}
          empty={
            search === '' ? (
              <Empty title="No deck yet">
                <p>
                  A deck is what you show in the home: slides with narration, and good, better and best prices. Begin
                  with an empty one, or with a starter that has all of it.
                </p>
                {newDeck}
              </Empty>
            ) : (
              <Empty title="No deck matches">
                No name, description or company contains “{search}”. <a href="/app/decks">Show all decks</a>.
              </Empty>
            )
          }
          row={(deck) => <Row key={deck.id} deck={deck} canWrite={canWrite} />}
        />
      </table>
      {canWrite && filters.get('new') === 'deck' && <NewDeck onClose={() => filters.set('new', '')} />}
    </>
  );
}

function Row({ deck, canWrite }: { readonly deck: DeckRowFragment; readonly canWrite: boolean }) {
  const { route } = useLocation();
  const { id, name, slideCount, updatedAt } = deck;
  return (
    <tr>
      <th scope="row">
        <a href={`/app/decks/${id}`}>{name}</a>
      </th>
      <td class="number" data-label="Slides">
        {slideCount}
      </td>
      <td data-label="Changed">
        <Moment at={updatedAt} />
      </td>
      {canWrite && (
        <td class="decks-actions">
          <div class="actions">
            <DeckActions deck={deck} onDuplicated={(copy) => route(`/app/decks/${copy}`)} onDeleted={() => {}} />
          </div>
        </td>
      )}
    </tr>
  );
}
