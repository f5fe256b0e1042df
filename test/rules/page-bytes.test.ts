import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { nextOf } from '../helpers/links.ts';
import type { RestAnswer } from '../helpers/rest-client.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp({ ROLES: 'web' });

/** Follows the links of a list to its end. */
async function walk(start: string, key: string): Promise<{ ids: string[][]; largest: number }> {
  const ids: string[][] = [];
  let largest = 0;
  for (let next: string | null = start; next !== null && ids.length < 50;) {
    const { status, headers, body }: RestAnswer<Record<string, { id: string }[]>> = await app.rest.get(next);
    expect(status).toBe(200);
    ids.push((body[key] ?? []).map(({ id }) => id));
    largest = Math.max(largest, JSON.stringify(body).length);
    next = nextOf(headers);
  }
  return { ids, largest };
}

/** Statements that read a table, while something is done. */
async function readsOf(table: string, work: () => Promise<unknown>): Promise<number> {
  app.database.statements.splice(0);
  await work();
  return app.database.statements.filter((statement) => statement.includes(`from "${table}"`)).length;
}

/** Half a megabyte that PostgreSQL stores in a few kilobytes. */
const variables = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`v${n}`, 'x'.repeat(2_000)]));

interface DeckPage {
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

describe('decks with much in them', () => {
  const large: string[] = [];
  const small: string[] = [];

  beforeAll(async () => {
    for (let count = 0; count < 7; count += 1) {
      large.push((await createDeck(app.rest, { brandName: 'Large', variables })).id);
      small.push((await createDeck(app.rest, { brandName: 'Small' })).id);
    }
  });

  test('end a page at a megabyte, and the link goes on behind it', async () => {
    const { ids, largest } = await walk('/api/decks?search=large&limit=200', 'decks');
    expect(ids.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(ids.flat()).toEqual(large);
    expect(largest).toBeLessThan(1_600_000);
  });

  test('end a page of a connection in the same way', async () => {
    const query = `query ($after: String) { decks(search: "large", first: 200, after: $after) {
      nodes { id variables } pageInfo { hasNextPage endCursor } } }`;
    const pages: string[][] = [];
    for (let after: string | null = null; pages.length < 9;) {
      const { decks }: { decks: DeckPage } = await app.graphql.data(query, { after });
      pages.push(decks.nodes.map(({ id }) => id));
      if (!decks.pageInfo.hasNextPage) break;
      after = decks.pageInfo.endCursor;
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(large);
  });

  test('take no second statement once they are known, nor do small ones', async () => {
    const read = (search: string) => () => app.rest.get(`/api/decks?search=${search}`);
    await read('small')();
    const counts = [];
    for (const search of ['small', 'large', 'large', 'small', 'small'])
      counts.push(await readsOf('deck', read(search)));
    expect(counts).toEqual([1, 2, 1, 1, 1]);
    expect((await walk('/api/decks?search=small&limit=4', 'decks')).ids).toEqual([small.slice(0, 4), small.slice(4)]);
  });
});

describe('FAQs', () => {
  const insertFaqs = (deckId: string, count: number) =>
    sql`insert into faq (id, created_at, updated_at, deck_id, user_question, canned_answer, word_timings, is_audio_stale)
      select gen_random_uuid(), now(), now(), ${deckId}, 'Why?', ${'Yes. '.repeat(4_000)}, '[]', false
      from generate_series(1, ${count}::int)`.execute(app.database.connection.kysely);

  test('with long answers end a page at a megabyte, and come whole where no page is asked for', async () => {
    const { id } = await createDeck(app.rest);
    // More than are accepted today.
    await insertFaqs(id, 60);
    const { ids } = await walk(`/api/decks/${id}/faqs?limit=200`, 'faqs');
    expect(ids.length).toBe(2);
    expect(new Set(ids.flat()).size).toBe(60);
    expect((await walk(`/api/decks/${id}/faqs`, 'faqs')).ids).toEqual([ids.flat()]);
  });

  test('of more than an operation may read are refused whole, and given in pages', async () => {
    const { id } = await createDeck(app.rest);
    await insertFaqs(id, 600);
    const { status, body } = await app.rest.get(`/api/decks/${id}/faqs`);
    expect([status, body.code]).toEqual([422, 'UNPROCESSABLE']);
    expect(body.detail).toContain('and may have 500,000: shorten them, or move a part to another deck');
    const { ids } = await walk(`/api/decks/${id}/faqs?limit=200`, 'faqs');
    expect(new Set(ids.flat()).size).toBe(600);
  });
});

test('contracts with long documents end a page by what is shown of them', async () => {
  const { id: deckId } = await createDeck(app.rest);
  await createSlide(app.rest, deckId, {
    slideType: 'product_pricing_v1',
    productData: { good: { name: 'Good', price: 100 } },
  });
  const { id } = await createPresentation(app.rest, deckId);
  const made: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { status, body } = await app.rest.post<{ contract: { id: string } }>(
      `/api/presentations/${id}/contracts`,
      {},
    );
    expect(status).toBe(201);
    made.unshift(body.contract.id);
    await app.rest.post(`/api/contracts/${body.contract.id}/void`, {});
  }
  // From before documents had a limit.
  await sql`update presentation set homeowner = homeowner || jsonb_build_object('lastName', repeat('x', 300000))
    where id = ${id}`.execute(app.database.connection.kysely);
  const { ids, largest } = await walk(`/api/presentations/${id}/contracts?limit=200`, 'contracts');
  expect(ids.map((page) => page.length)).toEqual([4, 2]);
  expect(ids.flat()).toEqual(made);
  expect(largest).toBeLessThan(1_600_000);
});
