import type { Client, CombinedError } from '@urql/core';
import { problemOf } from '../api/problems.ts';
import type { Streams } from '../api/streams.ts';
import { EventBuffer, type EventRow, summaryOf } from './event-buffer.ts';
import {
  type FollowEventsSubscription,
  FollowEventsDocument,
  LatestCursorDocument,
  NewestEventsDocument,
} from './events.graphql.ts';

/** Which events are shown; null for all. */
export interface EventFilters {
  readonly types: readonly string[] | null;
  readonly deckId: string | null;
}

/** Of a follower: it reads what is stored, follows, waits for a person, or was refused. */
type Phase = 'reading' | 'live' | 'paused' | 'failed';

const pageLength = 100;
type Received = FollowEventsSubscription['events'];

/**
 * The newest stored events, and then each as it is recorded: without a gap between, and each once. What comes is shown once a
 * frame, however many events there are. It goes around the cache of objects, which would keep every event.
 */
export class EventFollower {
  readonly events = new EventBuffer();
  phase: Phase = 'reading';
  error: CombinedError | undefined;
  /** What a person should know of a resumed stream; empty while there is nothing. */
  notice = '';
  hasOlder = false;
  /** Events that came since the start. */
  received = 0;

  readonly #listeners = new Set<() => void>();
  #cursor: string | undefined;
  #stop = (): void => undefined;
  #frame: number | undefined;
  #isOver = false;
  /** While it catches up: how many events had come before, and the event with which it has caught up once that is known. */
  #behind: { readonly before: number; target?: EventRow | null } | undefined;

  constructor(
    private readonly client: Client,
    private readonly streams: Streams,
    private readonly filters: EventFilters,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns what ends it */
  start(): () => void {
    const leave = this.streams.connection.subscribe(() => this.#connectionChanged());
    void this.#readNewest();
    return () => {
      this.#isOver = true;
      leave();
      this.#stop();
      if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    };
  }

  /** Closes the stream, so that what comes meanwhile costs nothing; `resume` replays it. */
  pause(): void {
    this.#stop();
    this.#become('paused');
  }

  resume(): void {
    this.#follow();
    void this.#catchUp();
  }

  retry(): void {
    this.error = undefined;
    if (this.#cursor === undefined) void this.#readNewest();
    else this.resume();
  }

  async readOlder(): Promise<void> {
    const oldest = this.events.at(this.events.length - 1);
    const page = await this.#read(oldest.cursor, pageLength);
    if (page === undefined) return;
    this.events.addOlder(page.nodes.map(rowOf));
    this.hasOlder = page.pageInfo.hasNextPage;
    this.#changed();
  }

  async #readNewest(): Promise<void> {
    this.#become('reading');
    const policy = { requestPolicy: 'network-only' } as const;
    const latest = await this.client.query(LatestCursorDocument, {}, policy).toPromise();
    const page = latest.error === undefined ? await this.#read(null, pageLength) : undefined;
    if (this.#isOver) return;
    if (latest.error !== undefined) this.#fail(latest.error);
    if (page === undefined) return;
    this.events.addOlder(page.nodes.map(rowOf));
    this.hasOlder = page.pageInfo.hasNextPage;
    this.#cursor = page.nodes[0]?.cursor ?? latest.data?.latestEventCursor ?? undefined;
    this.#follow();
  }

  async #read(after: string | null, first: number) {
    const variables = { ...this.filters, after, first };
    const { data, error } = await this.client
      .query(NewestEventsDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (error !== undefined && !this.#isOver) this.#fail(error);
    return data?.events ?? undefined;
  }

  #follow(): void {
    this.#become('live');
    const variables = { ...this.filters, after: this.#cursor };
    const query = FollowEventsDocument as unknown as string;
    const { unsubscribe } = this.streams.openStream({ query, variables }).subscribe({
      next: ({ data, errors }) => {
        if (errors !== undefined) this.#refused(errors);
        else if (data) this.#take((data as FollowEventsSubscription).events);
      },
      error: (error: Error) => this.#fail({ name: error.name, message: error.message, graphQLErrors: [] } as never),
      complete: () => undefined,
    });
    this.#stop = unsubscribe;
  }

  #take(received: Received): void {
    const event = rowOf(received);
    this.#cursor = event.cursor;
    if (!this.events.push(event)) return;
    this.received += 1;
    const target = this.#behind?.target;
    if (target && (target.id === event.id || target.timestamp < event.timestamp)) this.#caughtUp();
    this.#changed();
  }

  /** A cursor whose event is gone names where what is kept begins. */
  #refused(errors: readonly unknown[]): void {
    const error = { graphQLErrors: errors } as unknown as CombinedError;
    const { status, cursor, firstCursor } = (problemOf(error) ?? {}) as Record<string, unknown>;
    if (status !== 410) return this.#fail(error);
    this.#stop();
    this.#cursor = (cursor ?? firstCursor) as string;
    this.notice = 'Some events are no longer kept: the list goes on behind them.';
    this.#follow();
  }

  #connectionChanged(): void {
    const state = this.streams.connection.state();
    if (this.phase !== 'live') return;
    if (state === 'lost') this.#behind ??= { before: this.received };
    if (state === 'open' && this.#behind !== undefined) void this.#catchUp();
  }

  /** Finds the newest event that there is, and says so when the stream has reached it. */
  async #catchUp(): Promise<void> {
    this.#behind ??= { before: this.received };
    const behind = this.#behind;
    this.notice = 'Catching up…';
    this.#changed();
    const page = await this.#read(null, 1);
    if (page === undefined || this.#behind !== behind) return;
    const [target] = page.nodes.map(rowOf);
    behind.target = target ?? null;
    if (target === undefined || this.events.has(target.id)) this.#caughtUp();
  }

  #caughtUp(): void {
    const replayed = this.received - (this.#behind?.before ?? this.received);
    this.#behind = undefined;
    this.notice = `Caught up: ${replayed.toLocaleString()} ${replayed === 1 ? 'event' : 'events'} replayed.`;
    this.#changed();
  }

  #fail(error: CombinedError): void {
    this.error = error;
    this.#become('failed');
  }

  #become(phase: Phase): void {
    this.phase = phase;
    if (phase !== 'live') this.notice = '';
    this.#changed();
  }

  #changed(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      for (const listener of this.#listeners) listener();
    });
  }
}

function rowOf({ payload, ...event }: Received): EventRow {
  return { ...event, summary: summaryOf(payload) };
}
