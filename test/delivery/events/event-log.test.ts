import { expect, test } from '@jest/globals';
import type { EventAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { nextOf } from '../../helpers/links.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { indexUses } from '../../helpers/index-uses.ts';
import { useApp } from '../../helpers/test-app.ts';
import { sql } from 'kysely';
import { logHead, lookBehind } from '../../../src/kit/live/log-order.ts';
import { requireKept } from '../../../src/kit/live/resolve-cursor.ts';
import { eventLog } from '../../../src/kit/live/sequenced-logs.ts';
import { inTransaction } from '../../../src/kit/data/scope.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { publish } from '../deliveries.ts';

const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);

interface Listed {
  ids: string[];
  cursors: string[];
  next: string | null;
}

async function list(query: string): Promise<Listed> {
  const { status, headers, body } = await app.rest.get<{ events: EventAnswer[] }>(`/api/events?${query}`);
  expect(status).toBe(200);
  return {
    ids: body.events.map(({ id }) => id),
    cursors: body.events.map(({ cursor }) => cursor),
    next: nextOf(headers),
  };
}

/** Every event of a type, page by page. */
async function listAll(type: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let query: string | null = `types=${type}&limit=${limit}`;
  while (query !== null) {
    const page: Listed = await list(query);
    ids.push(...page.ids);
    query = page.next?.split('?')[1] ?? null;
  }
  return ids;
}

/** Waits until readers see an event, which an older transaction can delay. */
async function settled({ type, id }: { type: string; id: string }): Promise<void> {
  await eventually(async () => (await listAll(type, 200)).includes(id));
}

async function counts(): Promise<unknown> {
  const { rows } = await sql`select (select count(*)::int from event) as events,
    (select count(*)::int from fan_out) as queued`.execute(app.database.connection.kysely);
  return rows[0];
}

test('one event is read by its id in both APIs, with the cursor that the log gives it', async () => {
  const { id, cursor } = await publish(app, 'single.read', { data: { of: 'one' } });
  const rest = await app.rest.get<{ event: EventAnswer }>(`/api/events/${id}`);
  expect(rest.body.event).toMatchObject({ id, cursor, type: 'single.read', data: { of: 'one' } });
  const query = 'query ($id: ID!) { event(id: $id) { id cursor type data: payload } }';
  const { event } = await app.graphql.data<{ event: object | null }>(query, { id });
  expect(event).toEqual({ id, cursor, type: 'single.read', data: { of: 'one' } });

  const unknown = '01900000-0000-7000-8000-0000000000ff';
  const statuses = ['x', unknown].map(async (one) => (await app.rest.get(`/api/events/${one}`)).status);
  expect(await Promise.all(statuses)).toEqual([400, 404]);
  expect(await app.graphql.data(query, { id: unknown })).toEqual({ event: null });
});

test('the events of a deck are found by its index among those of others', async () => {
  const { kysely } = app.database.connection;
  const deck = await createDeck(app.rest);
  const own = await publish(app, 'log.rare', { deckId: deck.id });
  await sql`insert into event (id, type, timestamp, data)
    select gen_random_uuid(), 'log.common', now(), '{}' from generate_series(1, 20000)`.execute(kysely);
  await app.logSettled();
  await sql`analyze event, event_position`.execute(kysely);
  const uses = () => indexUses(kysely, 'event_position_deck_id_position_index');
  const before = await uses();
  await settled(own);
  expect((await list(`deckId=${deck.id}&types=log.rare`)).ids).toEqual([own.id]);
  await eventually(async () => (await uses()) > before);
  await sql`with gone as (delete from event where type = 'log.common' returning id)
    delete from event_position where event_id in (select id from gone)`.execute(kysely);
});

test('a transaction that rolls back leaves neither event nor fan-out; one that commits leaves both', async () => {
  const before = (await counts()) as { events: number; queued: number };
  const failed = writer.append('log.rolled_back', {
    count: 3,
    beforeEnd: async () => {
      throw new Error('changed my mind');
    },
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect(await counts()).toEqual(before);
  await writer.append('log.committed', { count: 3 });
  expect(await counts()).toEqual({ events: before.events + 3, queued: before.queued + 3 });
});

test('a use case that is refused records no event', async () => {
  const before = await counts();
  const answer = await app.rest.post('/api/decks', { name: '' });
  const missing = await app.rest.post('/api/events', { type: 'a.b', deckId: '01900000-0000-7000-8000-000000000001' });
  expect([answer.status, missing.status, await counts()]).toEqual([400, 404, before]);
});

test('pages follow each other in the order of the log, with nothing twice and nothing missed', async () => {
  const events: string[] = [];
  for (let index = 0; index < 25; index += 1) events.push((await publish(app, 'log.paged')).id);
  await settled({ type: 'log.paged', id: events.at(-1) ?? '' });
  for (const limit of [1, 7, 25, 200]) expect(await listAll('log.paged', limit)).toEqual(events);
});

test('several events of one transaction keep their order', async () => {
  const events = await writer.append('log.together', { count: 5 });
  for (const event of events) await settled(event);
  expect(await listAll('log.together', 2)).toEqual(events.map(({ id }) => id));
});

test('a cursor of one API continues in the other', async () => {
  const deck = await createDeck(app.rest);
  for (let index = 0; index < 4; index += 1) await settled(await publish(app, 'log.two_doors', { deckId: deck.id }));
  const rest = await list(`types=log.two_doors&deckId=${deck.id}`);
  const query = `query ($after: String, $deckId: ID) {
    events(after: $after, deckId: $deckId, types: ["log.two_doors"], first: 2) {
      edges { cursor node { id cursor } } pageInfo { endCursor hasNextPage } } }`;
  const { events } = await app.graphql.data<{
    events: {
      edges: { cursor: string; node: { id: string; cursor: string } }[];
      pageInfo: { endCursor: string; hasNextPage: boolean };
    };
  }>(query, { after: rest.cursors[0], deckId: deck.id });
  expect(events.edges.map(({ node }) => node.id)).toEqual(rest.ids.slice(1, 3));
  expect(events.edges.map(({ cursor }) => cursor)).toEqual(rest.cursors.slice(1, 3));
  expect(events.edges.map(({ node }) => node.cursor)).toEqual(rest.cursors.slice(1, 3));
  expect(events.pageInfo).toEqual({ endCursor: rest.cursors[2], hasNextPage: true });
  expect((await list(`types=log.two_doors&after=${events.pageInfo.endCursor}`)).ids).toEqual(rest.ids.slice(3));
});

test('types and decks narrow the list, patterns reach any depth, an underscore is no wildcard', async () => {
  const deck = await createDeck(app.rest);
  const types = ['narrow_a.x', 'narrow_a.x.y', 'narrow_ab.x', 'narrowXa.x'.toLowerCase(), 'narrow_a_.x'];
  const ids = new Map<string, string>();
  for (const type of types) ids.set(type, (await publish(app, type, { deckId: deck.id })).id);
  for (const [type, id] of ids) await settled({ type, id });
  const found = async (query: string): Promise<(string | undefined)[]> => {
    const listed = new Set((await list(`deckId=${deck.id}&${query}`)).ids);
    return types.filter((type) => listed.has(ids.get(type) ?? ''));
  };
  expect(await found('types=narrow_a.*')).toEqual(['narrow_a.x', 'narrow_a.x.y']);
  expect(await found('types=narrow_a.x')).toEqual(['narrow_a.x']);
  expect(await found('types=narrow_a.x.*,narrow_ab.x')).toEqual(['narrow_a.x.y', 'narrow_ab.x']);
  expect(await found('types=*')).toEqual(types);
  expect(await found('types=deck.*')).toEqual([]);
  expect((await list(`deckId=${deck.id}&types=deck.created`)).ids).toHaveLength(1);
});

const spelled = (text: string): string => Buffer.from(text).toString('base64url');

test.each([
  ['text', 'nonsense'],
  ['nothing', ''],
  ['the oldest form', spelled('e1:1:1')],
  ['an event of the older form that never was', spelled('e2:1:1:00000000')],
  ['half of one', spelled('e3:1:1')],
  ['a negative position', spelled('e3:1:-1:00000000')],
  ['a position beyond what is counted', spelled('e3:1:99999999999999999999:00000000')],
  ['the largest position', spelled(`e3:${'9'.repeat(9)}:${'9'.repeat(18)}:00000000`)],
  ['an epoch beyond what is counted', spelled(`e3:${'9'.repeat(10)}:1:00000000`)],
  ['the beginning with another id', spelled('e3:0:0:00000001')],
  ['SQL', spelled("e3:1:1:00000000' or true")],
  ['the cursor of a deck', spelled('2026-01-01T00:00:00.000Z 01900000-0000-7000-8000-000000000001')],
])('%s is a cursor to begin anew from, in both APIs', async (_what, after) => {
  const { status, body } = await app.rest.get(`/api/events?after=${after}`);
  expect([status, body.code, body.errors[0]?.pointer]).toEqual([410, 'CURSOR_EXPIRED', '/after']);
  const query = 'query ($after: String) { events(after: $after) { nodes { id } } }';
  const { errors } = await app.graphql.send(query, { after });
  expect(errors?.[0]?.extensions.code).toBe('CURSOR_EXPIRED');
  expect(errors?.[0]?.extensions.problem).toMatchObject({ status: 410, errors: body.errors });
  expect(errors?.[0]?.extensions.problem.firstCursor).toBe(body.firstCursor);
  expect((await list(`after=${body.firstCursor}&limit=1`)).ids).toEqual((await list('limit=1')).ids);
});

test('the latest cursor is the one of the last event that readers see, in both APIs', async () => {
  const { body: first } = await app.rest.get<{ latestCursor: { cursor: string } }>('/api/events/latest-cursor');
  const event = await publish(app, 'log.latest');
  await settled(event);
  const { body } = await app.rest.get<{ latestCursor: { cursor: string } }>('/api/events/latest-cursor');
  const { latestEventCursor } = await app.graphql.data<{ latestEventCursor: string }>('{ latestEventCursor }');
  expect([body.latestCursor.cursor, latestEventCursor]).toEqual([event.cursor, event.cursor]);
  expect((await list(`types=log.latest&after=${first.latestCursor.cursor}`)).ids).toEqual([event.id]);
});

test('the place of an event under another id is no cursor', async () => {
  const { id, cursor } = await publish(app, 'log.renamed');
  expect((await list(`after=${cursor}`)).ids).toEqual([]);
  const renamed = sql`update event_position set event_id = gen_random_uuid() where event_id = ${id}`;
  await renamed.execute(app.database.connection.kysely);
  const { status, body } = await app.rest.get(`/api/events?after=${cursor}`);
  expect([status, body.code]).toEqual([410, 'CURSOR_EXPIRED']);
});

test('what is wrong with the request is reported before its cursor is looked for', async () => {
  const { status, body } = await app.rest.get('/api/events?after=nonsense&deckId=none');
  expect([status, body.errors[0]?.pointer]).toEqual([400, '/deckId']);
});

describeOnPostgres('with overlapping transactions', () => {
  test('an event is read though an older transaction is open, and one that commits later comes behind it', async () => {
    const opened = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const early = writer.append('log.overlap', {
      beforeEnd: async () => {
        opened.resolve();
        await mayEnd.promise;
      },
    });
    await opened.promise;
    const late = await publish(app, 'log.overlap');
    const { ids, cursors } = await list('types=log.overlap');
    expect(ids).toEqual([late.id]);
    mayEnd.resolve();
    const [first] = await early;
    expect((await list(`types=log.overlap&after=${cursors[0]}`)).ids).toEqual([first?.id]);
    expect((await list('types=log.overlap')).ids).toEqual([late.id, first?.id]);
  });
});

test('whether rows follow the end of a long log is found without reading the log', async () => {
  await sql`insert into event (id, type, timestamp, data)
    select gen_random_uuid(), 'log.long', now(), '{}' from generate_series(1, 20000)`.execute(
    app.database.connection.kysely,
  );
  await app.logSettled();
  await inTransaction(writer.scope(), async ({ em }) => {
    // PostgreSQL adds what earlier transactions of the session read and have not reported yet.
    const wholeReads = async (): Promise<number | undefined> => {
      const { rows } = await sql<{ reads: number }>`select seq_scan::int as reads from pg_stat_xact_user_tables
        where relname = 'event_position'`.execute(em.getKysely<unknown>());
      return rows[0]?.reads;
    };
    const before = await wholeReads();
    const end = await logHead(em, eventLog);
    expect(await lookBehind(em, eventLog, end)).toEqual({ isHeld: true, hasMore: false });
    await expect(requireKept(em, { ...end, position: '1' })).rejects.toThrow('begin anew');
    expect(before).toEqual(expect.any(Number));
    expect(await wholeReads()).toBe(before);
  });
}, 30_000);

test('the newest events come first on request, page by page, and a cursor continues in either order', async () => {
  for (let number = 0; number < 5; number += 1) await publish(app, 'newest.first', { data: { number } });
  const log = await list('types=newest.first');
  const newest = await list('types=newest.first&orderBy=created_desc&limit=3');
  expect(newest.ids).toEqual(log.ids.toReversed().slice(0, 3));
  expect(newest.cursors).toEqual(log.cursors.toReversed().slice(0, 3));
  expect((await list(newest.next?.split('?')[1] ?? '')).ids).toEqual(log.ids.slice(0, 2).toReversed());
  expect((await list(`types=newest.first&after=${newest.cursors[2]}`)).ids).toEqual(log.ids.slice(3));
  const data = await app.graphql.data<{ events: { nodes: { id: string }[]; pageInfo: object } }>(
    `{ events(types: ["newest.first"], orderBy: CREATED_DESC, first: 2) { nodes { id } pageInfo { hasNextPage } } }`,
  );
  expect(data.events.nodes.map(({ id }) => id)).toEqual(log.ids.toReversed().slice(0, 2));
  expect(data.events.pageInfo).toEqual({ hasNextPage: true });
});
