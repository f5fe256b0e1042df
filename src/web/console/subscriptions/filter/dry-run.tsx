/** @jsxImportSource preact */
import { useQuery } from '@urql/preact';
import { reasonOf } from '../../api/problems.ts';
import { Moment } from '../../controls/moment.tsx';
import { useSettled } from '../../controls/settled.ts';
import { summaryOf } from '../../live/event-buffer.ts';
import { RecentEventsDocument, TryFilterDocument } from '../subscriptions.graphql.ts';
import type { Filter } from './conditions.ts';

interface DryRunProps {
  readonly eventType: string;
  readonly deckId: string | null;
  /** Undefined while it is no filter. */
  readonly filter: Filter | null | undefined;
}

/** Events that are shown. One more is read: the cursor before them. */
const shownCount = 50;
/** Time without a keystroke after which the filter is tried, in milliseconds. */
const pauseMs = 400;

/** Which of the newest events the filter lets through: the server evaluates it, as it does for deliveries. */
export function DryRun(given: DryRunProps) {
  const key = JSON.stringify([given.eventType, given.deckId, given.filter === undefined ? 'none' : given.filter]);
  const { eventType, deckId, filter } = useSettled(given, pauseMs, key);
  const isReady = eventType !== '' && filter !== undefined;
  const [{ data: recent }] = useQuery({
    query: RecentEventsDocument,
    variables: { eventType, deckId },
    pause: !isReady,
    requestPolicy: 'network-only',
  });
  const events = recent?.events?.nodes ?? [];
  const [{ data, error, fetching }] = useQuery({
    query: TryFilterDocument,
    variables: { eventType, deckId, filter, after: events[shownCount]?.cursor ?? null },
    pause: !isReady || events.length === 0,
    requestPolicy: 'network-only',
  });
  if (!isReady) return null;
  const shown = events.slice(0, shownCount);
  const matching = new Set(data?.tryFilter?.matches.map(({ id }) => id));
  const count = shown.filter(({ id }) => matching.has(id)).length;
  return (
    <section class="stack" aria-label="Dry run">
      <h2>Dry run</h2>
      <p role="status" class={error === undefined ? undefined : 'fault'}>
        {error !== undefined && reasonOf(error)}
        {error === undefined &&
          recent !== undefined &&
          shown.length === 0 &&
          `No event of the type ${eventType} is stored yet.`}
        {error === undefined && shown.length > 0 && data !== undefined && (
          <>
            {count} of the last {shown.length} events would be sent.
          </>
        )}
      </p>
      {shown.length > 0 && data !== undefined && (
        <ul class="dry-run" aria-busy={fetching}>
          {shown.map(({ id, type, timestamp, payload }) => (
            <li key={id} class={matching.has(id) ? 'is-match' : undefined}>
              <span class={`badge ${matching.has(id) ? 'good' : ''}`}>{matching.has(id) ? 'Sent' : 'Not sent'}</span>
              <span class="dry-run-event">
                <strong>{type}</strong> <Moment at={timestamp} />
                <span class="hint">{summaryOf(payload)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
