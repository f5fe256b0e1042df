import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import {
  generatePersistedQueryIdsFromManifest,
  type PersistedQueryManifestForGeneratingPersistedQueryIds,
} from '@apollo/persisted-query-lists';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '../../../../src/config.ts';
import { readManifest } from '../../../../src/kit/graphql/persisted/manifest.ts';
import { askOnSocket } from '../../../helpers/ask-on-socket.ts';
import { createDeck } from '../../../helpers/factories.ts';
import { notingFetch, type SentRequest } from '../../../helpers/noting-fetch.ts';
import { TestApp, useApp } from '../../../helpers/test-app.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'deckcast-manifests-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: unknown): string {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Documents as Apollo Client prints them, of which the server gets the ids alone. */
const readDeck = 'query ReadDeck($id: ID!) {\n  deck(id: $id) {\n    name\n    __typename\n  }\n}';
const rename =
  'mutation Rename($id: ID!, $name: String!) {\n  updateDeck(id: $id, input: {name: $name}) { deck {\n    name\n    __typename\n  } }\n}';
const follow = 'subscription Follow {\n  events(types: ["trusted.*"]) {\n    type\n  }\n}';
const manifest = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [
    { id: sha256(readDeck), name: 'ReadDeck', type: 'query', body: readDeck },
    { id: 'rename-1', name: 'Rename', type: 'mutation', body: rename },
    { id: sha256(follow), name: 'Follow', type: 'subscription', body: follow },
    { id: 'later', name: 'Later', type: 'query', body: 'query Later {\n  notYet\n}' },
  ],
} as const;
const apolloFile = written('apollo', manifest);
/** What Relay and GraphQL Code Generator write. */
const mapFile = written('map', { '5d41402abc4b2a76b9719d911017c592': readDeck, [`sha256:${sha256(follow)}`]: follow });
const other = '{ decks(search: "Whitaker") { nodes { name } } }';

function clientOf(app: TestApp, sent: SentRequest[], useGETForHashedQueries = false): ApolloClient {
  const loadManifest = async () => manifest as unknown as PersistedQueryManifestForGeneratingPersistedQueryIds;
  const link = new PersistedQueryLink({
    ...generatePersistedQueryIdsFromManifest({ loadManifest }),
    useGETForHashedQueries,
  }).concat(new HttpLink({ uri: `${app.base}/graphql`, fetch: notingFetch(sent) }));
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

async function post(app: TestApp, body: object): Promise<[status: number, answer: object]> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  return [response.status, (await response.json()) as object];
}

describe('TRUSTED_DOCUMENTS_MODE=enforce', () => {
  const app = useApp({ TRUSTED_DOCUMENTS: apolloFile, TRUSTED_DOCUMENTS_MODE: 'enforce', LOG_LEVEL: 'warn' });
  const refusal = {
    errors: [
      {
        message: expect.stringContaining('TRUSTED_DOCUMENTS_MODE is enforce'),
        extensions: { code: 'FORBIDDEN', reason: 'document_not_trusted' },
      },
    ],
  };

  test.each([
    ['by POST', false],
    ['with queries by GET', true],
  ])('lets Apollo Client work by the ids of the manifest, %s', async (_, byGet) => {
    const { id } = await createDeck(app.rest);
    const sent: SentRequest[] = [];
    const client = clientOf(app, sent, byGet);
    const name = `Renamed ${byGet}`;
    const changed = await client.mutate<{ updateDeck: object }>({ mutation: gql(rename), variables: { id, name } });
    expect(changed.data?.updateDeck).toMatchObject({ deck: { name } });
    const { data } = await client.query<{ deck: object }>({ query: gql(readDeck), variables: { id } });
    expect(data?.deck).toMatchObject({ name });
    expect(sent.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'POST 200',
      byGet ? 'GET 200' : 'POST 200',
    ]);
    expect(sent.map(({ url, body }) => decodeURIComponent(url) + body).join(' ')).not.toMatch(/__typename/);
  });

  test('refuses any other document in both APIs, before it is looked at', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(other) } };
    const asked = [
      { query: other },
      { query: '{ __schema { types { name } } }' },
      { query: '{ unknown' },
      { query: `${readDeck} ` },
      { extensions },
      { query: other, extensions },
      { query: other, documentId: sha256(readDeck) },
      { documentId: 'rename-2' },
      { documentId: '' },
    ];
    for (const one of asked) {
      expect(await post(app, one)).toMatchObject([403, refusal]);
      expect(await askOnSocket(app.base, one)).toMatchObject(refusal);
    }
    const byGet = await fetch(`${app.base}/graphql?query=${encodeURIComponent(other)}`);
    expect([byGet.status, await byGet.json()]).toMatchObject([403, refusal]);
    const twice = `query=${encodeURIComponent('{ decks { nodes { id } } }')}`;
    expect((await fetch(`${app.base}/graphql?documentId=rename-1&${twice}`)).status).toBe(403);
  });

  test('runs what is trusted by text, documentId and persistedQuery alike', async () => {
    const { id, name } = await createDeck(app.rest);
    const variables = { id };
    const known = sha256(readDeck);
    for (const named of [
      { query: readDeck },
      { documentId: known },
      { documentId: `sha256:${known}` },
      { extensions: { persistedQuery: { version: 1, sha256Hash: known } } },
      { query: readDeck, extensions: { persistedQuery: { version: 1, sha256Hash: known } } },
    ]) {
      const result = { data: { deck: { name } } };
      expect(await post(app, { ...named, variables })).toMatchObject([200, result]);
      expect(await askOnSocket(app.base, { ...named, variables })).toMatchObject(result);
    }
    const search = new URLSearchParams({ documentId: known, variables: JSON.stringify(variables) });
    const byGet = await fetch(`${app.base}/graphql?${search.toString()}`);
    expect([byGet.status, await byGet.json()]).toMatchObject([200, { data: { deck: { name } } }]);
    const mutation = new URLSearchParams({ documentId: 'rename-1', variables: JSON.stringify({ id, name: 'By GET' }) });
    expect((await fetch(`${app.base}/graphql?${mutation.toString()}`)).status).toBe(405);
  });

  test('lets a trusted subscription follow', async () => {
    const answer = askOnSocket(app.base, { documentId: sha256(follow) });
    const publish = () => app.rest.post('/api/events', { type: 'trusted.event', data: {} });
    const publishing = setInterval(() => void publish(), 100);
    expect(await answer.finally(() => clearInterval(publishing))).toEqual({
      data: { events: { type: 'trusted.event' } },
    });
  });

  test('says at the start which document does not fit the schema, and why that fails', async () => {
    expect(app.log.join('')).toContain('"id":"later","fault":"Cannot query field');
    expect(await post(app, { documentId: 'later' })).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    ]);
  });
});

describe('TRUSTED_DOCUMENTS_MODE=log', () => {
  const app = useApp({ TRUSTED_DOCUMENTS: mapFile, LOG_LEVEL: 'warn' });
  const noted = (): string[] => app.log.filter((line) => line.includes('not in TRUSTED_DOCUMENTS'));

  test('runs other documents, and logs each once without literals and variables', async () => {
    const query =
      'query ($name: String) { decks(search: "Whitaker", first: 17) { nodes { name } } again: decks(search: $name) { nodes { id } } }';
    for (const variables of [{ name: 'Dana' }, { name: 'Frank' }]) {
      expect(await post(app, { query, variables })).toMatchObject([200, { data: { decks: { nodes: [] } } }]);
      expect(await askOnSocket(app.base, { query, variables })).toHaveProperty('data');
    }
    expect(noted()).toHaveLength(1);
    const [line = ''] = noted();
    expect(JSON.parse(line)).toMatchObject({
      sha256: sha256(query),
      document: expect.stringContaining('search: "", first: 0'),
    });
    expect(app.log.join('')).not.toMatch(/Whitaker|Dana|Frank|first: 17/);
  });

  test('logs nothing of a document of the manifest', async () => {
    const before = noted().length;
    const { id, name } = await createDeck(app.rest);
    for (const named of [{ documentId: '5d41402abc4b2a76b9719d911017c592' }, { query: readDeck }]) {
      expect(await post(app, { ...named, variables: { id } })).toMatchObject([200, { data: { deck: { name } } }]);
    }
    expect(noted()).toHaveLength(before);
  });
});

describe('a start is refused with', () => {
  test.each([
    ['no file', path.join(folder, 'absent.json'), /cannot be read \(ENOENT\): set it to the file of a manifest\.$/],
    ['text', written('text', 'query { a }'), /is no JSON object/],
    ['a list', written('list', []), /is no JSON object/],
    ['a later version', written('version', { ...manifest, version: 2 }), /no manifest of the format .*, version 1/],
    ['no operations', written('none', { ...manifest, operations: {} }), /no manifest of the format/],
    ['an operation without a text', written('body', { a: 5 }), /whose entry a is not a document with an id/],
    [
      'an operation without an id',
      written('id', { ...manifest, operations: [{ body: '{ a }' }] }),
      /entry 1, without an id,/,
    ],
    ['a syntax error', written('syntax', { a: '{ decks {' }), /whose entry a cannot be parsed: Syntax Error/],
    ['an id of two documents', written('two', { ab: '{ a }', 'sha256:ab': '{ b }' }), /sha256:ab is there twice/],
  ])('a manifest that is %s', async (_, file, message) => {
    const reading = readManifest(file);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(`TRUSTED_DOCUMENTS names ${file}, `);
  });

  test('a manifest that is broken, at the start itself', async () => {
    const app = new TestApp();
    await expect(app.start({ TRUSTED_DOCUMENTS: written('broken', '{') })).rejects.toThrow(/no JSON object/);
    await app.stop();
  });

  test('enforce without a manifest', () => {
    const faults = [expect.stringMatching(/is enforce without TRUSTED_DOCUMENTS/)];
    expect(faultsOf(() => loadConfig({ TRUSTED_DOCUMENTS_MODE: 'enforce' }))).toEqual(faults);
  });
});

function faultsOf(work: () => unknown): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
