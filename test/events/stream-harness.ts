import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Event } from '../../src/events/event.entity.ts';
import { type EventFilter, eventSource } from '../../src/events/event-log.ts';
import { EventService } from '../../src/events/event.service.ts';
import { LiveFeed } from '../../src/events/live-feed.ts';
import { eventually } from '../helpers/eventually.ts';
import type { LiveClient, LiveStream } from '../helpers/live-client.ts';
import type { TestApp } from '../helpers/test-app.ts';
import type { Writer } from '../jobs/writer.ts';
import { publish } from '../delivery/deliveries.ts';

export interface Streamed {
  events: { id: string; type: string; cursor: string; deck: { name: string } | null };
}

const subscription = `subscription ($deckId: ID, $types: [String!], $after: String) {
  events(deckId: $deckId, types: $types, after: $after) { id type cursor deck { name } } }`;

/** A small generator of numbers that a seed repeats (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

export function idsIn(stream: LiveStream<Streamed>, type?: string): string[] {
  return stream.received
    .map(({ data }) => data?.events)
    .filter((event) => event !== undefined && (type === undefined || event.type === type))
    .map((event) => event?.id ?? '');
}

/** Follows the log from a cursor on. */
export function follow(client: LiveClient, variables: Record<string, unknown>): LiveStream<Streamed> {
  return client.subscribe<Streamed>(subscription, variables);
}

/** Follows the log from now on; comes back when the stream is open, which only an event of its own can prove. */
export async function followFromNow(
  app: TestApp,
  client: LiveClient,
  { types = [], deckId }: { types?: string[]; deckId?: string } = {},
): Promise<LiveStream<Streamed>> {
  const probe = `probe.p${randomUUID().replaceAll('-', '')}`;
  const stream = follow(client, { deckId, types: [...types, probe] });
  await eventually(async () => {
    await publish(app, probe, { deckId });
    return stream.received.length > 0;
  });
  return stream;
}

/** A subscriber that keeps its last cursor, and can be cut off and come back behind it. */
export class Subscriber {
  readonly ids: string[] = [];
  #client: LiveClient | null = null;
  #stream: LiveStream<Streamed> | null = null;
  #cursor: string;
  cuts = 0;

  constructor(
    private readonly app: TestApp,
    private readonly type: string,
    start: string,
  ) {
    this.#cursor = start;
  }

  connect(): void {
    this.#client = this.app.live();
    this.#stream = follow(this.#client, { types: [this.type], after: this.#cursor });
  }

  get count(): number {
    return this.ids.length + (this.#stream?.received.length ?? 0);
  }

  /** Ends the connection; what came over it until now counts, what was still under way is lost with it. */
  async cut(): Promise<void> {
    const received = [...(this.#stream?.received ?? [])];
    this.#stream = null;
    for (const { data } of received) {
      this.ids.push(data?.events.id ?? 'an error');
      this.#cursor = data?.events.cursor ?? this.#cursor;
    }
    this.cuts += 1;
    await this.#client?.close();
  }
}

/** A feed of the test's own on the app's database, to see what no client can: how many streams are open. */
export async function openFeed(
  writer: Writer,
): Promise<{ feed: LiveFeed<Event, EventFilter>; follow: EventService['follow'] }> {
  const feed = new LiveFeed(eventSource, () => writer.scope().em, writer.wakeUps, pino({ level: 'silent' }));
  await feed.start();
  const service = new EventService(writer.events, feed, async () => true);
  return { feed, follow: service.follow };
}
