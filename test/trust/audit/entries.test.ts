import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDeck, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import { eventually } from '../../helpers/eventually.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { askForSocket } from '../../helpers/upgrade.ts';
import { bearer, issue, type Issued } from '../keys/issued.ts';
import { allChained, type EntryAnswer, readLog } from './audit-log.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
let reader: Issued;
let deck: { id: string };

const last = async (query: string): Promise<EntryAnswer> => {
  const [entry] = (await readLog(app, `limit=1&${query}`)).entries;
  if (entry === undefined) throw new Error(`no entry with ${query}`);
  return entry;
};
const refusals = async (query: string): Promise<readonly EntryAnswer[]> =>
  (await readLog(app, `result=refused&${query}`)).entries;

beforeAll(async () => {
  reader = await issue(app, { name: 'Reader', scopes: ['decks:read'] });
  deck = await createDeck(app.rest);
});

describe('an entry of a change', () => {
  test('says who did what to which object, and names its fields', async () => {
    const slide = await createSlide(app.rest, deck.id);
    const requestId = 'the-request-of-the-test';
    const input = { title: 'Valuable title', slideContext: 'Valuable context' };
    await app.rest.send('PATCH', `/api/slides/${slide.id}`, input, { 'x-request-id': requestId });
    expect(await last(`objectId=${slide.id}`)).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      actor: 'environment',
      key: 'environment',
      address: '127.0.0.1',
      operation: 'updateSlide',
      requestId,
      result: 'done',
      reason: null,
      objects: [
        { objectType: 'deck', objectId: deck.id, change: 'changed', fields: [] },
        { objectType: 'slide', objectId: slide.id, change: 'changed', fields: ['title', 'slideContext'] },
      ],
      objectCount: 2,
    });
    await app.graphql.data('mutation ($id: ID!) { deleteSlide(id: $id) { slide { id } } }', { id: slide.id });
    const deleted = await last(`objectId=${slide.id}`);
    expect([deleted.operation, deleted.objects.at(-1)]).toEqual([
      'deleteSlide',
      { objectType: 'slide', objectId: slide.id, change: 'deleted', fields: [] },
    ]);
  });

  test('has no value of a homeowner, a header or a secret', async () => {
    const marks = { first_name: 'Zephyrine', last_name: 'Quillfeather', email: 'zephyrine@example.com' };
    await createSlide(app.rest, deck.id);
    const presentation = await createPresentation(app.rest, deck.id, { homeowner: marks });
    const channelConfig = { url: 'https://example.com/Zephyrine', headers: { 'X-Mark': 'Quillfeather' } };
    const subscription = await createSubscription(app.rest, { name: 'Zephyrine', channel: 'webhook', channelConfig });
    await issue(app, { name: 'Quillfeather' });
    const { entries } = await readLog(app, 'limit=200');
    const named = entries.flatMap(({ objects }) => objects.map(({ objectId }) => objectId));
    expect(named).toEqual(expect.arrayContaining([presentation.id, subscription.id]));
    expect(JSON.stringify(entries)).not.toMatch(/Zephyrine|Quillfeather|dc_[0-9a-f]{16}/i);
  });

  test('is not there when the change is not', async () => {
    const before = (await readLog(app, 'limit=200')).entries.length;
    expect((await app.rest.put(`/api/decks/${deck.id}`, { name: '' })).status).toBe(400);
    expect((await app.rest.put(`/api/decks/${crypto.randomUUID()}`, { name: 'New' })).status).toBe(404);
    expect((await readLog(app, 'limit=200')).entries.length).toBe(before);
  });

  test('counts all objects and names ten of them', async () => {
    const { id } = await createDeck(app.rest);
    const slides: string[] = [];
    for (let at = 0; at < 12; at += 1) slides.push((await createSlide(app.rest, id)).id);
    await app.rest.put(`/api/decks/${id}/slides/order`, { slideIds: slides.toReversed() });
    const { operation, objects, objectCount } = await last(`objectId=${id}`);
    expect([operation, objects.length, objectCount]).toEqual(['reorderSlides', 10, 13]);
  });
});

describe('an entry of a refusal', () => {
  test('names the operation in each API, also of a nested field', async () => {
    const { id: key } = reader.apiKey;
    const headers = bearer(reader.token);
    expect((await app.rest.post('/api/decks', { name: 'New' }, headers)).status).toBe(403);
    const nested = `query ($id: ID!) { deck(id: $id) { presentations(first: 1) { nodes { id } } } }`;
    await fetch(`${app.base}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: nested, variables: { id: deck.id } }),
    });
    const found = await eventually(async () => {
      const entries = await refusals(`key=${key}`);
      return entries.length === 2 && entries;
    });
    expect(found.map(({ operation, reason }) => `${operation} ${reason}`).toSorted()).toEqual([
      'createDeck FORBIDDEN',
      'getDeck FORBIDDEN',
    ]);
  });

  test('of who writes outside of its decks is there, and the change is not', async () => {
    const scopes = ['notifications:write'];
    const limited = await issue(app, { scopes, deckIds: [deck.id] });
    const input = { name: 'New', eventType: '*', channel: 'console', channelConfig: {} };
    const answer = await app.rest.post('/api/notifications/subscriptions', input, bearer(limited.token));
    expect(answer.status).toBe(403);
    await eventually(async () => (await refusals(`key=${limited.apiKey.id}`)).length === 1);
    expect((await readLog(app, `key=${limited.apiKey.id}&result=done`)).entries).toEqual([]);
  });

  test('of a page of another origin is there, for a request and for a socket', async () => {
    const origin = 'https://evil.example';
    const refused = async (): Promise<number> => (await refusals('operation=authenticate')).length;
    const sent = request(`${app.base}/api/decks`, { headers: { ...bearer(apiKey), origin } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
    await eventually(async () => (await refused()) === 1);
    expect((await askForSocket(app.base, '/graphql', { origin })).status).toBe(403);
    await eventually(async () => (await refused()) === 2);
    const { actor, key, reason, address } = await last('operation=authenticate');
    expect([actor, key, reason, address]).toEqual(['public', null, 'FORBIDDEN', '127.0.0.1']);
  });

  test('of unknown callers is sampled', async () => {
    for (let at = 0; at < 15; at += 1) await app.rest.get('/api/decks', bearer('guess'));
    const entries = await eventually(async () => {
      const found = await refusals('operation=authenticate');
      return found.length === 10 && found;
    });
    expect(entries[0]).toMatchObject({ actor: 'public', key: null, address: '127.0.0.1', reason: 'UNAUTHENTICATED' });
  });
});

describe('an entry of a session', () => {
  test('is there for a sign-in, a sign-out and a refresh, and for a refresh that is refused', async () => {
    const { token, apiKey: key } = await issue(app, { scopes: ['decks:read'] });
    const { headers, body } = await app.rest.post<{ session: { csrfToken: string } }>(
      '/api/session',
      undefined,
      bearer(token),
    );
    const [cookie = ''] = headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '');
    const own = { cookie, 'x-csrf-token': body.session.csrfToken };
    expect((await fetch(`${app.base}/api/session`, { method: 'DELETE', headers: own })).status).toBe(204);
    const live = app.live(bearer(token));
    for (const authorization of [`Bearer ${token}`, 'Bearer wrong']) {
      const sent = live.subscribe('mutation ($a: String!) { refreshAuthorization(authorization: $a) { expiresAt } }', {
        a: authorization,
      });
      await eventually(() => sent.ended() !== undefined);
    }
    const entries = await eventually(async () => {
      const found = (await readLog(app, `key=${key.id}`)).entries;
      return found.length === 4 && found;
    });
    expect(entries.map(({ operation, result, reason }) => [operation, result, reason])).toEqual([
      ['refreshAuthorization', 'refused', 'UNAUTHENTICATED'],
      ['refreshAuthorization', 'done', null],
      ['deleteSession', 'done', null],
      ['createSession', 'done', null],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/ds_|dc_/);
  });
});

describe('an entry of a read', () => {
  test('is there for secrets in both APIs before they are shown, and for an export', async () => {
    const { id } = await createSubscription(app.rest);
    await app.rest.get(`/api/notifications/subscriptions/${id}/secret`);
    await app.graphql.data('query ($id: ID!) { subscriptionSecret(id: $id) { secret } }', { id });
    const { entries } = await readLog(app, `objectId=${id}&operation=getSubscriptionSecret`);
    const read = { objectType: 'notification_subscription', objectId: id, change: 'read', fields: [] };
    expect(entries.map(({ objects }) => objects)).toEqual([[read], [read]]);
    await app.rest.get('/api/audit.jsonl');
    expect(await last('operation=exportAudit')).toMatchObject({ result: 'done', key: 'environment' });
  });
});

describe('an entry of shown header values', () => {
  const secret = 'value-of-a-header';
  const path = '/api/notifications/subscriptions';
  const made: string[] = [];
  const entriesOf = async (query: string): Promise<readonly EntryAnswer[]> => (await readLog(app, query)).entries;

  beforeAll(async () => {
    const channelConfig = { url: 'https://example.com/', headers: { Authorization: secret } };
    for (const name of ['One', 'Two']) {
      made.push((await createSubscription(app.rest, { name, channel: 'webhook', channelConfig })).id);
    }
    await createSubscription(app.rest, { name: 'Bare', channel: 'console', channelConfig: {} });
  });

  test('is there for a list and for one, in both APIs, and one entry names all of a list', async () => {
    const { token, apiKey: key } = await issue(app, { scopes: ['notifications:read', 'secrets:read'] });
    const graphql = new GraphQLClient(app.base, bearer(token));
    await app.rest.get(`${path}?limit=200`, bearer(token));
    await app.rest.get(`${path}/${made[0]}`, bearer(token));
    await graphql.data('{ subscriptions(first: 100) { nodes { channelConfig { __typename } } } }');
    const entries = (await entriesOf(`key=${key.id}`)).toReversed();
    expect(entries.map(({ operation, result }) => [operation, result])).toEqual([
      ['listSubscriptions', 'done'],
      ['getSubscription', 'done'],
      ['listSubscriptions', 'done'],
    ]);
    for (const { objects } of entries.filter(({ operation }) => operation === 'listSubscriptions')) {
      const read = made.map((objectId) => ({
        objectType: 'notification_subscription',
        objectId,
        change: 'read',
        fields: [],
      }));
      expect(objects).toEqual(expect.arrayContaining(read));
    }
    expect(entries[1]?.objects.map(({ objectId }) => objectId)).toEqual([made[0]]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('is not there for a caller who sees masks, or where no value is shown', async () => {
    const { token, apiKey: key } = await issue(app, { scopes: ['notifications:read'] });
    await app.rest.get(path, bearer(token));
    const all = await issue(app, { scopes: ['notifications:read', 'secrets:read'] });
    await new GraphQLClient(app.base, bearer(all.token)).data('{ subscriptions { nodes { name } } }');
    expect([await entriesOf(`key=${key.id}`), await entriesOf(`key=${all.apiKey.id}`)]).toEqual([[], []]);
  });
});

describe('the APIs', () => {
  test('answer alike, in pages, with the filters', async () => {
    await allChained(app);
    const { body, headers } = await app.rest.get<{ entries: EntryAnswer[] }>(
      '/api/audit?limit=2&operation=createSlide',
    );
    const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const next = (await app.rest.get<{ entries: EntryAnswer[] }>(link)).body.entries;
    const nodes = '{ nodes { id createdAt actor objects { objectId change fields } } }';
    const { first, head } = await app.graphql.data<{ first: { nodes: object[] }; head: object }>(
      `{ first: auditEntries(first: 4, operation: "createSlide", result: DONE) ${nodes}
         head: auditHead { number hash pendingCount } }`,
    );
    expect(first.nodes).toEqual(
      [...body.entries, ...next].map(({ id, createdAt, actor, objects }) => ({
        id,
        createdAt,
        actor: actor.toUpperCase(),
        objects: objects.map(({ objectId, change, fields }) => ({ objectId, change: change.toUpperCase(), fields })),
      })),
    );
    expect((await readLog(app)).head).toEqual(head);
    const since = body.entries[1]?.createdAt ?? '';
    expect((await readLog(app, `operation=createSlide&since=${since}`)).entries).toEqual(body.entries);
    expect((await readLog(app, `operation=createSlide&until=${since}&limit=2`)).entries).toEqual(next);
    expect((await app.rest.get('/api/audit?since=today')).status).toBe(400);
  });
});
