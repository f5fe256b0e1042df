import { randomUUID } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { LoggedEvent } from '../../../src/delivery/events/event.entity.ts';
import { type EventFilter, eventSource } from '../../../src/delivery/events/event-log.ts';
import { EventService } from '../../../src/delivery/events/event.service.ts';
import { LiveFeed } from '../../../src/kit/live/live-feed.ts';
import { LiveMemory } from '../../../src/kit/live/live-memory.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { decksById } from '../../../src/authoring/decks/deck.reader.ts';
import { loadConfig } from '../../../src/config.ts';
import { createQuotas } from '../../../src/trust/usage/quotas.ts';
import type { EventAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import type { LiveClient, LiveStream } from '../../helpers/live-client.ts';
import type { TestApp } from '../../helpers/test-app.ts';
import type { Writer } from '../../kit/data/jobs/writer.ts';
import { publish } from '../deliveries.ts';

export interface Streamed {
  events: { id: string; type: string; cursor: string; deck: { name: string } | null };
}

const subscription = `subscription ($deckId: ID, $types: [String!], $after: String) {
  events(deckId: $deckId, types: $types, after: $after) { id type cursor deck { name } } }`;

export function idsIn(stream: LiveStream<Streamed>, type?: string): string[] {
  return stream.received
    .map(({ data }) => data?.events)
    .filter((event) => event !== undefined && (type === undefined || event.type === type))
    .map((event) => event?.id ?? '');
}

/**
 * Expects that all streams have all events within two seconds of standing in the log for readers: long before a process
 * looks without being woken. Any transaction of the server that is still open keeps them from readers.
 */
export async function expectSoon(
  app: TestApp,
  streams: LiveStream<Streamed>[],
  events: readonly EventAnswer[],
): Promise<void> {
  const types = [...new Set(events.map(({ type }) => type))].join(',');
  await eventually(async () => {
    const { body } = await app.rest.get<{ events: EventAnswer[] }>(`/api/events?types=${types}`);
    return events.every(({ id }) => body.events.some((event) => event.id === id));
  });
  const arrived = (): boolean => streams.every((stream) => events.every(({ id }) => idsIn(stream).includes(id)));
  await eventually(arrived, { timeoutMs: 2_000, what: 'the arrival of all events' });
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

/** As many events as make the given number of bytes, recorded at once; gives their ids in order. */
export async function flood(app: TestApp, type: string, count: number, bytesEach: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into event (id, type, timestamp, data)
      select gen_random_uuid(), ${type}, now(), jsonb_build_object('text', repeat('x', ${bytesEach}::integer))
      from generate_series(1, ${count}::integer) returning id
    ) insert into event_arrival (event_id) select id from made returning event_id as id`.execute(
    app.database.connection.kysely,
  );
  await app.logSettled();
  await publish(app, `${type}.done`);
  return rows.map(({ id }) => id);
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

/** A feed of the test's own on the app's database, to see what no client can: how many follow it, what it reads. */
export function openFeed(
  writer: Writer,
  onRead: (what: string) => void = () => undefined,
  memory = new LiveMemory(),
): { feed: LiveFeed<LoggedEvent, EventFilter>; service: EventService } {
  const fork = (): SqlEntityManager => {
    onRead('a read');
    return writer.scope().em;
  };
  const place = (): Promise<void> => writer.sequencer.place();
  const feed = new LiveFeed(eventSource, fork, writer.wakeUps, memory, pino({ level: 'silent' }), place);
  return {
    feed,
    service: new EventService(
      writer.events,
      feed,
      decksById,
      catalogue.nodes.typesById,
      createQuotas(loadConfig({}).quotas),
      writer.scope,
    ),
  };
}
