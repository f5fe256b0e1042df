import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { describe, expect, test } from '@jest/globals';
import { PersistedQueries } from '../../../../src/kit/graphql/persisted/persisted-queries.ts';
import { askOnSocket } from '../../../helpers/ask-on-socket.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createDeck, createPresentation } from '../../../helpers/factories.ts';
import { notingFetch, type SentRequest } from '../../../helpers/noting-fetch.ts';
import { useApp } from '../../../helpers/test-app.ts';

// The worker forgets what was erased.
const app = useApp();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const extensionsOf = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });
const notFound = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };

/** A client with Apollo's link, which has sent nothing yet. */
function apollo(sent: SentRequest[], useGETForHashedQueries: boolean): ApolloClient {
  const link = new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(
    new HttpLink({ uri: `${app.base}/graphql`, fetch: notingFetch(sent) }),
  );
  return new ApolloClient({ link, cache: new InMemoryCache(), defaultOptions: { query: { fetchPolicy: 'no-cache' } } });
}

async function post(body: object): Promise<{ status: number; answer: { data?: unknown; errors?: object[] } }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as { data?: unknown; errors?: object[] } };
}

describe('Apollo Client sends the text of a query once', () => {
  test.each([
    ['by POST', false, ['POST', 'POST', 'POST']],
    ['with its digests by GET', true, ['GET', 'POST', 'GET']],
  ])('%s', async (_, byGet, methods) => {
    const { id, name } = await createDeck(app.rest);
    const query = gql`query Named${methods.join('')} ($id: ID!) { deck(id: $id) { name } }`;
    const sent: SentRequest[] = [];
    const client = apollo(sent, byGet);
    for (let time = 0; time < 2; time += 1) {
      const { data } = await client.query<{ deck: { name: string } }>({ query, variables: { id } });
      expect(data?.deck.name).toBe(name);
    }
    expect(sent.map(({ method }) => method)).toEqual(methods);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sent.map(({ url, body }) => /query Named/.test(decodeURIComponent(url) + body))).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('a digest', () => {
  test('of a query that came over HTTP is known on sockets, and the other way round', async () => {
    const [one, other] = ['{ decks { nodes { id } } }', '{ decks { nodes { version } } }'];
    expect(await askOnSocket(app.base, { extensions: extensionsOf(one) })).toMatchObject({ errors: [notFound] });
    expect((await post({ query: one, extensions: extensionsOf(one) })).status).toBe(200);
    expect(await askOnSocket(app.base, { extensions: extensionsOf(one) })).toMatchObject({ data: { decks: {} } });
    expect(await post({ extensions: extensionsOf(other) })).toMatchObject({ answer: { errors: [notFound] } });
    expect(await askOnSocket(app.base, { query: other, extensions: extensionsOf(other) })).toHaveProperty('data');
    expect(await post({ extensions: extensionsOf(other) })).toMatchObject({ answer: { data: { decks: {} } } });
  });

  test('may be named as documentId, by POST and by GET', async () => {
    const query = '{ decks { nodes { name } } }';
    const documentId = `sha256:${sha256(query)}`;
    expect(await post({ documentId })).toMatchObject({ answer: { errors: [notFound] } });
    expect(await post({ documentId, query })).toMatchObject({ status: 200, answer: { data: { decks: {} } } });
    expect(await post({ documentId })).toMatchObject({ status: 200, answer: { data: { decks: {} } } });
    const byGet = await fetch(`${app.base}/graphql?documentId=${documentId}`);
    expect([byGet.status, await byGet.json()]).toMatchObject([200, { data: { decks: {} } }]);
    expect(await askOnSocket(app.base, { documentId })).toMatchObject({ data: { decks: {} } });
  });

  test('of another text is refused, and registers nothing', async () => {
    const [query, other] = ['{ decks { pageInfo { endCursor } } }', '{ decks { nodes { currency } } }'];
    const extensions = extensionsOf(other);
    expect((await post({ query, extensions })).status).toBe(400);
    expect(await askOnSocket(app.base, { query, extensions })).toMatchObject({
      errors: [{ extensions: { problem: { errors: [{ pointer: '/extensions/persistedQuery/sha256Hash' }] } } }],
    });
    expect(await post({ extensions })).toMatchObject({ answer: { errors: [notFound] } });
  });

  test('of a document with a fault is not registered', async () => {
    const query = '{ unknown }';
    expect((await post({ query, extensions: extensionsOf(query) })).status).toBe(400);
    expect(await askOnSocket(app.base, { query, extensions: extensionsOf(query) })).toHaveProperty('errors');
    expect(await post({ extensions: extensionsOf(query) })).toMatchObject({ answer: { errors: [notFound] } });
  });

  test('of a query whose literals may name a homeowner is forgotten once one is erased', async () => {
    const { id } = await createPresentation(app.rest, (await createDeck(app.rest)).id);
    const query = '{ decks(search: "Whitaker") { nodes { id } } }';
    expect((await post({ query, extensions: extensionsOf(query) })).status).toBe(200);
    expect((await post({ extensions: extensionsOf(query) })).answer).toHaveProperty('data');
    expect((await app.rest.delete(`/api/presentations/${id}`)).status).toBeLessThan(300);
    await eventually(async () => 'errors' in (await post({ extensions: extensionsOf(query) })).answer);
  });
});

test.each([
  [{ documentId: 'unknown' }, '/documentId'],
  [{ documentId: 5 }, '/documentId'],
])('an id that nothing can have is refused in both APIs: %j', async (asked, pointer) => {
  const refusal = { errors: [{ extensions: { code: 'INVALID_INPUT', problem: { errors: [{ pointer }] } } }] };
  expect(await post(asked)).toMatchObject({ status: 400, answer: refusal });
  expect(await askOnSocket(app.base, asked)).toMatchObject(refusal);
});

test('the texts take a bounded amount of memory, and what is used is kept', async () => {
  const queries = new PersistedQueries();
  const keyOf = (at: number): string => `apq:${sha256(String(at))}`;
  const text = 'x'.repeat(100_000);
  for (let at = 0; at < 200; at += 1) {
    await queries.set(keyOf(at), text);
    await queries.get(keyOf(0));
  }
  const kept = await Promise.all(Array.from({ length: 200 }, (_, at) => queries.get(keyOf(at))));
  expect(kept.filter((one) => one !== undefined)).toHaveLength(40);
  expect(kept[0]).toBe(text);
});
