import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer } from '../../helpers/answers.ts';
import { nextOf } from '../../helpers/links.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';
import { flood } from './stream-harness.ts';

const app = useApp({ ROLES: 'web' });
const type = 'large.stored';
const pageBytes = 1_048_576;

interface EventPage {
  nodes: { id: string; data: unknown }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

/** Every event of the type by its id, page by page, and how many bytes the largest page had. */
async function walk(): Promise<{ ids: string[]; largest: number; last: number }> {
  const ids: string[] = [];
  let [largest, last] = [0, 0];
  for (let next: string | null = `/api/events?limit=200&types=${type}`; next !== null;) {
    const response = await fetch(app.base + next);
    const text = await response.text();
    expect(response.status).toBe(200);
    largest = Math.max(largest, text.length);
    const { events } = JSON.parse(text) as { events: EventAnswer[] };
    ids.push(...events.map(({ id }) => id));
    last = events.length;
    next = nextOf(response.headers);
  }
  return { ids, largest, last };
}

describe('fifty events of a megabyte, stored before there was a limit', () => {
  const stored: string[] = [];

  test('are given page by page, to eight readers at once, and harm nobody', async () => {
    stored.push(...(await flood(app, type, 50, 1_000_000)));
    await app.logSettled();
    const result = await unharmed(app, () =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          fetch(`${app.base}/api/events?limit=200&types=${type}`).then(async (first) => [
            first.status,
            (await first.text()).length,
          ]),
        ),
      ),
    );
    for (const [status, length] of result) {
      expect(status).toBe(200);
      expect(length).toBeLessThan(2.2 * pageBytes);
    }
  }, 60_000);

  test('are all found behind the links, each once, and no page is empty', async () => {
    const { ids, largest, last } = await walk();
    expect(ids).toEqual(stored);
    expect(largest).toBeLessThan(2.2 * pageBytes);
    expect(last).toBeGreaterThan(0);
  }, 120_000);

  test('are pages of the same length in GraphQL', async () => {
    const query = `query ($after: String) { events(types: ["${type}"], first: 200, after: $after) {
      nodes { id data: payload } pageInfo { hasNextPage endCursor } } }`;
    const first = (await app.graphql.data<{ events: EventPage }>(query)).events;
    expect(first.nodes.map(({ id }) => id)).toEqual(stored.slice(0, 2));
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = (await app.graphql.data<{ events: EventPage }>(query, { after: first.pageInfo.endCursor })).events;
    expect(second.nodes.map(({ id }) => id)).toEqual(stored.slice(2, 4));
  });
});

test('more large events than an answer holds are refused before they are read, a few are given', async () => {
  const ids = await flood(app, 'large.named', 60, 1_000_000);
  const result = await unharmed(app, () =>
    app.graphql.send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }),
  );
  expect(result.errors?.map(({ extensions }) => extensions.code)).toEqual(['OVER_BUDGET']);
  const { nodes } = await app.graphql.data<{ nodes: { id: string }[] }>(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids: ids.slice(0, 5) },
  );
  expect(nodes.map(({ id }) => id)).toEqual(ids.slice(0, 5));
}, 60_000);

test('a page that ends with the last event has no next page, however large it is', async () => {
  const [only] = await flood(app, 'large.last', 1, 3_000_000);
  await app.logSettled();
  const { headers, body } = await app.rest.get<{ events: EventAnswer[] }>('/api/events?limit=200&types=large.last');
  expect([body.events.map(({ id }) => id), nextOf(headers)]).toEqual([[only], null]);
});

test('keys of a megabyte, nested 30 deep, are read quickly in both APIs', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into event (id, type, timestamp, data)
    select gen_random_uuid(), 'large.keys', now(), (repeat('{"' || repeat('k', 33000) || '": ', 30) || '1' || repeat('}', 30))::jsonb
    returning id`.execute(app.database.connection.kysely);
  await app.logSettled();
  const result = await unharmed(app, async () => {
    const { body } = await app.rest.get<{ events: EventAnswer[] }>('/api/events?types=large.keys');
    const { events } = await app.graphql.data<{ events: EventPage }>(
      '{ events(types: ["large.keys"]) { nodes { id data: payload } } }',
    );
    return [body.events, events.nodes].map((found) => found.map(({ id, data }) => [id, JSON.stringify(data).length]));
  });
  for (const found of result) expect(found).toEqual([[rows[0]?.id, 30 * 33_005 + 1]]);
});
