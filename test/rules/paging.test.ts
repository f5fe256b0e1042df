import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { DeckAnswer, EventAnswer, FaqAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSubscription, deckInput } from '../helpers/factories.ts';
import { eventually } from '../helpers/eventually.ts';
import { indexUses } from '../helpers/index-uses.ts';
import { nextOf } from '../helpers/links.ts';
import type { RestAnswer } from '../helpers/rest-client.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const ids: string[] = [];

/** Twenty decks of the same few milliseconds; the id decides where the time does not. */
beforeAll(async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => createDeck(app.rest, { brandName: 'Twenty' })));
  ids.push(...made.toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1)).map(({ id }) => id));
});

interface Connection {
  edges: { cursor: string; node: { id: string } }[];
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
const connection =
  '{ edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';

const decks = async (variables: object): Promise<Connection> =>
  (
    await app.graphql.data<{ decks: Connection }>(
      `query ($first: Int, $after: String, $search: String) {
      decks(first: $first, after: $after, search: $search) ${connection} }`,
      variables,
    )
  ).decks;

describe('GraphQL connections', () => {
  test('pages of three give each deck once, in one order, with a page info that is right', async () => {
    const pages: Connection[] = [];
    for (let after: string | null = null; pages.length < 10; after = pages.at(-1)?.pageInfo.endCursor ?? null) {
      pages.push(await decks({ first: 3, after }));
      if (pages.at(-1)?.pageInfo.hasNextPage === false) break;
    }
    expect(pages.map(({ edges }) => edges.length)).toEqual([3, 3, 3, 3, 3, 3, 2]);
    expect(pages.flatMap(({ nodes }) => nodes.map(({ id }) => id))).toEqual(ids);
    for (const [index, { edges, nodes, pageInfo }] of pages.entries()) {
      expect(edges.map(({ node }) => node)).toEqual(nodes);
      expect(pageInfo).toEqual({
        hasNextPage: index < 6,
        hasPreviousPage: index > 0,
        startCursor: edges[0]?.cursor,
        endCursor: edges.at(-1)?.cursor,
      });
    }
  });

  test('a last page that is full has no next page, and nothing lies behind the last cursor', async () => {
    const all = await decks({ first: 20 });
    expect(all.pageInfo.hasNextPage).toBe(false);
    const behind = await decks({ first: 3, after: all.pageInfo.endCursor });
    expect(behind).toEqual({
      edges: [],
      nodes: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  test('the cursor of any edge continues behind that edge, also when its deck is gone', async () => {
    const { id } = await createDeck(app.rest, { brandName: 'Gone' });
    const { id: next } = await createDeck(app.rest, { brandName: 'Gone' });
    const cursor = (await decks({ search: 'Gone' })).edges[0]?.cursor;
    await app.rest.delete(`/api/decks/${id}`);
    const { nodes } = await decks({ search: 'Gone', after: cursor });
    expect(nodes).toEqual([{ id: next }]);
    await app.rest.delete(`/api/decks/${next}`);
  });

  test.each([0, 201, -1])('a page of %i items is refused', async (first) => {
    const { errors } = await app.graphql.send(`{ decks(first: ${first}) { nodes { id } } }`);
    expect(errors?.[0]?.extensions.problem).toMatchObject({ code: 'INVALID_INPUT', errors: [{ pointer: '/first' }] });
  });

  test.each([
    '',
    'x',
    '🙂',
    Buffer.from('e2:0:0:00000000').toString('base64url'),
    Buffer.from('2026-01-01T00:00:00.000Z 1').toString('base64url'),
    Buffer.from(`2026-02-31T00:00:00.000Z ${'-'.repeat(36)}`).toString('base64url'),
    Buffer.from('9999-99-99T00:00:00.000Z 01900000-0000-7000-8000-000000000001').toString('base64url'),
  ])('the foreign cursor %j is refused', async (after) => {
    const { errors } = await app.graphql.send('query ($after: String) { decks(after: $after) { nodes { id } } }', {
      after,
    });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_INPUT']);
    expect((await app.rest.get(`/api/decks?after=${encodeURIComponent(after)}`)).status).toBe(400);
  });

  test('the cursors of decks and of events are foreign to each other', async () => {
    const { endCursor } = (await decks({ first: 1 })).pageInfo;
    const { errors } = await app.graphql.send(`{ events(after: "${endCursor}") { nodes { id } } }`);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['CURSOR_EXPIRED']);
    const { status, body } = await app.rest.get(`/api/events?after=${endCursor}`);
    expect(status).toBe(410);
    expect((await app.rest.get(`/api/decks?after=${body.firstCursor}`)).status).toBe(400);
  });

  test('each deck pages its own presentations, newest first', async () => {
    const [one, two] = [await createDeck(app.rest, { name: 'Pages' }), await createDeck(app.rest, { name: 'Pages' })];
    const made = await Promise.all(Array.from({ length: 5 }, () => createPresentation(app.rest, one.id)));
    const other = await createPresentation(app.rest, two.id);
    const order = made.toSorted((a, b) => (a.createdAt + a.id > b.createdAt + b.id ? -1 : 1)).map(({ id }) => id);
    const nested = async (after: string | null): Promise<Connection[]> =>
      (
        await app.graphql.data<{ decks: { nodes: { presentations: Connection }[] } }>(
          `query ($after: String) { decks(search: "Pages") { nodes { presentations(first: 2, after: $after) ${connection} } } }`,
          { after },
        )
      ).decks.nodes.map(({ presentations }) => presentations);
    const [first, otherFirst] = await nested(null);
    expect(first?.nodes.map(({ id }) => id)).toEqual(order.slice(0, 2));
    expect(first?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(otherFirst?.nodes).toEqual([{ id: other.id }]);
    expect(otherFirst?.pageInfo.hasNextPage).toBe(false);
    const [second] = await nested(first?.pageInfo.endCursor ?? null);
    const [third] = await nested(second?.pageInfo.endCursor ?? null);
    expect([second, third].flatMap((page) => page?.nodes.map(({ id }) => id))).toEqual(order.slice(2));
    expect(third?.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    for (const { id } of [one, two]) await app.rest.delete(`/api/decks/${id}`);
  });
});

describe('REST lists', () => {
  /** Follows `Link: rel="next"` to the end. */
  async function walk<T>(start: string, key: string): Promise<T[][]> {
    const pages: T[][] = [];
    for (let next: string | null = start; next !== null && pages.length < 20;) {
      const { status, headers, body }: RestAnswer<Record<string, T[]>> = await app.rest.get(next);
      expect(status).toBe(200);
      pages.push(body[key] ?? []);
      next = nextOf(headers);
    }
    return pages;
  }

  test('following the links gives each deck once, in the order of GraphQL', async () => {
    const pages = await walk<DeckAnswer>('/api/decks?limit=3', 'decks');
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 3, 3, 3, 2]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect(await walk('/api/decks?limit=20', 'decks')).toHaveLength(1);
  });

  test('a link keeps the filters', async () => {
    const pages = await walk<DeckAnswer>('/api/decks?search=twenty&limit=11', 'decks');
    expect(pages.map((page) => page.length)).toEqual([11, 9]);
  });

  test('FAQs, presentations, subscriptions and events follow the same rules', async () => {
    const { id } = await createDeck(app.rest);
    const faqs = [];
    for (let index = 0; index < 4; index += 1) {
      faqs.push(await createFaq(app.rest, id));
      await createPresentation(app.rest, id);
      await createSubscription(app.rest, { deckId: id });
    }
    const pages = await walk<FaqAnswer>(`/api/decks/${id}/faqs?limit=3`, 'faqs');
    const made = faqs.map((faq) => faq.id);
    expect(pages.map((page) => page.map((faq) => faq.id))).toEqual([made.slice(0, 3), made.slice(3)]);
    const lengths = async (path: string, key: string): Promise<number[]> =>
      (await walk(path, key)).map((page) => page.length);
    expect(await lengths(`/api/decks/${id}/presentations?limit=3`, 'presentations')).toEqual([3, 1]);
    expect(await lengths(`/api/notifications/subscriptions?deckId=${id}&limit=2`, 'subscriptions')).toEqual([2, 2]);
    await app.logSettled();
    const events = (await walk<EventAnswer>(`/api/events?deckId=${id}&types=faq.*&limit=3`, 'events')).flat();
    expect(events.map(({ data }) => data['faqId'])).toEqual(made);
    await app.rest.delete(`/api/decks/${id}`);
  });

  test.each(['0', '201', '-1', '1.5', 'x', ''])('a limit of %j is refused', async (limit) => {
    const { status, body } = await app.rest.get(`/api/decks?limit=${limit}`);
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/limit']);
  });
});

describe('search', () => {
  test.each([
    ['100%', ['100% solar']],
    ['%', ['100% solar']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ["o'b", ["O'Brien"]],
    ['', undefined],
    ['SOLAR', ['100% solar']],
  ])('%j is found literally, in any case', async (search, expected) => {
    const names = ['100% solar', 'under_score', 'back\\slash', "O'Brien"];
    const made: DeckAnswer[] = [];
    for (const name of names)
      made.push(await createDeck(app.rest, deckInput({ description: `Text of ${name}`, name })));
    const { body } = await app.rest.get<{ decks: DeckAnswer[] }>(`/api/decks?search=${encodeURIComponent(search)}`);
    const graphql = await decks({ search });
    expect(graphql.nodes.map(({ id }) => id)).toEqual(body.decks.map(({ id }) => id));
    if (expected === undefined) expect(body.decks).toHaveLength(ids.length + names.length);
    else expect(body.decks.map(({ name }) => name)).toEqual(expected);
    for (const { id } of made) await app.rest.delete(`/api/decks/${id}`);
  });

  test('finds one deck among many by an index', async () => {
    const { kysely } = app.database.connection;
    const { id } = await createDeck(app.rest, deckInput({ name: 'Slate and copper' }));
    await sql`insert into deck select made.* from deck, generate_series(1, 20000) as n,
      jsonb_populate_record(deck, jsonb_build_object('id', gen_random_uuid(), 'name', 'Copy ' || md5(n::text))) as made
      where deck.id = ${id}`.execute(kysely);
    // New entries wait in a list of the index, which autovacuum would empty.
    await sql`vacuum analyze deck`.execute(kysely);
    const uses = () => indexUses(kysely, 'deck_name_search_index');
    const before = await uses();
    const { body } = await app.rest.get<{ decks: DeckAnswer[] }>('/api/decks?search=and%20COPPER');
    expect(body.decks.map((deck) => deck.id)).toEqual([id]);
    await eventually(async () => (await uses()) > before);
    await sql`delete from deck where name like 'Copy %'`.execute(kysely);
  });
});
