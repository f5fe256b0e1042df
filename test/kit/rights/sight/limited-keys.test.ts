import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Actor, rightsOf, systemActor } from '../../../../src/kit/rights/actor.ts';
import { publish } from '../../../delivery/deliveries.ts';
import type { EventAnswer } from '../../../helpers/answers.ts';
import {
  createDeck,
  createSlide,
  createSubscription,
  deckInput,
  slideInput,
  subscriptionInput,
} from '../../../helpers/factories.ts';
import { GraphQLClient } from '../../../helpers/graphql-client.ts';
import { RestClient } from '../../../helpers/rest-client.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { limitedKey, limitedScopes } from './limited-key.ts';

const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', ROLES: 'web' });
let [mine, foreign] = ['', ''];
let rest: RestClient;
let graphql: GraphQLClient;

beforeAll(async () => {
  mine = (await createDeck(app.rest)).id;
  foreign = (await createDeck(app.rest)).id;
  const headers = { authorization: await limitedKey(app, [mine]) };
  rest = await new RestClient(app.base, headers).open();
  graphql = new GraphQLClient(app.base, headers);
});

const outside =
  'This key is limited to decks: what it writes must belong to one of them. Name it as deckId, or use a key without that limit.';

describe('what a limited key makes', () => {
  test('is no deck: the refusal names the limit, in both APIs', async () => {
    const detail = 'This key is limited to decks: use one without that limit (createDeck).';
    expect((await rest.post('/api/decks', deckInput())).body).toMatchObject({ status: 403, code: 'FORBIDDEN', detail });
    const { errors } = await graphql.send('mutation { createDeck(input: { name: "New" }) { deck { id } } }');
    expect(errors).toMatchObject([
      { message: 'This key is limited to decks: use one without that limit (Mutation.createDeck).' },
    ]);
  });

  test('is no subscription to all decks', async () => {
    const made = await rest.post('/api/notifications/subscriptions', subscriptionInput());
    expect(made.body).toMatchObject({ status: 403, detail: outside });
    const { id } = await createSubscription(rest, { deckId: mine });
    const path = `/api/notifications/subscriptions/${id}`;
    expect((await rest.put(path, { deckId: null })).body).toMatchObject({ status: 403, detail: outside });
    expect((await rest.put(path, { deckId: foreign })).status).toBe(404);
    expect((await app.rest.get(path)).body).toMatchObject({ deckId: mine });
    const all = await createSubscription(app.rest);
    expect((await rest.get(`/api/notifications/subscriptions/${all.id}`)).status).toBe(404);
  });

  test('is an event of its own deck alone', async () => {
    const event = { type: 'limited.event', data: {} };
    expect((await rest.post('/api/events', event)).body).toMatchObject({ status: 403, detail: outside });
    expect((await rest.post('/api/events', { ...event, deckId: foreign })).status).toBe(404);
    expect((await rest.post('/api/events', { ...event, deckId: mine.toUpperCase() })).status).toBe(201);
  });

  test('takes the id of no foreign object, whose type is not disclosed', async () => {
    const { id: slideId } = await createSlide(app.rest, foreign);
    const { id: eventId } = await publish(app, 'limited.foreign', { deckId: foreign });
    for (const id of [slideId, eventId, foreign]) {
      const { status, body } = await rest.post('/api/events', { id, type: 'limited.event', deckId: mine, data: {} });
      const detail = `${id} is the id of something else already: give the event an id of its own.`;
      expect([status, body.detail]).toEqual([409, detail]);
    }
    const { body } = await rest.post('/api/events', { id: mine, type: 'limited.event', deckId: mine, data: {} });
    expect(body.detail).toBe(`${mine} is the id of a Deck already: give the event an id of its own.`);
  });
});

test('the latest cursor is that of the last event that the key sees', async () => {
  const { cursor } = await publish(app, 'limited.last', { deckId: mine });
  await publish(app, 'limited.last', { deckId: foreign });
  await publish(app, 'limited.last');
  expect((await rest.get('/api/events/latest-cursor')).body).toEqual({ latestCursor: { cursor } });
  const { events } = (await rest.get<{ events: EventAnswer[] }>('/api/events?types=limited.last')).body;
  expect(events.map(({ deckId }) => deckId)).toEqual([mine]);
});

test('a deck with a slideId that other decks use too is found without disclosing them', async () => {
  for (const deckId of [mine, foreign]) await createSlide(app.rest, deckId, { slideId: 'shared' });
  expect((await rest.get('/api/slides/shared')).status).toBe(200);
  expect((await app.rest.get('/api/slides/shared')).status).toBe(409);
});

test('streams are shared by those alone who see the same', () => {
  const actor = (decks: Actor['decks']): Actor => ({ ...systemActor, kind: 'key', decks });
  const [one, other] = [randomUUID(), randomUUID()];
  const all = [actor(null), actor([]), actor([one]), actor([other]), actor([one, other])].map(rightsOf);
  expect(new Set(all).size).toBe(all.length);
  expect(rightsOf(actor([other, one]))).toBe(rightsOf(actor([one, other])));
});

describe('the decks of a key', () => {
  const create = (input: object) =>
    app.rest.post<{ apiKey: { id: string; deckIds: string[] | null }; detail: string }>('/api/keys', {
      name: 'Limited',
      scopes: limitedScopes,
      ...input,
    });

  test('exist, and are kept once each in lower case', async () => {
    const { body } = await create({ deckIds: [foreign, mine.toUpperCase(), mine] });
    expect(body.apiKey.deckIds).toEqual([mine, foreign].toSorted());
    const unknown = randomUUID();
    expect(await create({ deckIds: [mine, unknown] })).toMatchObject({
      status: 422,
      body: { detail: `There is no deck with the id ${unknown}.`, errors: [{ pointer: '/deckIds' }] },
    });
    expect((await create({ deckIds: [] })).status).toBe(400);
    expect((await create({})).body.apiKey.deckIds).toBeNull();
  });

  test('limit no administrator', async () => {
    const refused = { status: 422, body: { errors: [{ pointer: '/deckIds' }] } };
    expect(await create({ scopes: ['admin'], deckIds: [mine] })).toMatchObject(refused);
    const { apiKey } = (await create({ deckIds: [mine] })).body;
    expect(await app.rest.put(`/api/keys/${apiKey.id}`, { scopes: ['admin'] })).toMatchObject(refused);
  });

  test('change what its holder sees from the next request on', async () => {
    const { body } = await app.rest.post<{ apiKey: { id: string }; token: string }>('/api/keys', {
      name: 'Moved',
      scopes: ['decks:read'],
      deckIds: [mine],
    });
    const headers = { authorization: `Bearer ${body.token}` };
    const seen = async (): Promise<number[]> =>
      Promise.all([mine, foreign].map(async (id) => (await rest.get(`/api/decks/${id}`, headers)).status));
    expect(await seen()).toEqual([200, 404]);
    await app.rest.put(`/api/keys/${body.apiKey.id}`, { deckIds: [foreign] });
    expect(await seen()).toEqual([404, 200]);
    await app.rest.put(`/api/keys/${body.apiKey.id}`, { deckIds: null });
    expect(await seen()).toEqual([200, 200]);
  });

  test('may shrink: what was answered before, under an Idempotency-Key, is not answered again', async () => {
    const { body } = await app.rest.post<{ apiKey: { id: string }; token: string }>('/api/keys', {
      name: 'Shrinking',
      scopes: ['decks:write'],
      deckIds: [mine, foreign],
    });
    const headers = { authorization: `Bearer ${body.token}`, 'idempotency-key': randomUUID() };
    const slide = slideInput();
    const path = `/api/decks/${foreign}/slides`;
    const made = await rest.post(path, slide, headers);
    expect(made.status).toBe(201);
    expect((await rest.post(path, slide, headers)).body).toEqual(made.body);
    await app.rest.put(`/api/keys/${body.apiKey.id}`, { deckIds: [mine] });
    expect((await rest.post(path, slide, headers)).status).toBe(422);
    expect((await rest.post(path, slide, { ...headers, 'idempotency-key': randomUUID() })).status).toBe(404);
  });

  test('may be deleted: the key then sees nothing, and can still be renamed', async () => {
    const { id } = await createDeck(app.rest);
    const { apiKey } = (await create({ deckIds: [id] })).body;
    await app.rest.delete(`/api/decks/${id}`);
    expect((await app.rest.put(`/api/keys/${apiKey.id}`, { name: 'Renamed' })).status).toBe(200);
  });
});
