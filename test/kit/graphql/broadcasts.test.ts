import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { publish } from '../../delivery/deliveries.ts';
import { flood, followFromNow, follow, idsIn } from '../../delivery/events/stream-harness.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq } from '../../helpers/factories.ts';
import { scrape, total } from '../../helpers/scrape.ts';
import { openSocket } from '../../helpers/open-socket.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp({ LOG_LEVEL: 'info', HEALTH_PORT: '0' });

/** Rows of streams, and queries, that were executed. */
async function executions(): Promise<number> {
  return total(await scrape(app.healthBase), 'deckcast_graphql_executions_total');
}

test('subscribers who ask for the same cause one execution an event, whatever cursor they began at', async () => {
  const deck = await createDeck(app.rest);
  const before = await publish(app, 'shared.before', { deckId: deck.id });
  const types = ['shared.*'];
  const streams = [1, 2, 3, 4, 5].map(() => follow(app.live(), { types, after: before.cursor }));
  const other = app
    .live()
    .subscribe<{ events: { id: string } }>(
      'subscription ($types: [String!], $after: String) { events(types: $types, after: $after) { id deck { name } } }',
      { types, after: before.cursor },
    );
  const all = [...streams, other];
  const opened = await publish(app, 'shared.opened', { deckId: deck.id });
  await eventually(() => all.every(({ received }) => received.length === 1));
  const executed = await executions();
  const event = await publish(app, 'shared.after', { deckId: deck.id });
  await eventually(() => all.every(({ received }) => received.length === 2));
  // One for the five, one for the other document.
  expect((await executions()) - executed).toBe(2);
  for (const stream of streams) expect(idsIn(stream)).toEqual([opened.id, event.id]);
  expect(streams[0]?.received[1]?.data?.events.deck).toEqual({ name: deck.name });
});

test('subscribers with other variables receive other payloads', async () => {
  const [a, b] = [
    await followFromNow(app, app.live(), { types: ['apart.a'] }),
    follow(app.live(), { types: ['apart.b'] }),
  ];
  const { id } = await publish(app, 'apart.a');
  await eventually(() => idsIn(a, 'apart.a').length === 1);
  expect([idsIn(a, 'apart.a'), idsIn(b)]).toEqual([[id], []]);
});

test('an error of a field reaches all who share it, with its code and problem', async () => {
  const start = await publish(app, 'broken.start');
  const query = `subscription ($after: String) { events(types: ["broken.*"], after: $after) { id
    deck { slides { id } } deliveries { nodes { attempts { delivery { subscription { policy { retryDelays } } } } } } } }`;
  const streams = [1, 2].map(() => app.live().subscribe<object>(query, { after: start.cursor }));
  await publish(app, 'broken.event');
  await eventually(() => streams.every(({ received }) => received.length === 1));
  expect(streams[0]?.received).toEqual(streams[1]?.received);
});

interface Frame {
  readonly type: string;
  readonly payload: { data?: { events: { id: string; cursor: string } } } & {
    extensions?: { code: string; problem: { cursor: string } };
  }[];
}

const large =
  'subscription ($after: String) { events(types: ["slow.event"], after: $after) { id cursor data: payload } }';

/** A client that can stop reading, beside one that reads, while more than the buffers of both systems hold is sent. */
async function stopReading(): Promise<{ socket: WebSocket; frames: Frame[]; ids: string[]; received: () => string[] }> {
  const start = await publish(app, 'slow.start');
  const bystander = app.live().subscribe<{ events: { id: string } }>(large, { after: start.cursor });
  const socket = await openSocket(app.base);
  const frames: Frame[] = [];
  socket.on('message', (message: Buffer) => frames.push(JSON.parse(message.toString()) as Frame));
  const payload = { query: large, variables: { after: start.cursor } };
  socket.send(JSON.stringify({ id: 's', type: 'subscribe', payload }));
  const ids = await flood(app, 'slow.event', 1, 10);
  await eventually(() => frames.some(({ type }) => type === 'next'));
  socket.pause();
  const heap = process.memoryUsage().heapUsed;
  for (let round = 0; round < 12; round += 1) ids.push(...(await flood(app, 'slow.event', 40, 50_000)));
  await eventually(() => bystander.received.length === ids.length, { what: 'the last event of the one that reads' });
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(200_000_000);
  bystander.stop();
  return { socket, frames, ids, received: () => eventsIn(frames).map(({ id }) => id) };
}

function eventsIn(frames: readonly Frame[]): { id: string; cursor: string }[] {
  return frames.flatMap(({ type, payload }) => (type === 'next' ? (payload.data?.events ?? []) : []));
}

test('a client that stops reading for a moment is sent all that it missed, in order and once', async () => {
  const { socket, frames, ids, received } = await stopReading();
  socket.resume();
  await eventually(() => received().length >= ids.length, { what: 'the last event of the one that stopped reading' });
  ids.push(...(await flood(app, 'slow.event', 1, 10)));
  await eventually(() => received().length >= ids.length, { what: 'an event that comes afterwards' });
  expect(received()).toEqual(ids);
  expect(frames.filter(({ type }) => type === 'error')).toEqual([]);
  socket.terminate();
}, 60_000);

test('a client that does not read is ended with STREAM_OVERFLOW and its last cursor, and behind that it loses nothing', async () => {
  const { socket, frames, ids, received } = await stopReading();
  await eventually(() => app.log.some((line) => line.includes('STREAM_OVERFLOW')), { timeoutMs: 20_000 });
  socket.resume();
  await eventually(() => frames.at(-1)?.type === 'error', { what: 'the end of the stream of the slow one' });
  const [refusal] = frames.at(-1)?.payload ?? [];
  expect(refusal?.extensions).toMatchObject({ code: 'STREAM_OVERFLOW', reason: 'client_too_slow' });
  const cursor = refusal?.extensions?.problem.cursor;
  expect(cursor).toBe(eventsIn(frames).at(-1)?.cursor);
  expect(received().length).toBeLessThan(ids.length);
  const resumed = app.live().subscribe<{ events: { id: string } }>(large, { after: cursor });
  await eventually(() => received().length + resumed.received.length === ids.length, { what: 'the rest' });
  expect([...received(), ...resumed.received.map(({ data }) => data?.events.id)]).toEqual(ids);
  socket.terminate();
}, 60_000);

test('a burst of large events does not end the stream of a client that reads', async () => {
  const stream = await followFromNow(app, app.live(), { types: ['burst.event'] });
  const ids = await flood(app, 'burst.event', 100, 200_000);
  await eventually(() => idsIn(stream, 'burst.event').length === ids.length, { timeoutMs: 30_000, what: 'the burst' });
  expect([idsIn(stream, 'burst.event'), stream.ended()]).toEqual([ids, undefined]);
}, 60_000);

test('results that are far larger than their events are made a few at a time', async () => {
  const deck = await createDeck(app.rest);
  await createFaq(app.rest, deck.id);
  await sql`update faq set canned_answer = repeat('x', 600000) where deck_id = ${deck.id}`.execute(
    app.database.connection.kysely,
  );
  const { cursor } = await publish(app, 'grown.before');
  for (let number = 0; number < 24; number += 1) await publish(app, 'grown.event', { deckId: deck.id });
  await app.logSettled();
  app.database.statements.splice(0);
  const stream = app
    .live()
    .subscribe(
      'subscription ($after: String) { events(types: ["grown.event"], after: $after) { deck { faqs { cannedAnswer } } } }',
      { after: cursor },
    );
  await eventually(() => stream.received.length === 24);
  const tables = app.database.statements.flatMap((text) => /from "(deck|faq)"/.exec(text)?.[1] ?? []);
  // The first sixteen together, and then each alone, with the text that is kept.
  expect(tables).toEqual(['deck', 'faq', ...Array.from({ length: 8 }, () => 'deck')]);
  stream.stop();
});

test('a socket may have a hundred operations under way; the next is refused and hurts none', async () => {
  const client = app.live();
  const streams = Array.from({ length: 101 }, () => follow(client, { types: ['many.event'] }));
  await eventually(() => streams.some((stream) => stream.ended() !== undefined));
  const refused = streams.filter((stream) => stream.ended() !== undefined);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.ended()).toMatchObject([{ extensions: { code: 'TOO_MANY_REQUESTS' } }]);
  await eventually(async () => {
    await publish(app, 'many.event');
    return streams.filter(({ received }) => received.length > 0).length === 100;
  });
});
