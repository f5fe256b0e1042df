/** @quiet Clients that do not read are cut off after ten seconds, which a busy machine needs to open them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { attemptSource } from '../../../src/delivery/deliveries/attempt-feed.ts';
import { cursorOf, logStart, type Position } from '../../../src/kit/live/cursor.ts';
import type { LoggedEvent } from '../../../src/delivery/events/event.entity.ts';
import { eventSource } from '../../../src/delivery/events/event-log.ts';
import type { Following } from '../../../src/kit/live/live-feed.ts';
import type { LogSource } from '../../../src/kit/live/log-source.ts';
import { LiveMemory } from '../../../src/kit/live/live-memory.ts';
import { EventStreamText, streamResponse } from '../../../src/kit/http/rest/event-stream.ts';
import type { EventAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { heldHeap } from '../../helpers/held-heap.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../deliveries.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { flood, openFeed } from './stream-harness.ts';
import { wholeSight } from '../../../src/kit/rights/sight.ts';

const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);
const megabyte = 1_000_000;

/** The number of statements without those by which a process looks at its logs each second. */
const caused = (statements: readonly string[]): number =>
  statements.filter((text) => !/sequence_(event|attempt)|as "isHeld"/.test(text)).length;

/** Waits until a number has not changed for half a second. */
async function quiet(count: () => number): Promise<void> {
  let [last, since] = [count(), performance.now()];
  await eventually(() => {
    const now = performance.now();
    if (count() !== last) [last, since] = [count(), now];
    return now - since >= 500;
  });
}

describe('streams of server-sent events whose clients do not read', () => {
  test('hold a page of the log each, and give all of it in order and once when they are read', async () => {
    const start = await publish(app, 'memory.start');
    const ids = await flood(app, 'memory.large', 20, 0.9 * megabyte);
    await app.logSettled();
    const before = heldHeap();
    const streams: EventStream<EventAnswer>[] = [];
    const query = `types=memory.large&after=${start.cursor}`;
    const open = async (): Promise<void> => {
      const stream = await EventStream.open<EventAnswer>(`${app.base}/api/events/stream?${query}`);
      stream.answer.pause();
      streams.push(stream);
    };
    await open();
    await quiet(() => caused(app.database.statements));
    expect(heldHeap() - before).toBeLessThan(12 * megabyte);
    for (let count = 1; count < 10; count += 1) await open();
    await quiet(() => caused(app.database.statements));
    expect(heldHeap() - before).toBeLessThan(60 * megabyte);
    for (const stream of streams.slice(2)) stream.close();
    for (const stream of streams.slice(0, 2)) {
      stream.answer.resume();
      await eventually(() => stream.received.length >= ids.length, { timeoutMs: 30_000 });
      expect(stream.received.map(({ data }) => data.id)).toEqual(ids);
      stream.close();
    }
  }, 60_000);

  /** Streams large events behind a cursor with little patience. */
  async function serveImpatiently(): Promise<{ url: string; followers: () => number; close: () => Promise<void> }> {
    const { feed, service } = openFeed(writer);
    const server: Server = createServer((request, response) => {
      void service
        .follow(writer.scope(), { types: ['memory.cut'] }, request.headers['last-event-id'] as string)
        .then(async (log) => {
          const write = (event: LoggedEvent) => ({ id: cursorOf(event), data: { id: event.id, text: event.data } });
          const { stream } = streamResponse(await log.open(), write, null);
          if (stream === undefined) throw new Error('there is no stream');
          const text = new EventStreamText(stream, new AbortController().signal, { idleTimeoutMs: 1_500 });
          pipeline(text, response, () => undefined);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      followers: () => feed.followerCount,
      close: async () => {
        await feed.stop();
        server.close();
      },
    };
  }

  test('are cut off, and go on behind their last event', async () => {
    const { cursor } = await publish(app, 'memory.start');
    const ids = await flood(app, 'memory.cut', 40, 0.9 * megabyte);
    await app.logSettled();
    const { url, followers, close } = await serveImpatiently();
    const stalled = await EventStream.open<{ id: string }>(url, { 'last-event-id': cursor });
    stalled.answer.pause();
    await eventually(() => followers() === 1);
    await eventually(() => followers() === 0, { what: 'the end of the stream' });
    stalled.answer.resume();
    await eventually(() => stalled.ended);
    expect(stalled.ended).toBe('cut off');
    expect(stalled.received.length).toBeLessThan(ids.length);
    const back = await EventStream.open<{ id: string }>(url, { 'last-event-id': stalled.lastEventId ?? cursor });
    await eventually(() => stalled.received.length + back.received.length >= ids.length);
    expect([...stalled.received, ...back.received].map(({ data }) => data.id)).toEqual(ids);
    back.close();
    await close();
  });
});

describe('a page of the log', () => {
  /** Reads a whole log in pages. */
  async function readAll<Row extends Position>(source: LogSource<Row, never>, bytes: number): Promise<Row[][]> {
    const pages: Row[][] = [];
    let after = logStart;
    for (;;) {
      const { rows, hasMore } = await source.read(writer.scope().em, { after, filter: null, limit: 1_000, bytes });
      pages.push([...rows]);
      after = rows.at(-1) ?? after;
      if (!hasMore) return pages;
    }
  }

  test('ends with the event that makes it large enough, and holds one at least', async () => {
    await flood(app, 'memory.paged', 30, 1_000);
    await flood(app, 'memory.paged', 3, 50_000);
    await app.logSettled();
    const pages = await readAll(eventSource, 10_000);
    const sizes = pages.map((rows) => rows.reduce((sum, { size }) => sum + size, 0));
    const last = pages.map((rows) => rows.at(-1)?.size ?? 0);
    for (const [at, size] of sizes.entries()) expect(size - (last[at] ?? 0)).toBeLessThan(10_000);
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(10_000);
    const { rows } = await sql<{ id: string }>`select event_id as id from event_position order by position`.execute(
      app.database.connection.kysely,
    );
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  test('of attempts counts what receivers answered', async () => {
    const { id: eventId } = await publish(app, 'memory.attempted');
    const ids = await recordAttempts(eventId, 30, 4_000);
    await app.logSettled();
    const pages = await readAll(attemptSource, 20_000);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect(pages.flat().every(({ subscriptionId }) => subscriptionId !== null)).toBe(true);
    for (const rows of pages) expect(rows.length).toBeLessThanOrEqual(5);
  });

  /** Attempts at the delivery of one event, below the APIs; gives their ids in order. */
  async function recordAttempts(eventId: string, count: number, bytes: number): Promise<string[]> {
    const { kysely } = app.database.connection;
    const { body } = await app.rest.post<{ id: string }>('/api/notifications/subscriptions', {
      name: 'Attempted',
      eventType: 'memory.none',
      channel: 'console',
      channelConfig: {},
    });
    await sql`insert into delivery (id, created_at, updated_at, event_id, subscription_id)
      values (${eventId}, now(), now(), ${eventId}, ${body.id})`.execute(kysely);
    const { rows } = await sql<{ id: string }>`
      with made as (
        insert into delivery_attempt (id, delivery_id, number, started_at, duration_ms, outcome, phase, response)
        select gen_random_uuid(), ${eventId}, number, now(), 1, 'failed', 'answered', repeat('x', ${bytes}::integer)
        from generate_series(1, ${count}::integer) as number returning id
      ) insert into attempt_arrival (attempt_id) select id from made returning attempt_id as id`.execute(kysely);
    await sql`select count(*) from sequence_attempt(null, 0, 0)`.execute(kysely);
    return rows.map(({ id }) => id);
  }
});

describe('when all memory for live streams is taken', () => {
  const next = async ({ batches }: Following<LoggedEvent>): Promise<string[]> => {
    const { done, value } = (await batches.next()) as IteratorResult<readonly LoggedEvent[], undefined>;
    return done === true ? [] : value.map(({ id }) => id);
  };

  test('those who catch up wait in line for each other, and all come to the end', async () => {
    const { cursor } = await publish(app, 'line.start');
    const ids = await flood(app, 'line.event', 6, 0.5 * megabyte);
    await app.logSettled();
    let reads = 0;
    const { feed, service } = openFeed(writer, () => (reads += 1), new LiveMemory(0.5 * megabyte));
    const log = await service.follow(writer.scope(), { types: ['line.event'] }, cursor);
    const [first, second] = [
      await feed.follow(log.filter, log.sight, log.after),
      await feed.follow(log.filter, log.sight, log.after),
    ];
    const [seen, waiting] = [await next(first), next(second)];
    await quiet(() => reads);
    const without = reads;
    const collected: string[] = [];
    const collecting = (async () => {
      collected.push(...(await waiting));
      while (collected.length < ids.length) collected.push(...(await next(second)));
      await second.batches.return?.();
    })();
    while (seen.length < ids.length) seen.push(...(await next(first)));
    await first.batches.return?.();
    await collecting;
    expect([seen, collected]).toEqual([ids, ids]);
    expect(reads).toBeGreaterThan(without);
    await feed.stop();
  });

  test('those who catch up and are slow leave room for what comes live', async () => {
    const { cursor } = await publish(app, 'room.start');
    await flood(app, 'room.large', 2, 0.5 * megabyte);
    await app.logSettled();
    let reads = 0;
    const { feed, service } = openFeed(writer, () => (reads += 1), new LiveMemory(4 * megabyte));
    const log = await service.follow(writer.scope(), { types: ['room.large'] }, cursor);
    const slow = await Promise.all(Array.from({ length: 12 }, () => feed.follow(log.filter, log.sight, log.after)));
    const live = await feed.follow({ types: ['room.live'] }, wholeSight);
    const [seen, waiting] = [slow.map(next), next(live)];
    await quiet(() => reads);
    const { id } = await publish(app, 'room.live');
    writer.wakeUps.eventsRecorded();
    expect(await Promise.race([waiting, quiet(() => reads)])).toEqual([id]);
    for (const { batches } of slow) await batches.return?.();
    await live.batches.return?.();
    await Promise.all(seen);
    await feed.stop();
  });

  test('what comes live is read from the log as soon as there is some', async () => {
    const memory = new LiveMemory(0.5 * megabyte);
    let reads = 0;
    const { feed } = openFeed(writer, () => (reads += 1), memory);
    const stream = await feed.follow({ types: ['full.event'] }, wholeSight);
    const taken = await memory.reserve();
    taken.resize(megabyte);
    const waiting = next(stream);
    const { id } = await publish(app, 'full.event');
    writer.wakeUps.eventsRecorded();
    const early = await Promise.race([waiting, quiet(() => reads)]);
    taken.release();
    expect([early, await waiting]).toEqual([undefined, [id]]);
    await stream.batches.return?.();
    await feed.stop();
  });

  test('each client has a smaller share the more there are, and always some', () => {
    const memory = new LiveMemory(10 * megabyte);
    const alone = memory.share;
    const leaves = Array.from({ length: 100 }, () => memory.join());
    const among = memory.share;
    for (let count = 0; count < 100_000; count += 1) leaves.push(memory.join());
    const least = memory.share;
    for (const leave of leaves) leave();
    expect([alone, among, least, memory.share]).toEqual([1_048_576, 50_000, 32_768, 1_048_576]);
  });
});
