import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { EventSource, type MessageEvent } from 'undici';
import { GzipParts } from '../../../src/kit/http/compression/gzip-parts.ts';
import { cursorOf } from '../../../src/kit/live/cursor.ts';
import { followStates, LogStream } from '../../../src/kit/live/log-stream.ts';
import { EventStreamText, streamResponse } from '../../../src/kit/http/rest/event-stream.ts';
import type { EventAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../deliveries.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { openFeed } from './stream-harness.ts';
import { wholeSight } from '../../../src/kit/rights/sight.ts';

const app = useApp({ ROLES: 'web' });
const open: EventStream<EventAnswer>[] = [];

afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function follow(query: string, headers: Record<string, string> = {}): Promise<EventStream<EventAnswer>> {
  const stream = await EventStream.open<EventAnswer>(`${app.base}/api/events/stream?${query}`, headers);
  open.push(stream);
  return stream;
}

const idsIn = (stream: EventStream<EventAnswer>): string[] => stream.received.map(({ data }) => data.id);

async function listed(type: string): Promise<EventAnswer[]> {
  return (await app.rest.get<{ events: EventAnswer[] }>(`/api/events?types=${type}`)).body.events;
}

async function publishMany(type: string, count: number): Promise<EventAnswer[]> {
  const events: EventAnswer[] = [];
  for (let index = 0; index < count; index += 1) events.push(await publish(app, type));
  return events;
}

/** Appends large events below the APIs, which would take long. */
async function flood(type: string, count: number, bytes: number): Promise<void> {
  await sql`insert into event (id, type, timestamp, data)
    select gen_random_uuid(), ${type}, now(), jsonb_build_object('text', repeat('x', ${bytes}::integer))
    from generate_series(1, ${count}::integer)`.execute(app.database.connection.kysely);
  await app.logSettled();
}

describe('a stream of server-sent events', () => {
  test('gives what is recorded from now on, each as GET /api/events gives it, with its cursor as id', async () => {
    const before = await publish(app, 'sse.now');
    await eventually(async () => (await listed('sse.now')).length === 1);
    const stream = await follow('types=sse.*');
    const event = await publish(app, 'sse.now');
    await eventually(() => stream.received.length > 0);
    expect(stream.received).toEqual([{ id: event.cursor, event: 'message', data: event }]);
    expect(await listed('sse.now')).toEqual([before, event]);
  });

  test('gives each client a time of its own to reconnect, from one to four seconds', async () => {
    const streams = await Promise.all(Array.from({ length: 12 }, () => follow('types=sse.none')));
    await eventually(() => streams.every(({ retryMs }) => retryMs));
    const times = streams.map(({ retryMs = 0 }) => retryMs);
    expect(times.filter((ms) => ms < 1_000 || ms > 4_000)).toEqual([]);
    expect(new Set(times).size).toBeGreaterThan(2);
  });

  test.each([
    ['by onmessage', '', 'message'],
    ['by a listener for its type where the stream is named', '&named=true', 'sse.heard'],
    ['by onmessage where the stream is not named', '&named=false', 'message'],
  ])("is received by a browser's EventSource %s", async (_how, query, name) => {
    const { cursor } = await publish(app, 'sse.heard');
    const source = new EventSource(`${app.base}/api/events/stream?types=sse.heard&after=${cursor}${query}`);
    const arrived: [name: string, id: string, data: string][] = [];
    for (const listened of ['message', 'sse.heard']) {
      source.addEventListener(listened, (event) => {
        const { lastEventId, data } = event as MessageEvent<string>;
        arrived.push([listened, lastEventId, data]);
      });
    }
    const event = await publish(app, 'sse.heard');
    await eventually(() => arrived.length > 0);
    source.close();
    expect(arrived).toEqual([[name, event.cursor, JSON.stringify(event)]]);
  });

  test('gives its place before its first event, and what came while its client was away is behind it', async () => {
    const before = await publish(app, 'sse.early');
    await eventually(async () => (await listed('sse.early')).length === 1);
    const cut = await follow('types=sse.early');
    await eventually(() => cut.lastEventId);
    cut.close();
    const missed = await publish(app, 'sse.early');
    const back = await follow('types=sse.early', { 'last-event-id': cut.lastEventId ?? '' });
    await eventually(() => back.received.length > 0);
    expect([cut.lastEventId, cut.received]).toEqual([before.cursor, []]);
    expect(back.received.map(({ data }) => data)).toEqual([missed]);
  });

  test('does not repeat the place that its client has named', async () => {
    const { cursor } = await publish(app, 'sse.named');
    const named = await follow(`types=sse.none&after=${cursor}`);
    await eventually(() => named.retryMs);
    expect(named.lastEventId).toBeUndefined();
  });

  test('is kept back by no cache and no proxy', async () => {
    const { answer } = await follow('', { 'accept-encoding': 'gzip, br' });
    expect([answer.statusCode, answer.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      }),
    ]);
  });

  test('replays what lies behind a cursor, and goes on without a seam while others write', async () => {
    const earlier = await publishMany('sse.seam', 20);
    const writing = publishMany('sse.seam', 40);
    const stream = await follow(`types=sse.seam&after=${earlier[4]?.cursor}`);
    const later = await writing;
    await eventually(() => stream.received.length >= 55);
    expect(idsIn(stream)).toEqual([...earlier.slice(5), ...later].map(({ id }) => id));
  });

  test('goes on behind Last-Event-ID, whatever after says', async () => {
    const events = await publishMany('sse.resumed', 6);
    const first = await follow(`types=sse.resumed&after=${events[0]?.cursor}`);
    await eventually(() => first.received.length === 5);
    first.close();
    const seen = first.received[2]?.id ?? '';
    const second = await follow(`types=sse.resumed&after=${events[0]?.cursor}`, { 'last-event-id': seen });
    events.push(await publish(app, 'sse.resumed'));
    await eventually(() => second.received.length === 3);
    expect(idsIn(second)).toEqual(events.slice(4).map(({ id }) => id));
  });

  test('is narrowed by deck and by types', async () => {
    const deck = await createDeck(app.rest);
    const stream = await follow(`types=sse.a,sse.b.*&deckId=${deck.id}`);
    await publish(app, 'sse.a');
    const first = await publish(app, 'sse.a', { deckId: deck.id });
    await publish(app, 'sse.c', { deckId: deck.id });
    const last = await publish(app, 'sse.b.c', { deckId: deck.id });
    await eventually(() => idsIn(stream).includes(last.id));
    expect(idsIn(stream)).toEqual([first.id, last.id]);
  });

  test('is refused before it starts when its cursor cannot be honoured', async () => {
    const { status, headers, body } = await app.rest.get('/api/events/stream?after=nonsense');
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([410, 'CURSOR_EXPIRED', '/after']);
    expect(headers.get('content-type')).toBe('application/problem+json');
    const { cursor } = await publish(app, 'sse.fine');
    const resumed = await app.rest.get(`/api/events/stream?after=${cursor}`, { 'last-event-id': 'nonsense' });
    expect([resumed.status, resumed.body.firstCursor]).toEqual([410, body.firstCursor]);
    const anew = await follow(`after=${body.firstCursor}`);
    const { body: page } = await app.rest.get<{ events: EventAnswer[] }>('/api/events?limit=1');
    await eventually(() => anew.received.length > 0);
    expect(anew.received[0]?.data).toEqual(page.events[0]);
  });

  test.each([
    ['deckId=none', '/deckId'],
    ['types=contract*', '/types/0'],
    ['named=yes', '/named'],
    ['deckId=%00', '/deckId'],
  ])('is refused with %s', async (query, pointer) => {
    const { status, body } = await app.rest.get(`/api/events/stream?${query}`);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([400, 'INVALID_INPUT', pointer]);
  });

  test('is not written to, and HEAD gives its headers', async () => {
    const put = await fetch(`${app.base}/api/events/stream`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const head = await fetch(`${app.base}/api/events/stream`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await head.text()).toBe('');
  });

  test('is read no further than its client has taken it, and loses nothing', async () => {
    const start = await publish(app, 'sse.large');
    await flood('sse.large', 4_000, 10_000);
    app.database.statements.splice(0);
    const pages = (): number => app.database.statements.filter((text) => text.includes('type =')).length;
    const stream = await follow(`types=sse.large&after=${start.cursor}`);
    stream.answer.pause();
    let quietLooks = 0;
    let last = -1;
    await eventually(() => {
      quietLooks = pages() === last ? quietLooks + 1 : 0;
      last = pages();
      return quietLooks >= 25;
    });
    // What the system's own buffers take differs from machine to machine.
    expect(last).toBeLessThan(10);
    stream.answer.resume();
    await eventually(() => stream.received.length >= 4_000, { timeoutMs: 25_000 });
    expect(new Set(idsIn(stream)).size).toBe(4_000);
    expect(pages()).toBeGreaterThanOrEqual(20);
  });
});

describe('for clients that take gzip', () => {
  test('a stream is compressed, and each event can be read as soon as it is sent', async () => {
    const url = `${app.base}/api/events/stream?types=sse.gzip`;
    const request = get(url, { headers: { 'accept-encoding': 'gzip, br' }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    let sent = 0;
    let text = '';
    answer.on('data', (chunk: Buffer) => (sent += chunk.length));
    const plain = answer.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH }));
    plain.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    plain.on('error', () => undefined);
    await eventually(() => text.includes('retry: '), { what: 'the begin' });
    for (const [index, words] of ['few', 'the roof and the gutter '.repeat(2_000), 'one more'].entries()) {
      await app.rest.post('/api/events', { type: 'sse.gzip', data: { words } });
      await eventually(() => text.split('data: ').length === index + 2 && text.endsWith('\n\n'), {
        what: `event ${index}`,
      });
      expect(text).toContain(words);
    }
    expect(text.length).toBeGreaterThan(48_000);
    expect(sent).toBeLessThan(3_000);
    answer.destroy();
  });

  test.each(['', 'identity', 'br', 'gzip;q=0'])('a stream is as it is for Accept-Encoding: %s', async (accepted) => {
    const stream = await follow('types=sse.plain', { 'accept-encoding': accepted });
    expect(stream.answer.headers['content-encoding']).toBeUndefined();
    await publish(app, 'sse.plain');
    await eventually(() => stream.received.length > 0);
  });

  test.each([
    ['in its first part', 1_000, 150_000],
    ['in its last part', 150_000, 1_000],
    ['that goes over the border of two parts', 0, 150_000],
  ])('an event with a secret %s is not compressed, and the next one is', async (_where, before, after) => {
    const url = `${app.base}/api/events/stream?types=sse.secret`;
    const request = get(url, { headers: { 'accept-encoding': 'gzip' }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let [sent, text] = [0, ''];
    answer.on('data', (chunk: Buffer) => (sent += chunk.length));
    const plain = answer.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH }));
    plain.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    plain.on('error', () => undefined);
    await eventually(() => text.includes('retry: '), { what: 'the begin' });
    const record = async (words: string): Promise<void> => {
      const begin = text.split('data: ').length;
      await sql`insert into event (id, type, timestamp, data)
        values (gen_random_uuid(), 'sse.secret', now(), jsonb_build_object('words', ${words}::text))`.execute(
        app.database.connection.kysely,
      );
      await app.logSettled();
      await publish(app, 'sse.secret');
      await eventually(() => text.split('data: ').length === begin + 2 && text.endsWith('\n\n'), {
        what: 'the events',
      });
    };
    await record('none');
    // The words begin where those of the event before have begun.
    const begin = text.indexOf('"none"') - text.indexOf('id: ', text.indexOf('\n\n')) + 1;
    const words = `${'a'.repeat(before === 0 ? 65_536 - begin - 3 : before)}/p/pl_secret${'a'.repeat(after)}`;
    const sentBefore = sent;
    await record(words);
    expect(text).toContain(words);
    expect(sent - sentBefore).toBeGreaterThan(words.length);
    const sentMeanwhile = sent;
    await record('a'.repeat(150_000));
    expect(sent - sentMeanwhile).toBeLessThan(5_000);
    answer.destroy();
  });

  test('all parts give back the whole, compressed or not, with a right checksum', () => {
    const gzip = new GzipParts();
    const texts = ['retry: 2000', 'a'.repeat(70_000), 'b'.repeat(140_000), '', ': ping'];
    const parts = texts.map((text) => gzip.part(Buffer.from(text), text.startsWith('b')));
    expect(parts.map(({ length }) => length > 70_000)).toEqual([false, false, true, false, false]);
    expect(gunzipSync(Buffer.concat([gzip.header, ...parts, gzip.trailer()])).toString()).toBe(texts.join(''));
  });
});

describe('behind the interface', () => {
  const writer = useWriter(app);

  test('a stream ends in the server with its client, and a heartbeat has no id', async () => {
    const { feed } = openFeed(writer);
    const stopping = new AbortController();
    const server = createServer((_request, response) => {
      void new LogStream(feed, {}, wholeSight).open().then((events) => {
        const write = (event: Parameters<typeof cursorOf>[0]) => ({ id: cursorOf(event), data: {} });
        const { stream } = streamResponse(events, write, null);
        if (stream === undefined) throw new Error('there is no stream');
        pipeline(new EventStreamText(stream, stopping.signal, { heartbeatMs: 20 }), response, () => undefined);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const streams = [await EventStream.open(url), await EventStream.open(url)];
    await eventually(() => streams.every(({ comments }) => comments.length >= 3));
    await publish(app, 'sse.beaten');
    writer.wakeUps.eventsRecorded();
    await eventually(() => streams.every(({ received }) => received.length === 1));
    expect(new Set(streams.flatMap(({ comments }) => comments))).toEqual(new Set([': ping']));
    expect(feed.followerCount).toBe(2);
    streams[0]?.close();
    await eventually(() => feed.followerCount === 1);
    stopping.abort();
    await eventually(() => feed.followerCount === 0);
    await eventually(() => streams[1]?.ended);
    expect(streams[1]?.ended).toBe('complete');
    await feed.stop();
    server.close();
  });
});

describe('states', () => {
  const writer = useWriter(app);

  test('end with their reader, also while nothing changes, and are not read again', async () => {
    const { feed } = openFeed(writer);
    let reads = 0;
    const states = await followStates(new LogStream(feed, {}, wholeSight, null, 'state'), async () => ({
      version: (reads += 1),
    }));
    expect(await states.next()).toEqual({ done: false, value: { version: 1 } });
    const waiting = states.next();
    await states.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect([feed.followerCount, reads]).toEqual([0, 1]);
    await feed.stop();
  });
});

describe('with a key', () => {
  const apiKey = 'a-key-that-is-long-enough';
  const locked = useApp({ API_KEY: apiKey, ROLES: 'web' });

  test('a stream asks for it, and ends at once when the server stops, whether its client reads or not', async () => {
    const url = `${locked.base}/api/events/stream`;
    const refused = await fetch(url);
    expect([refused.status, ((await refused.json()) as ProblemAnswer).code]).toEqual([401, 'UNAUTHENTICATED']);
    const authorization = `Bearer ${apiKey}`;
    const { event } = (await locked.rest.post<{ event: EventAnswer }>('/api/events', { type: 'a.b' })).body;
    await sql`insert into event (id, type, timestamp, data)
      select gen_random_uuid(), 'a.b', now(), jsonb_build_object('text', repeat('x', 20000))
      from generate_series(1, 1000)`.execute(locked.database.connection.kysely);
    await locked.logSettled();
    const reading = await EventStream.open<EventAnswer>(url, { authorization });
    const stalled = await EventStream.open<EventAnswer>(`${url}?after=${event.cursor}`, { authorization });
    stalled.answer.pause();
    const stopping = performance.now();
    await locked.stop();
    // Work under way is given 8 s.
    expect(performance.now() - stopping).toBeLessThan(7_500);
    await eventually(() => reading.ended);
    expect(reading.ended).toBe('complete');
    stalled.close();
  });
});
