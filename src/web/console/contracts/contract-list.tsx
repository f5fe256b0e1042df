/** @jsxImportSource preact */
import { useQuery, useSubscription } from '@urql/preact';
import { useState } from 'preact/hooks';
import { type Changes, liveRows, noChanges, usePages, withChange } from '../api/live-rows.ts';
import { Empty } from '../controls/empty.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { nameOf } from '../presentations/states.tsx';
import { useMay } from '../visitor.ts';
import {
  ContractEventsDocument,
  type ContractEventsSubscription,
  type ContractRowFragment,
  ContractsDocument,
} from './contracts.graphql.ts';
import { moneyText } from './money.ts';
import { ContractState, type ContractStatus } from './states.tsx';

type Row = ContractRowFragment;

interface ContractListProps {
  readonly deckId: string;
  readonly status: ContractStatus | null;
}

const pageLength = 50;

/** The contracts that fit the filters. It belongs to one set of filters: others get a list of their own. */
export function ContractList({ deckId, status }: ContractListProps) {
  const { rows, isRead, error, more, read } = useContracts(deckId, status);
  return (
    <>
      <Refusal error={error} retry={read} />
      {!isRead && error === undefined && <Skeleton />}
      {isRead && rows.length === 0 && (
        <Empty title={deckId === '' && status === null ? 'No contract yet' : 'Nothing fits these filters'}>
          {deckId === '' && status === null ? (
            <>
              A contract is drafted from a presentation with prices, sent, and signed by its homeowner.{' '}
              <a href="/app/presentations">Go to the presentations</a>.
            </>
          ) : (
            'Take a filter away.'
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <table class="rows presentations-rows">
          <caption class="presentations-caption">Newest first</caption>
          <thead>
            <tr>
              <th scope="col">Homeowner</th>
              <th scope="col">Offer</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Total
              </th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ContractLine key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {more !== undefined && (
        <p class="actions">
          <button type="button" onClick={more}>
            Show older contracts
          </button>
        </p>
      )}
    </>
  );
}

function ContractLine({ row }: { readonly row: Row }) {
  const { id, document, deck, status, updatedAt } = row;
  return (
    <tr>
      <th scope="row">
        <a href={`/app/contracts/${id}`}>{nameOf(document.homeowner)}</a>
      </th>
      <td>
        {document.offer ?? 'Offer'}
        {deck && <span class="hint presentations-city">{deck.name}</span>}
      </td>
      <td>
        <ContractState status={status} />
      </td>
      <td class="number" data-label="Total">
        {totalText(row)}
      </td>
      <td data-label="Changed">
        <Moment at={updatedAt} />
      </td>
    </tr>
  );
}

/** The signed total, or the range of what may be signed. */
function totalText({ total, currency, document: { tiers, currency: offered, language } }: Row): string {
  if (total !== null && currency !== null) return moneyText(total, currency, language);
  const totals = tiers.map((tier) => tier.total).toSorted((left, right) => Number(left) - Number(right));
  const [least] = totals;
  const most = totals.at(-1);
  if (least === undefined || most === undefined) return '–';
  return least === most
    ? moneyText(least, offered, language)
    : `${moneyText(least, offered, language)} – ${moneyText(most, offered, language)}`;
}

function useContracts(deckId: string, status: ContractStatus | null) {
  const may = useMay();
  const ofDeck = { deckId: deckId === '' ? null : deckId, withDecks: may('decks:read') };
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }, read] = useQuery({
    query: ContractsDocument,
    variables: { ...ofDeck, first: pageLength, after, status },
  });
  const pages = usePages<Row>(after, data?.contracts);
  const [{ data: changes = noChanges }] = useSubscription<ContractEventsSubscription, Changes<Row>>(
    { query: ContractEventsDocument, variables: ofDeck, pause: !may('events:read') },
    (before = noChanges, { events: { subject } }) =>
      subject && 'status' in subject
        ? withChange(before, { isSnapshot: false, rows: [subject], deletedIds: [] })
        : before,
  );
  const end = pages.at(-1)?.pageInfo;
  return {
    rows: liveRows(pages, changes, (row) => status === null || row.status === status),
    isRead: pages.length > 0,
    error,
    more: end?.hasNextPage === true ? () => setAfter(end.endCursor) : undefined,
    read: () => read({ requestPolicy: 'network-only' }),
  };
}
