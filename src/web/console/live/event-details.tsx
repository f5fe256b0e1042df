/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { Copy } from '../controls/copy.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { Moment } from '../controls/moment.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useMay } from '../visitor.ts';
import { EventDetailsDocument, type EventDetailsQuery } from './events.graphql.ts';
import { StatusBadge } from './status-badge.tsx';

interface EventDetailsProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One event: its data, what it is about, and its deliveries. */
export function EventDetails({ id, onClose }: EventDetailsProps) {
  const may = useMay();
  const [{ data, error }] = useQuery({
    query: EventDetailsDocument,
    variables: { id, withDeliveries: may('notifications:read') },
  });
  const event = data?.event;
  return (
    <Dialog title={event?.type ?? 'Event'} onClose={onClose} isWide>
      <Refusal error={error} />
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {data !== undefined && event === null && <p>This event is no longer kept, or your key does not see it.</p>}
      {event && <Facts event={event} />}
    </Dialog>
  );
}

type ShownEvent = NonNullable<EventDetailsQuery['event']>;

/** The screens that show one object, by its type. */
const screenOf: Readonly<Record<string, string>> = {
  Deck: '/app/decks/',
  Presentation: '/app/presentations/',
  Contract: '/app/contracts/',
  NotificationSubscription: '/app/subscriptions/',
};

function Facts({ event }: { readonly event: ShownEvent }) {
  const { id, timestamp, deckId, payload, subject, deliveries } = event;
  const json = JSON.stringify(payload, null, 2);
  const screen = subject === null ? undefined : screenOf[subject.__typename];
  return (
    <>
      <dl class="facts">
        <dt>Recorded</dt>
        <dd>
          <Moment at={timestamp} />
        </dd>
        {subject !== null && (
          <>
            <dt>About</dt>
            <dd>
              {screen === undefined ? (
                `${subject.__typename} ${subject.id}`
              ) : (
                <a href={`${screen}${subject.id}`}>Open the {subject.__typename.toLowerCase()}</a>
              )}
            </dd>
          </>
        )}
        {deckId !== null && (
          <>
            <dt>Deck</dt>
            <dd>
              <a href={`/app/decks/${deckId}`}>{deckId}</a>
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <div class="heading">
        <h3>Data</h3>
        <Copy text={json} what="JSON" />
      </div>
      <pre class="code" tabIndex={0} aria-label="Data as JSON">
        {json}
      </pre>
      {deliveries !== undefined && (
        <section class="stack" aria-label="Deliveries of the event">
          <h3>Deliveries</h3>
          {deliveries.nodes.length === 0 ? (
            <p class="hint">No subscription has received this event.</p>
          ) : (
            <ul class="live-deliveries">
              {deliveries.nodes.map((delivery) => (
                <li key={delivery.id}>
                  <a href={`/app/live/deliveries?delivery=${delivery.id}`}>
                    {delivery.subscription?.name ?? 'A deleted subscription'}
                  </a>
                  <StatusBadge status={delivery.status} attemptCount={delivery.attemptCount} />
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}
