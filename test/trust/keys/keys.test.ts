import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../src/composition/modules.ts';
import { knownScopes } from '../../../src/trust/keys/scopes.ts';
import { guestScopes } from '../../../src/kit/rights/actor.ts';
import { dump } from '../../helpers/dump.ts';
import { deckInput } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { bearer, type Issued, issue, type KeyAnswer, statusWith } from './issued.ts';

const app = useApp({ API_KEY: 'the-key-of-the-environment', LOG_LEVEL: 'debug' });
const shown = 'id name scopes prefix previousUntil expiresAt revokedAt lastUsedAt';

/** A scope as GraphQL spells it. */
const inGraphQL = (scope: string): string => scope.toUpperCase().replace(':', '_');

describe('a key', () => {
  test('is shown with its value once, and never again', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const input = { name: 'Dashboard', scopes: ['presentations:write', 'decks:read', 'decks:read'], expiresAt };
    const { status, headers, body } = await app.rest.post<Issued>('/api/keys', input);
    const { apiKey, token } = body;
    expect([status, headers.get('cache-control'), headers.get('location'), headers.get('etag')]).toEqual([
      201,
      'no-store',
      `/api/keys/${apiKey.id}`,
      '"1"',
    ]);
    expect(token).toMatch(/^dc_[0-9a-f]{16}_[\w-]{43}$/);
    expect(apiKey).toMatchObject({
      name: 'Dashboard',
      scopes: ['decks:read', 'presentations:write'],
      prefix: token.split('_')[1],
      expiresAt,
      previousUntil: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect((await app.rest.get(`/api/keys/${apiKey.id}`)).body).toEqual({ apiKey });
    const { apiKey: read, node } = await app.graphql.data<{ apiKey: KeyAnswer; node: object }>(
      `query ($id: ID!) { apiKey(id: $id) { ${shown} } node(id: $id) { __typename id } }`,
      { id: apiKey.id },
    );
    expect(read).toMatchObject({
      id: apiKey.id,
      name: 'Dashboard',
      scopes: ['DECKS_READ', 'PRESENTATIONS_WRITE'],
      expiresAt,
    });
    expect(node).toEqual({ __typename: 'ApiKey', id: apiKey.id });
  });

  test('is made, changed, rotated and revoked over GraphQL as over REST', async () => {
    const { createApiKey } = await app.graphql.data<{ createApiKey: Issued }>(
      `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token apiKey { ${shown} } } }`,
      { input: { name: 'Made', scopes: ['DECKS_READ'] } },
    );
    const { id } = createApiKey.apiKey;
    expect(await statusWith(app, createApiKey.token)).toBe(200);
    const { updateApiKey } = await app.graphql.data<{ updateApiKey: { apiKey: KeyAnswer } }>(
      `mutation { updateApiKey(id: "${id}", input: { name: "Renamed", scopes: [EVENTS_READ] }) { apiKey { name scopes } } }`,
    );
    expect(updateApiKey.apiKey).toEqual({ name: 'Renamed', scopes: ['EVENTS_READ'] });
    expect(await statusWith(app, createApiKey.token)).toBe(403);
    const { rotateApiKey } = await app.graphql.data<{ rotateApiKey: Issued }>(
      `mutation { rotateApiKey(id: "${id}", input: { overlapSeconds: 0 }) { token apiKey { prefix previousUntil } } }`,
    );
    expect(rotateApiKey.apiKey).toEqual({ prefix: createApiKey.apiKey.prefix, previousUntil: null });
    expect([await statusWith(app, createApiKey.token), await statusWith(app, rotateApiKey.token)]).toEqual([401, 403]);
    const { revokeApiKey } = await app.graphql.data<{ revokeApiKey: { apiKey: KeyAnswer } }>(
      `mutation { revokeApiKey(id: "${id}") { apiKey { revokedAt } } }`,
    );
    expect(revokeApiKey.apiKey.revokedAt).not.toBeNull();
    expect(await statusWith(app, rotateApiKey.token)).toBe(401);
  });

  test('that is changed has its new scopes from the next request on, with If-Match', async () => {
    const { apiKey, token } = await issue(app, { scopes: ['decks:read'] });
    expect(await statusWith(app, token, '/api/events')).toBe(403);
    const path = `/api/keys/${apiKey.id}`;
    const changed = await app.rest.put<{ apiKey: KeyAnswer }>(path, { scopes: ['events:read'] }, { 'if-match': '"1"' });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(await statusWith(app, token, '/api/events')).toBe(200);
    expect(await statusWith(app, token)).toBe(403);
    expect((await app.rest.put(path, { name: 'Late' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await app.rest.send('PATCH', path, { expiresAt: null })).headers.get('etag')).toBe('"2"');
  });

  test('that is revoked stays in the list, and nothing brings it back', async () => {
    const { apiKey } = await issue(app);
    const path = `/api/keys/${apiKey.id}`;
    expect((await app.rest.delete(path)).status).toBe(204);
    const { body } = await app.rest.get<{ apiKey: KeyAnswer }>(path);
    expect((await app.rest.delete(path)).status).toBe(204);
    expect((await app.rest.get(path)).body).toEqual(body);
    expect(body.apiKey.revokedAt).not.toBeNull();
    for (const answer of [await app.rest.put(path, { name: 'Back' }), await app.rest.post(`${path}/rotate`, {})]) {
      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('is revoked') } });
    }
  });

  test('that there is not gets 404', async () => {
    const path = `/api/keys/${randomUUID()}`;
    const answers = [
      await app.rest.get(path),
      await app.rest.put(path, {}),
      await app.rest.delete(path),
      await app.rest.post(`${path}/rotate`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await app.rest.get('/api/keys/nothing')).status).toBe(400);
  });
});

test.each([
  ['a scope that there is not', { scopes: ['decks:all'] }, 400, '/scopes/0', 'enum'],
  ['no scope', { scopes: [] }, 400, '/scopes', 'length'],
  ['a name of nothing', { name: ' ' }, 400, '/name', 'format'],
  ['a time that has passed', { expiresAt: '2020-01-01T00:00:00Z' }, 422, '/expiresAt', 'range'],
  ['a time without a zone', { expiresAt: '2099-01-01T00:00:00' }, 400, '/expiresAt', 'format'],
])('a key with %s is refused in both APIs, and none is made', async (_what, fault, status, pointer, code) => {
  const input = { name: 'Faulty', scopes: ['decks:read'], ...fault };
  const count = async (): Promise<number> => (await app.rest.get<{ apiKeys: [] }>('/api/keys')).body.apiKeys.length;
  const before = await count();
  const answer = await app.rest.post('/api/keys', input);
  expect(answer).toMatchObject({ status, body: { errors: [{ pointer, code }] } });
  const { errors } = await app.graphql.send(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }',
    { input: { ...input, scopes: input.scopes.map(inGraphQL) } },
  );
  expect(errors?.[0]?.extensions.problem).toMatchObject({ status, errors: [{ code }] });
  expect(await count()).toBe(before);
});

test('the scopes that operations and objects need are those that a key may have, and those of guests', () => {
  const { operations, nodes } = catalogue;
  const needed = Object.values(operations).flatMap(({ scopes }) => scopes);
  const known: ReadonlySet<string> = new Set([...knownScopes, ...Object.values(guestScopes)]);
  const all = new Set([...needed, ...nodes.names.map((name) => nodes.scopeOf(name))]);
  expect([...all].filter((scope) => !known.has(scope))).toEqual([]);
});

test('every refusal names the scope that is missing', async () => {
  const requests: [scope: string, method: string, path: string][] = [
    ['decks:read', 'GET', '/api/decks'],
    ['decks:write', 'POST', '/api/decks'],
    ['presentations:read', 'GET', `/api/presentations/${randomUUID()}`],
    ['presentations:write', 'POST', `/api/decks/${randomUUID()}/presentations`],
    ['contracts:read', 'GET', `/api/contracts/${randomUUID()}`],
    ['contracts:write', 'POST', `/api/contracts/${randomUUID()}/sign`],
    ['notifications:read', 'GET', '/api/notifications/subscriptions'],
    ['notifications:write', 'POST', '/api/notifications/subscriptions'],
    ['secrets:read', 'GET', `/api/notifications/subscriptions/${randomUUID()}/secret`],
    ['events:read', 'GET', '/api/events'],
    ['events:publish', 'POST', '/api/events'],
    ['admin', 'GET', '/api/keys'],
  ];
  for (const [scope, method, path] of requests) {
    const others = knownScopes.filter(
      (one) => one !== scope && one !== 'admin' && one !== scope.replace('read', 'write'),
    );
    const { token } = await issue(app, { scopes: others });
    const answer = await app.rest.send(method, path, method === 'GET' ? undefined : {}, bearer(token));
    expect([scope, answer]).toMatchObject([scope, { status: 403, body: { code: 'FORBIDDEN' } }]);
    expect(answer.body.detail).toContain(`the scope ${scope} (`);
  }
});

test('two keys with one Idempotency-Key never see each other’s result, nor does the environment’s', async () => {
  const key = { 'idempotency-key': 'one-name' };
  const deck = deckInput();
  const [one, other] = [await issue(app, { scopes: ['decks:write'] }), await issue(app, { scopes: ['decks:write'] })];
  const create = async (headers: Record<string, string>): Promise<string> =>
    (await app.rest.post<{ deck: { id: string } }>('/api/decks', deck, { ...key, ...headers })).body.deck.id;
  const made = [await create(bearer(one.token)), await create(bearer(other.token)), await create({})];
  expect(new Set(made).size).toBe(3);
  expect([await create(bearer(one.token)), await create(bearer(other.token)), await create({})]).toEqual(made);
  const rotated = await app.rest.post<Issued>(`/api/keys/${one.apiKey.id}/rotate`, {});
  expect(await create(bearer(rotated.body.token))).toBe(made[0]);
});

test('no value of a key is in a log line, a table, an event or a list', async () => {
  const first = await issue(app, { name: 'canary-of-keys' });
  const { body } = await app.rest.post<Issued>(`/api/keys/${first.apiKey.id}/rotate`, { overlapSeconds: 60 });
  const values = [first.token, body.token];
  for (const value of values) {
    await statusWith(app, value);
    await statusWith(app, `${value}x`);
    await app.rest.post('/api/keys', { name: value.repeat(9), scopes: [value] }, bearer(value));
    await app.live({ authorization: `Bearer ${value}` }).close();
  }
  const lists = [await app.rest.get('/api/keys?limit=200'), await app.rest.get('/api/events')];
  const graphql = await app.graphql.data(
    `{ apiKeys(first: 200) { nodes { ${shown} } } events { nodes { data: payload } } }`,
  );
  const texts = { log: app.log.join('\n'), tables: await dump(app), lists: JSON.stringify([lists, graphql]) };
  expect(texts.log).toContain('/rotate');
  for (const text of [texts.tables, texts.lists]) expect(text).toContain('canary-of-keys');
  const secrets = values.flatMap((value) => [value, value.slice(20)]);
  for (const [where, text] of Object.entries(texts)) {
    expect([where, secrets.filter((secret) => text.includes(secret))]).toEqual([where, []]);
  }
});
