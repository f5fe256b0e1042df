import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { oldestDue, oldestDueSeconds } from '../../src/delivery/backlog/backlog.reader.ts';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { scrape, total } from '../helpers/scrape.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';
import { publish, settledDelivery } from '../delivery/deliveries.ts';
import { FakeElevenLabs } from '../engines/speech/fake-elevenlabs.ts';

/** How much the sum of some series has grown by work. */
async function growth(
  app: TestApp,
  series: readonly (readonly [name: string, labels?: Readonly<Record<string, string>>])[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const before = await scrape(app.healthBase);
  await work();
  const after = await scrape(app.healthBase);
  return series.map(([name, labels]) => total(after, name, labels) - total(before, name, labels));
}

/** The time series of Deckcast: those of Node come and go with what its collector does. */
async function ownSeries(app: TestApp): Promise<string[]> {
  return [...(await scrape(app.healthBase)).series.keys()].filter((key) => key.startsWith('deckcast_')).toSorted();
}

describe('requests', () => {
  const app = useApp({ HEALTH_PORT: '0' });

  test('are counted by declared route, method and status, with their time', async () => {
    const deck = await createDeck(app.rest);
    const route = '/api/decks/{deckId}';
    const grown = await growth(
      app,
      [
        ['deckcast_http_requests_total', { method: 'GET', route, status: '200' }],
        ['deckcast_http_requests_total', { method: 'GET', route, status: '404' }],
        ['deckcast_http_request_duration_seconds_count', { method: 'GET', route }],
        ['deckcast_http_request_duration_seconds_bucket', { method: 'GET', route, le: '+Inf' }],
        ['deckcast_http_requests_total', { method: 'DELETE', route, status: '204' }],
      ],
      async () => {
        await app.rest.get(`/api/decks/${deck.id}`);
        await app.rest.get(`/api/decks/${deck.id}`);
        await app.rest.get(`/api/decks/${crypto.randomUUID()}`);
        await app.rest.delete(`/api/decks/${deck.id}`);
      },
    );
    expect(grown).toEqual([2, 1, 3, 3, 1]);
    const { text } = await scrape(app.healthBase);
    expect(text).not.toContain(deck.id);
  });

  test('of GraphQL are counted by the field of the root, over HTTP and sockets, with their result', async () => {
    const of = (kind: string, field: string, result = 'ok') =>
      ['deckcast_graphql_operations_total', { kind, field, result }] as const;
    const live = app.live();
    const grown = await growth(
      app,
      [
        of('query', 'decks'),
        of('query', 'deck', 'INVALID_INPUT'),
        of('query', 'several'),
        of('mutation', 'createDeck'),
        of('subscription', 'events'),
        of('other', 'other', 'GRAPHQL_VALIDATION_FAILED'),
        ['deckcast_graphql_operation_duration_seconds_count', { kind: 'query', field: 'decks' }],
      ],
      async () => {
        await app.graphql.data('query Mine { decks { nodes { id } } }');
        await app.graphql.data(
          '{ ...Some } fragment Some on Query { all: decks { nodes { id } } more: decks { nodes { id } } }',
        );
        await app.graphql.send('{ deck(id: "none") { id } }');
        await app.graphql.data('{ decks { nodes { id } } status { version } }');
        await app.graphql.data('mutation { createDeck(input: { name: "Counted" }) { deck { id } } }');
        const asked = live.subscribe('{ decks { nodes { id } } }');
        const refused = live.subscribe('{ unknown_field }');
        live.subscribe('subscription { events { type } }');
        await eventually(() => asked.ended() !== undefined && refused.ended() !== undefined);
        await eventually(
          async () => total(await scrape(app.healthBase), 'deckcast_live_followers', { log: 'events' }) === 1,
        );
      },
    );
    expect(grown).toEqual([3, 1, 1, 1, 1, 1, 3]);
  });

  test('make no time series by what clients write: paths, methods, names of operations, types of events', async () => {
    const writeAnything = async (nth: number): Promise<void> => {
      const name = `Anything${nth}`;
      await fetch(`${app.base}/${name}`);
      await fetch(`${app.base}/api/decks/${name}/${name}?${name}=1`);
      await fetch(`${app.base}/api/decks/${crypto.randomUUID()}`);
      await fetch(`${app.base}/p/${name}`);
      await fetch(`${app.base}/play/${name}`, { method: 'POST' });
      const methods = ['PROPFIND', 'PURGE', 'REPORT', 'LINK', 'MKCOL', 'SUBSCRIBE'];
      const sent = request(`${app.base}/api/decks`, { method: methods[nth % methods.length], agent: false }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      await app.graphql.send(`query ${name} { ${name.toLowerCase()}: decks { nodes { id } } }`);
      await app.graphql.send(`{ field${name} }`);
      await app.graphql.send(`${name} {`);
      await fetch(`${app.base}/graphql?query={decks{nodes{id}}}&operationName=${name}`);
      await fetch(`${app.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': name },
        body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: name } } }),
      });
      const live = app.live();
      const asked = live.subscribe(`query ${name} { decks { nodes { id } } }`);
      await eventually(() => asked.ended() !== undefined);
      await live.close();
      await publish(app, `anything.${name.toLowerCase()}`);
    };
    await writeAnything(0);
    const known = await ownSeries(app);
    for (let nth = 1; nth <= 12; nth += 1) await writeAnything(nth);
    expect(await ownSeries(app)).toEqual(known);
    const { text } = await scrape(app.healthBase);
    expect(text).not.toMatch(/anything|PROPFIND|PURGE/i);
    expect(text).toMatch(/deckcast_http_requests_total\{method="other",route="other",status="\d+"\}/);
  });

  test('that stay open are counted while they are', async () => {
    const open = async (kind: string): Promise<number> =>
      total(await scrape(app.healthBase), 'deckcast_connections_open', { kind });
    const [sockets, streams] = [await open('websocket'), await open('event_stream')];
    const stream = await EventStream.open(`${app.base}/api/events/stream`);
    const live = app.live();
    live.subscribe('subscription { events { type } }');
    await eventually(async () => (await open('websocket')) === sockets + 1);
    expect(await open('event_stream')).toBe(streams + 1);
    stream.close();
    await live.close();
    await eventually(async () => (await open('websocket')) === sockets && (await open('event_stream')) === streams);
  });

  test('find kept texts and documents, which is counted', async () => {
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id);
    const query = `{ deck(id: "${deck.id}") { slides { title } } }`;
    const lookups = (of: string, result: string) => [`deckcast_${of}_cache_lookups_total`, { result }] as const;
    const series = [lookups('answer', 'miss'), lookups('answer', 'hit'), lookups('document', 'hit')];
    expect((await growth(app, series, () => app.graphql.data(query))).slice(0, 2)).toEqual([1, 0]);
    expect(await growth(app, series, () => app.graphql.data(query))).toEqual([0, 1, 1]);
  });

  testOnPostgres('take connections of the pool, whose use is shown', async () => {
    const found = await scrape(app.healthBase);
    const pool = { pool: 'requests' };
    expect(total(found, 'deckcast_database_pool_size', pool)).toBeGreaterThan(0);
    const open = total(found, 'deckcast_database_pool_used', pool) + total(found, 'deckcast_database_pool_idle', pool);
    expect(open).toBeGreaterThan(0);
    expect(total(found, 'deckcast_database_pool_waiting', pool)).toBe(0);
  });
});

describe('deliveries', () => {
  const app = useApp({ HEALTH_PORT: '0', DELIVERY_RETRY_DELAYS: '0.05' });
  const receiver = useReceiver();

  test('are counted by channel and outcome, with their attempts and waits', async () => {
    receiver.answer = (path, earlier) => (path === '/late' && earlier === 0 ? 503 : path === '/refused' ? 400 : 204);
    const channel = 'webhook';
    for (const path of ['/fine', '/late', '/refused']) {
      const channelConfig = { url: `${receiver.url}${path}` };
      await createSubscription(app.rest, { eventType: `metered${path.replace('/', '.')}`, channel, channelConfig });
    }
    const mail = { channel: 'email', channelConfig: { toEmails: ['dana@example.com'] } };
    await createSubscription(app.rest, { eventType: 'metered.mail', ...mail });
    const finished = (outcome: string, of = channel) =>
      ['deckcast_deliveries_finished_total', { channel: of, outcome }] as const;
    const attempts = (outcome: string, of = channel) =>
      ['deckcast_delivery_attempt_duration_seconds_count', { channel: of, outcome }] as const;
    const grown = await growth(
      app,
      [
        finished('delivered'),
        finished('dead'),
        finished('delivered', 'email'),
        attempts('delivered'),
        attempts('retry'),
        attempts('delivered', 'email'),
        ['deckcast_delivery_wait_seconds_count', { channel }],
        ['deckcast_events_recorded_total', { type: 'other' }],
        ['deckcast_events_recorded_total', { type: 'delivery.dead' }],
      ],
      async () => {
        for (const type of ['metered.fine', 'metered.late', 'metered.refused', 'metered.mail']) {
          await settledDelivery(app, (await publish(app, type)).id);
        }
      },
    );
    const [retried = 0] = grown.splice(4, 1);
    // The one that is refused with 400 is tried again once as well.
    expect(retried).toBeGreaterThanOrEqual(1);
    expect(grown).toEqual([2, 1, 1, 2, 1, 3, 4, 1]);
  });
});

describe('a delivery that waits', () => {
  const app = useApp({ HEALTH_PORT: '0' });
  const receiver = useReceiver();

  test('is seen by its age, until it has ended', async () => {
    const { kysely } = app.database.connection;
    const held = Promise.withResolvers<number>();
    receiver.answer = () => held.promise;
    const channelConfig = { url: `${receiver.url}/held` };
    await createSubscription(app.rest, { eventType: 'metered.held', channel: 'webhook', channelConfig });
    const { id } = await publish(app, 'metered.held');
    await eventually(() => receiver.at('/held').length === 1);
    const found = await scrape(app.healthBase);
    expect(total(found, 'deckcast_delivery_oldest_due_seconds')).toBeGreaterThan(0);
    expect(total(found, 'deckcast_deliveries_due')).toBe(1);
    expect((await oldestDue(kysely))?.getTime()).toBeLessThan(Date.now() + 1_000);
    held.resolve(204);
    await settledDelivery(app, id);
    // A scrape shows for ten seconds what it has read.
    expect(await oldestDueSeconds(kysely)).toBe(0);
    expect(await oldestDue(kysely)).toBeNull();
    expect(total(await scrape(app.healthBase), 'deckcast_deliveries_due')).toBe(1);
  });
});

describe('narrations', () => {
  const elevenLabs = useServer(new FakeElevenLabs());
  const app = useApp(() => ({
    HEALTH_PORT: '0',
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'key',
    ELEVENLABS_URL: elevenLabs.url,
  }));

  test('are counted by their end, and the seconds of speech by whether they were made or kept', async () => {
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id, { narrationScript: 'Twenty letters here.' });
    const narrate = async (): Promise<void> => {
      const { id } = await createPresentation(app.rest, deck.id);
      await eventually(async () => {
        const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
        return body.presentation.status === 'ready';
      });
    };
    const series = [
      ['deckcast_narrations_total', { part: 'slides', outcome: 'finished' }],
      ['deckcast_narrations_total', { part: 'slides', outcome: 'failed' }],
      ['deckcast_speech_texts_total', { result: 'made' }],
      ['deckcast_speech_texts_total', { result: 'kept' }],
    ] as const;
    expect(await growth(app, series, narrate)).toEqual([1, 0, 1, 0]);
    expect(await growth(app, series, narrate)).toEqual([1, 0, 0, 1]);
    const found = await scrape(app.healthBase);
    const made = total(found, 'deckcast_speech_seconds_total', { source: 'made' });
    expect(made).toBeGreaterThan(0.5);
    expect(total(found, 'deckcast_speech_seconds_total', { source: 'kept' })).toBeCloseTo(made);
    expect(total(found, 'deckcast_events_recorded_total', { type: 'presentation.ready' })).toBe(2);
  });
});
