/** @jsxImportSource preact */
import { useClient } from '@urql/preact';
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { useStreams } from '../api/streams.ts';
import { Empty } from '../controls/empty.tsx';
import { Refusal } from '../controls/refusal.tsx';
import { useSearch } from '../controls/search.ts';
import { Skeleton } from '../controls/skeleton.tsx';
import { VirtualList } from '../controls/virtual-list.tsx';
import type { EventBuffer, EventRow } from './event-buffer.ts';
import { EventDetails } from './event-details.tsx';
import { EventFilters, useFilters } from './event-filters.tsx';
import { EventFollower } from './event-follower.ts';
import { Live } from './live.tsx';

/** Events as they are recorded. */
export function Events() {
  const { query, set } = useSearch();
  const filters = useFilters();
  const key = JSON.stringify(filters);
  return (
    <Live title="Live events">
      <EventFilters />
      {/* Other filters are another stream. */}
      <FollowedEvents key={key} types={filters.types} deckId={filters.deckId} />
      {query['event'] !== undefined && <EventDetails id={query['event']} onClose={() => set({ event: null })} />}
    </Live>
  );
}

interface FollowedEventsProps {
  readonly types: readonly string[] | null;
  readonly deckId: string | null;
}

function FollowedEvents({ types, deckId }: FollowedEventsProps) {
  const client = useClient();
  const streams = useStreams();
  const follower = useMemo(() => new EventFollower(client, streams, { types, deckId }), [client, streams]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  /** What is shown while somebody reads further below: it stays as it is. */
  const [held, setHeld] = useState<{ readonly events: EventBuffer; readonly received: number }>();
  /** Another round begins at the top. */
  const [round, setRound] = useState(0);
  const showNewest = (): void => {
    setHeld(undefined);
    setRound(round + 1);
  };
  useEffect(() => {
    const leave = follower.subscribe(() => redraw(undefined));
    const stop = follower.start();
    return () => {
      leave();
      stop();
    };
  }, [follower]);
  const { phase, error, notice, hasOlder, received } = follower;
  const events = held?.events ?? follower.events;
  if (phase === 'reading') return <Skeleton rows={8} />;
  const holdUnless = (isAtTop: boolean): void => {
    if (isAtTop) setHeld(undefined);
    else setHeld((already) => already ?? { events: follower.events.copy(), received: follower.received });
  };
  return (
    <section class="live-events" aria-label="Events">
      <div class="live-bar">
        {phase === 'paused' ? (
          <button type="button" class="primary" onClick={() => follower.resume()}>
            Continue
          </button>
        ) : (
          <button type="button" disabled={phase === 'failed'} onClick={() => follower.pause()}>
            Pause
          </button>
        )}
        <p role="status">{phase === 'paused' ? 'Paused. What comes meanwhile is replayed.' : notice}</p>
        {held !== undefined && (
          <button type="button" class="plain" onClick={showNewest}>
            {received > held.received ? `Show ${(received - held.received).toLocaleString()} new` : 'To the newest'}
          </button>
        )}
      </div>
      <Refusal error={error} retry={() => follower.retry()} />
      {events.length === 0 && phase !== 'failed' && (
        <Empty title="Nothing has happened yet">
          Events appear here as they are recorded: when a deck changes, a homeowner opens a link, a contract is signed.
        </Empty>
      )}
      {events.length > 0 && (
        <VirtualList
          key={round}
          label="Events, newest first"
          count={events.length}
          at={(index) => events.at(index)}
          keyOf={({ id }: EventRow) => id}
          render={(event) => <Row event={event} />}
          onTop={holdUnless}
        />
      )}
      {hasOlder && events.length > 0 && (
        <button type="button" onClick={() => void follower.readOlder()}>
          Read older events
        </button>
      )}
    </section>
  );
}

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** With the day, unless it is today. */
function shownTime(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
}

function Row({ event }: { readonly event: EventRow }) {
  const { with: urlWith } = useSearch();
  return (
    <a class="live-row" href={urlWith({ event: event.id })}>
      <span class="live-type">{event.type}</span>
      <time dateTime={event.timestamp}>{shownTime(new Date(event.timestamp))}</time>
      <span class="live-summary">{event.summary}</span>
    </a>
  );
}
