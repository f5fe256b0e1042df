/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { useEffect } from 'preact/hooks';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useMay } from '../visitor.ts';
import type { ShownContract } from './contract.tsx';
import { ContractTimelineDocument } from './contract.graphql.ts';

const words: Readonly<Record<string, string>> = {
  'contract.sent': 'Sent',
  'contract.viewed': 'Viewed by the homeowner',
  'contract.updated': 'Draft changed',
  'contract.signature_added': 'First signature',
  'contract.signed': 'Signed',
  'contract.declined': 'Declined',
  'contract.voided': 'Withdrawn',
  'contract.expired': 'Expired',
  'contract.rescinded': 'Canceled by the homeowner',
};

/** What became of a contract, the oldest first, as the log of events has it. */
export function Timeline({ contract }: { readonly contract: ShownContract }) {
  const may = useMay();
  const isReader = may('events:read') && may('notifications:read');
  const { id, deckId, createdAt, updatedAt } = contract;
  const [{ data, error }, read] = useQuery({
    query: ContractTimelineDocument,
    variables: { deckId, since: createdAt, filter: { 'data.contractId': id } },
    pause: !isReader,
  });
  useEffect(() => {
    if (isReader) read({ requestPolicy: 'network-only' });
  }, [updatedAt]);
  const events = data?.tryFilter?.matches ?? [];
  return (
    <section class="card stack" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <Refusal error={error} />
      <ol class="presentations-timeline">
        <li>
          <span>Drafted</span> <Moment at={createdAt} />
        </li>
        {events.map(({ id: eventId, type, timestamp }) => (
          <li key={eventId}>
            <span>{words[type] ?? type}</span> <Moment at={timestamp} />
          </li>
        ))}
      </ol>
      {!isReader && <p class="hint">Your key may not read events, which have the rest.</p>}
    </section>
  );
}
