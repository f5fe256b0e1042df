import { createServer } from 'node:http';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { CompiledAnswers } from '../../../src/kit/graphql/compiled/compiled-answers.ts';
import { TextCache } from '../../../src/kit/graphql/cache/text-cache.ts';
import { VersionedTexts } from '../../../src/kit/graphql/cache/versioned-texts.ts';
import { localActor } from '../../../src/kit/rights/actor.ts';
import { Clients } from '../../../src/kit/rights/client.ts';
import { SessionCookie } from '../../../src/kit/rights/session-cookie.ts';
import { Origins } from '../../../src/kit/rights/origins.ts';
import { Authenticator } from '../../../src/kit/rights/authenticator.ts';
import { Gate } from '../../../src/kit/data/quotas/gate.ts';
import { Misses } from '../../../src/kit/data/quotas/misses.ts';
import { Rates } from '../../../src/kit/data/quotas/rates.ts';
import { SharedCounts } from '../../../src/kit/data/quotas/shared-counts.ts';
import { LiveRights } from '../../../src/kit/rights/live-rights.ts';
import { guardFields } from '../../../src/kit/graphql/guard-fields.ts';
import { Admission } from '../../../src/kit/core/limits/admission.ts';
import { logStart } from '../../../src/kit/live/cursor.ts';
import type { LoggedEvent } from '../../../src/delivery/events/event.entity.ts';
import type { Following } from '../../../src/kit/live/live-feed.ts';
import { GraphQLContext } from '../../../src/kit/graphql/context.ts';
import { PersistedQueries } from '../../../src/kit/graphql/persisted/persisted-queries.ts';
import { TrustedDocuments } from '../../../src/kit/graphql/persisted/trusted-documents.ts';
import { DocumentCache } from '../../../src/kit/graphql/execution/document-cache.ts';
import { OperationMeter } from '../../../src/kit/graphql/execution/operation-meter.ts';
import { openKeyRing } from '../../../src/composition/key-ring.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { ShutdownHooks } from '../../../src/kit/core/shutdown-hooks.ts';
import { eventStream } from '../../../src/delivery/events/event.stream.ts';
import { createSchema } from '../../../src/kit/graphql/schema.ts';
import { Streams } from '../../../src/kit/live/streams.ts';
import { serveSockets } from '../../../src/kit/graphql/sockets/websocket.ts';
import type { RequestScope } from '../../../src/kit/data/scope.ts';
import { AuditLog } from '../../../src/kit/data/audit/audit-log.ts';
import { Metrics } from '../../../src/kit/core/metrics/metrics.ts';
import { Semaphore } from '../../../src/kit/core/limits/semaphore.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { LiveClient } from '../../helpers/live-client.ts';
import { seeded } from '../../helpers/seeded.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../deliveries.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { follow, followFromNow, idsIn, openFeed, Subscriber } from './stream-harness.ts';
import { wholeSight } from '../../../src/kit/rights/sight.ts';

const app = useApp();
const writer = useWriter(app);

/** The ids of all events of a type, in the order of the log. */
async function committed(type: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from event_position join event on event.id = event_id where type = ${type} order by position`.execute(
    app.database.connection.kysely,
  );
  return rows.map(({ id }) => id);
}

test('a subscriber gets each matching event once, in order', async () => {
  const stream = await followFromNow(app, app.live(), { types: ['live.ordered'] });
  const ids: string[] = [];
  for (let index = 0; index < 30; index += 1) ids.push((await publish(app, 'live.ordered')).id);
  await eventually(() => idsIn(stream, 'live.ordered').length >= 30);
  expect(idsIn(stream, 'live.ordered')).toEqual(ids);
});

test('a stream is narrowed by deck and by types', async () => {
  const [deck, other] = [await createDeck(app.rest), await createDeck(app.rest)];
  const byDeck = await followFromNow(app, app.live(), { types: ['narrow.*'], deckId: deck.id });
  const byType = await followFromNow(app, app.live(), { types: ['narrow.b', 'narrow.c.*'] });
  const here = await publish(app, 'narrow.a', { deckId: deck.id });
  const there = await publish(app, 'narrow.b', { deckId: other.id });
  const deep = await publish(app, 'narrow.c.d', { deckId: deck.id });
  const last = await publish(app, 'narrow.b', { deckId: deck.id });
  await eventually(() => idsIn(byDeck).includes(last.id) && idsIn(byType).includes(last.id));
  const narrow = (id: string): boolean => [here.id, there.id, deep.id, last.id].includes(id);
  expect(idsIn(byDeck).filter(narrow)).toEqual([here.id, deep.id, last.id]);
  expect(idsIn(byType).filter(narrow)).toEqual([there.id, deep.id, last.id]);
});

test('a stream behind a cursor replays what it missed and goes on', async () => {
  const events = [];
  for (let index = 0; index < 10; index += 1) events.push(await publish(app, 'live.replayed'));
  const stream = follow(app.live(), { types: ['live.replayed'], after: events[3]?.cursor });
  await eventually(() => stream.received.length >= 6);
  events.push(await publish(app, 'live.replayed'));
  await eventually(() => stream.received.length >= 7);
  expect(idsIn(stream)).toEqual(events.slice(4).map(({ id }) => id));
});

test('each event of a long stream is resolved with fresh data', async () => {
  const names = ['First name', 'Second name', 'Third name'];
  const deck = await createDeck(app.rest);
  const stream = await followFromNow(app, app.live(), { types: ['live.renamed'], deckId: deck.id });
  const renamed = () => stream.received.filter(({ data }) => data?.events.type === 'live.renamed');
  for (const [index, name] of names.entries()) {
    await app.rest.put(`/api/decks/${deck.id}`, { name });
    await publish(app, 'live.renamed', { deckId: deck.id });
    await eventually(() => renamed().length === index + 1);
  }
  expect(renamed().map(({ data }) => data?.events.deck?.name)).toEqual(names);
});

describe('killed and resumed subscribers', () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

  test(`receive what 8 writers committed, in order, nothing twice (FUZZ_SEED=${seed})`, async () => {
    const isShared = app.database.url !== null;
    const perWriter = isShared ? 40 : 13;
    const type = 'live.seeded';
    const random = seeded(seed);
    const below = (count: number): number => Math.floor(random() * count);
    const start = await publish(app, 'live.start');
    const subscribers = Array.from({ length: 4 }, () => new Subscriber(app, type, start.cursor));
    for (const subscriber of subscribers) subscriber.connect();

    /** Holds its transaction open for a while, so that it overlaps others that commit before it; some roll back. */
    const writeOverlapping = async (): Promise<void> => {
      const [holdMs, rollsBack, count] = [below(40), below(10) === 0, 1 + below(3)];
      const beforeEnd = async ({ em }: RequestScope): Promise<void> => {
        await sql`select pg_sleep(${holdMs / 1_000})`.execute(em.getKysely<unknown>());
        if (rollsBack) throw new Error('rolled back');
      };
      await writer.append(type, { count, beforeEnd }).catch((error: Error) => {
        if (error.message !== 'rolled back') throw error;
      });
    };
    const write = async (): Promise<void> => {
      for (let index = 0; index < perWriter; index += 1) {
        if (isShared && below(2) === 0) await writeOverlapping();
        else await publish(app, type);
      }
    };
    const state = { writing: true };
    const cutAtRandom = async (subscriber: Subscriber): Promise<void> => {
      while (state.writing) {
        const enough = subscriber.count + 1 + below(15);
        await eventually(() => !state.writing || subscriber.count >= enough);
        await subscriber.cut();
        subscriber.connect();
      }
    };
    const cutting = Promise.all(subscribers.map(cutAtRandom));
    await Promise.all(Array.from({ length: 8 }, write));
    state.writing = false;
    await cutting;

    const expected = await committed(type);
    expect(expected.length).toBeGreaterThanOrEqual(100);
    for (const subscriber of subscribers) {
      await eventually(() => subscriber.count >= expected.length, { what: 'the last events' });
      await subscriber.cut();
      expect(subscriber.ids).toEqual(expected);
      expect(subscriber.cuts).toBeGreaterThan(2);
    }
  }, 60_000);
});

describe('the feed itself', () => {
  const take = async ({ batches }: Following<LoggedEvent>, count: number): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length < count) {
      const next = (await batches.next()) as IteratorResult<readonly LoggedEvent[], undefined>;
      if (next.done === true) break;
      ids.push(...next.value.map(({ id }) => id));
    }
    return ids;
  };

  test('a stream that falls behind by more than 1,000 events catches up from the log', async () => {
    const { feed } = openFeed(writer);
    const stream = await feed.follow({ types: ['live.flood'] }, wholeSight);
    const flood = async (count: number): Promise<void> => {
      await sql`insert into event (id, type, timestamp, data)
        select gen_random_uuid(), 'live.flood', now(), '{}' from generate_series(1, ${count}::integer)`.execute(
        app.database.connection.kysely,
      );
      await app.logSettled();
      writer.wakeUps.eventsRecorded();
    };
    await flood(1_600);
    await publish(app, 'live.flood');
    const first = await take(stream, 100);
    await flood(2_600);
    const rest = await take(stream, 4_201 - first.length);
    expect([...first, ...rest]).toEqual(await committed('live.flood'));
    const waiting = take(stream, 1);
    const { id } = await publish(app, 'live.flood');
    writer.wakeUps.eventsRecorded();
    expect(await waiting).toEqual([id]);
    await stream.batches.return?.();
    await feed.stop();
  });

  test('a stream ends with its consumer, whether it waits, was never read, or is halfway', async () => {
    const { feed } = openFeed(writer);
    const [waiting, unread, halfway] = [
      await feed.follow({}, wholeSight),
      await feed.follow({}, wholeSight),
      await feed.follow({}, wholeSight, logStart),
    ];
    const pending = waiting.batches.next();
    await halfway.batches.next();
    expect(feed.followerCount).toBe(3);
    for (const stream of [waiting, unread, halfway]) await stream.batches.return?.();
    expect([feed.followerCount, await pending]).toEqual([0, { done: true, value: undefined }]);
    const last = await feed.follow({}, wholeSight);
    const ending = last.batches.next();
    await feed.stop();
    expect([feed.followerCount, await ending]).toEqual([0, { done: true, value: undefined }]);
  });

  test('nothing is read while nobody follows, and the first to come misses nothing from then on', async () => {
    const reads: string[] = [];
    const { feed } = openFeed(writer, (what) => reads.push(what));
    await publish(app, 'live.unheard');
    writer.wakeUps.eventsRecorded();
    await feed.poll();
    expect(reads).toEqual([]);
    for (let round = 0; round < 20; round += 1) {
      const opening = feed.follow({ types: ['live.heard'] }, wholeSight);
      const during = publish(app, 'live.heard').finally(writer.wakeUps.eventsRecorded);
      const stream = await opening;
      await during;
      const { id } = await publish(app, 'live.heard');
      writer.wakeUps.eventsRecorded();
      const arrived = await take(stream, 1);
      while (!arrived.includes(id)) arrived.push(...(await take(stream, 1)));
      await stream.batches.return?.();
      expect(arrived.at(-1)).toBe(id);
    }
    await feed.stop();
  });

  test('those who ask for the same share a stream, and it ends with the last, unsubscribed or cut off', async () => {
    const { feed, service } = openFeed(writer);
    const log = pino({ level: 'silent' });
    const shutdown = new ShutdownHooks(log);
    const keyRing = await openKeyRing(app.database.connection, () => writer.scope().em, {
      starting: (_purpose, step) => step(),
      log,
      shutdown,
    });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const clients = new Clients([], 'x-forwarded-for');
    const counts = new SharedCounts(app.database.connection, { sign: (name) => name });
    const rates = new Rates(counts, { perKey: 0, perAddress: 0, wrongKeys: 0 }, () => undefined);
    const limits = { requestsPerClient: 10, requestsPerKey: 10, socketsPerClient: 10, socketsPerKey: 10 };
    const guard = new Authenticator({
      apiKey: null,
      keys: keyRing,
      tokens: null,
      sessions: { actorOf: async () => null },
      links: { revision: async () => 0, actorOf: async () => null },
    });
    const schema = guardFields(await createSchema(catalogue), () => undefined);
    const sockets = serveSockets({
      server,
      documents: new DocumentCache(schema),
      persisted: new PersistedQueries(),
      trusted: new TrustedDocuments({ manifest: new Map(), mode: 'off', log }),
      guard,
      cookie: new SessionCookie(false),
      gate: new Gate(guard, new Misses(counts, { name: 'x', perMinute: 0, what: '' })),
      rates,
      clients,
      rights: new LiveRights(guard, pino({ level: 'silent' })),
      origins: new Origins({ clients, publicUrl: null, allowed: [] }),
      newContext: () => {
        const streams = new Streams();
        streams.set(eventStream, service.follow);
        const client = { ip: null, userAgent: null, host: '', isPrivate: false };
        const permit = { actor: localActor, requestId: '', scope: () => writer.scope(), requireScope: () => undefined };
        return new GraphQLContext(
          { client, requestId: '', key: null, account: rates.account(), permit: () => permit },
          streams,
        );
      },
      admission: new Admission({ overload: null }, limits),
      audit: new AuditLog(app.database.connection.kysely, log),
      meter: new OperationMeter(new Metrics(), schema, null),
      isCompressed: false,
      liveReads: new Semaphore(4),
      answers: new CompiledAnswers(
        new VersionedTexts(new TextCache(0), { signFor: () => (link) => link, period: () => '' }),
      ),
      log,
    });
    const live = [1, 2].map(() => new LiveClient(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
    const streams = live.map((client) => [follow(client, {}), follow(client, { types: ['a.b'] })]);
    await eventually(() => feed.followerCount === 2, { what: 'two streams for four subscribers' });
    await live[1]?.close();
    streams[0]?.[0]?.stop();
    await eventually(() => feed.followerCount === 1, { what: 'the end of the stream that nobody follows' });
    await live[0]?.close();
    await eventually(() => feed.followerCount === 0, { what: 'the end of the last' });
    expect(feed.followerCount).toBe(0);
    await sockets.close();
    await feed.stop();
    server.close();
  });
});
