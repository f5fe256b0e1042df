/** @jsxImportSource preact */
import { useQuery, useSubscription } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { type Changes, liveRows, noChanges, usePages, withChange } from '../api/live-rows.ts';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { ContractState } from '../contracts/states.tsx';
import { useMay } from '../visitor.ts';
import {
  PresentationsChangedDocument,
  type PresentationRowFragment,
  type PresentationsChangedSubscription,
  PresentationsDocument,
} from './presentations.graphql.ts';
import { lengthText, nameOf, PresentationState, type Status, useWatchedLately, watchedLately } from './states.tsx';

interface PresentationListProps {
  readonly deckId: string;
  readonly status: Status | null;
  readonly search: string;
}

type Row = PresentationRowFragment;

const pageLength = 50;

/** The presentations that fit the filters. It belongs to one set of filters: others get a list of their own. */
export function PresentationList(filters: PresentationListProps) {
  const { rows, totalCount, isRead, error, more, read } = usePresentations(filters);
  const isFiltered = filters.deckId !== '' || filters.status !== null || filters.search !== '';
  return (
    <>
      <Refusal error={error} retry={read} />
      {!isRead && error === undefined && <Skeleton />}
      {isRead && rows.length === 0 && <NoPresentation isFiltered={isFiltered} />}
      {rows.length > 0 && (
        <table class="rows presentations-rows">
          <caption class="presentations-caption">
            {totalCount === 1 ? 'One presentation' : `${totalCount} presentations`}
          </caption>
          <thead>
            <tr>
              <th scope="col">Homeowner</th>
              <th scope="col">Deck</th>
              <th scope="col">State</th>
              <th scope="col">Watched</th>
              <th scope="col">Contract</th>
              <th scope="col">Made</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PresentationLine key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {more !== undefined && (
        <p class="actions">
          <button type="button" onClick={more}>
            Show older presentations
          </button>
        </p>
      )}
    </>
  );
}

function PresentationLine({ row }: { readonly row: Row }) {
  const { id, homeowner, deck, status, narration, engagement, contract, createdAt } = row;
  const isWatchedLately = useWatchedLately(engagement.lastViewedAt);
  return (
    <tr>
      <th scope="row">
        <a href={`/app/presentations/${id}`}>{nameOf(homeowner)}</a>
        {homeowner.city !== null && homeowner.city !== '' && (
          <span class="hint presentations-city">{homeowner.city}</span>
        )}
      </th>
      <td data-label="Deck">{deck?.name ?? '–'}</td>
      <td>
        <PresentationState status={status} narration={narration} />
      </td>
      <td data-label="Watched">
        {isWatchedLately ? (
          <span class="badge good">{watchedLately}</span>
        ) : engagement.lastViewedAt === null ? (
          <span class="hint">Not yet</span>
        ) : (
          <>
            {lengthText(engagement.seconds)}, <Moment at={engagement.lastViewedAt} />
          </>
        )}
      </td>
      <td data-label="Contract">
        {contract ? <ContractState status={contract.status} /> : <span class="hint">None</span>}
      </td>
      <td data-label="Made">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}

function NoPresentation({ isFiltered }: { readonly isFiltered: boolean }) {
  const may = useMay();
  if (isFiltered)
    return <Empty title="Nothing fits these filters">Take a filter away, or search for another name.</Empty>;
  return (
    <Empty title="No presentation yet">
      A presentation is a deck made for one homeowner, with their name, prices and narration.
      {may('presentations:write') && (
        <>
          {' '}
          <a href="/app/presentations/new">Make the first one</a>.
        </>
      )}
    </Empty>
  );
}

function usePresentations({ deckId, status, search }: PresentationListProps) {
  const may = useMay();
  const parts = { withDecks: may('decks:read'), withContracts: may('contracts:read') };
  const ofDeck = { deckId: deckId === '' ? null : deckId, ...parts };
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }, read] = useQuery({
    query: PresentationsDocument,
    variables: { ...ofDeck, first: pageLength, after, search: search === '' ? null : search, status },
  });
  const pages = usePages<Row>(after, data?.presentations);
  const [{ data: changes = noChanges, error: streamError }] = useSubscription<
    PresentationsChangedSubscription,
    Changes<Row>
  >(
    { query: PresentationsChangedDocument, variables: ofDeck },
    (before = noChanges, { presentationsChanged: { isSnapshot, presentations, deletedIds } }) =>
      withChange(before, { isSnapshot, rows: presentations, deletedIds }),
  );
  const readAgain = (): void => read({ requestPolicy: 'network-only' });
  // What has changed before the stream began is in no message: the list is read again behind its beginning.
  useEffect(() => {
    if (changes.snapshotCount > 0) readAgain();
  }, [changes.snapshotCount]);
  const words = search.toLowerCase();
  const fits = (row: Row): boolean =>
    (status === null || row.status === status) && nameOf(row.homeowner).toLowerCase().includes(words);
  const end = pages.at(-1)?.pageInfo;
  const known = new Set(pages.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const rows = liveRows(pages, changes, fits);
  const added = rows.filter(({ id }) => !known.has(id)).length;
  const removed = [...known].filter((id) => changes.deleted.has(id)).length;
  return {
    rows,
    totalCount: (data?.presentations?.totalCount ?? 0) + added - removed,
    isRead: pages.length > 0,
    error: error ?? streamError,
    more: end?.hasNextPage === true ? () => setAfter(end.endCursor) : undefined,
    read: readAgain,
  };
}
