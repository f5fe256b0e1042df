import { describe, expect, test } from '@jest/globals';
import type { DeckAnswer, ProblemAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const app = useApp();
const nowhere = '01900000-0000-7000-8000-00000000dead';

const fields =
  'id name description brandName currency defaultLanguage timeZone isEngagementTracked embedOrigins variables createdAt updatedAt';
const shown = `${fields} rightToCancel { rule days sellerName sellerAddress } brand { color logo }`;
const full = {
  name: 'Roof',
  description: 'A visit',
  brandName: 'Summit',
  currency: 'EUR',
  defaultLanguage: 'de-DE',
  timeZone: 'Europe/Berlin',
  isEngagementTracked: false,
  embedOrigins: ['https://app.example.com'],
  variables: { warranty_years: 25, 'company.phone': '+1' },
};
const cleared = {
  description: null,
  brandName: null,
  timeZone: null,
  rightToCancel: null,
  brand: null,
  embedOrigins: null,
  variables: {},
};

describe('decks over REST', () => {
  test('a new deck has its defaults, an address and an ETag', async () => {
    const { status, headers, body } = await app.rest.post<{ deck: DeckAnswer }>('/api/decks', { name: 'Roof' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/decks/${body.deck.id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect(Object.keys(body.deck).toSorted()).toEqual([...fields.split(' '), 'rightToCancel', 'brand'].toSorted());
    expect(body.deck).toMatchObject({ name: 'Roof', ...cleared, currency: 'USD', defaultLanguage: 'en-US' });
    expect(new Date(body.deck.createdAt).toISOString()).toBe(body.deck.createdAt);
    const read = await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${body.deck.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe('"1"');
  });

  test('a deck keeps all that it is given', async () => {
    expect(await createDeck(app.rest, full)).toMatchObject(full);
  });

  test('a PUT changes what it names and clears what it sets to null', async () => {
    const deck = await createDeck(app.rest, full);
    const renamed = await put(deck.id, { name: 'Solar' });
    expect(renamed.body.deck).toEqual({ ...deck, name: 'Solar', updatedAt: renamed.body.deck.updatedAt });
    expect(renamed.headers.get('etag')).toBe('"2"');
    const emptied = await put(deck.id, {
      description: null,
      brandName: null,
      timeZone: null,
      embedOrigins: null,
      variables: null,
    });
    expect(emptied.body.deck).toMatchObject({ name: 'Solar', currency: 'EUR', ...cleared });
  });

  test.each([{}, full, { ...full, variables: { 'company.phone': '+1', warranty_years: 25 } }])(
    'a PUT that says nothing new changes nothing and records nothing (%#)',
    async (input) => {
      const deck = await createDeck(app.rest, full);
      const events = await EventRecorder.start(app);
      const { status, headers, body } = await put(deck.id, input);
      expect([status, headers.get('etag'), body.deck]).toEqual([200, '"1"', deck]);
      expect(await events.taken()).toEqual([]);
    },
  );

  test('PATCH is an alias of PUT', async () => {
    const deck = await createDeck(app.rest, full);
    const { body } = await app.rest.send<{ deck: DeckAnswer }>('PATCH', `/api/decks/${deck.id}`, { name: 'Solar' });
    expect(body.deck).toMatchObject({ ...full, name: 'Solar' });
  });

  test('If-Match refuses an edit of what has changed meanwhile', async () => {
    const deck = await createDeck(app.rest);
    await put(deck.id, { name: 'First' });
    const stale = await app.rest.put(`/api/decks/${deck.id}`, { name: 'Second' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const deletion = await app.rest.delete(`/api/decks/${deck.id}`, { 'if-match': '"1"' });
    expect(deletion.status).toBe(412);
    const current = await app.rest.put(`/api/decks/${deck.id}`, { name: 'Second' }, { 'if-match': '"2"' });
    expect([current.status, current.headers.get('etag')]).toEqual([200, '"3"']);
  });

  test('a change to a slide or an FAQ raises the version of its deck', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id);
    await app.rest.put(`/api/slides/${slide.id}`, { title: 'Other' });
    await app.rest.put(`/api/slides/${slide.id}`, { title: 'Other' });
    await createFaq(app.rest, deck.id);
    await app.rest.delete(`/api/slides/${slide.id}`);
    expect((await app.rest.get(`/api/decks/${deck.id}`)).headers.get('etag')).toBe('"5"');
  });

  test('an unknown deck is 404 and an id that is no UUID is 400', async () => {
    expect((await app.rest.get(`/api/decks/${nowhere}`)).status).toBe(404);
    expect((await app.rest.put(`/api/decks/${nowhere}`, {})).status).toBe(404);
    expect((await app.rest.delete(`/api/decks/${nowhere}`)).status).toBe(404);
    expect((await app.rest.get('/api/decks/1')).status).toBe(400);
  });

  test('a deck is found by its id in capitals, too', async () => {
    const deck = await createDeck(app.rest);
    const { body } = await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${deck.id.toUpperCase()}`);
    expect(body.deck).toEqual(deck);
  });

  test('deleting a deck takes its slides, FAQs and presentations with it and keeps subscriptions', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id);
    await createFaq(app.rest, deck.id);
    const presentation = await createPresentation(app.rest, deck.id);
    const subscription = await createSubscription(app.rest, { deckId: deck.id });
    const before = await app.rowCounts();
    const { status, body } = await app.rest.delete<string>(`/api/decks/${deck.id}`);
    expect([status, body]).toEqual([204, '']);
    expect(await app.rowCounts()).toMatchObject({
      deck: Number(before['deck']) - 1,
      slide: Number(before['slide']) - 1,
      faq: Number(before['faq']) - 1,
      presentation: Number(before['presentation']) - 1,
      notification_subscription: before['notification_subscription'],
    });
    expect((await app.rest.get(`/api/slides/${slide.id}`)).status).toBe(404);
    expect((await app.rest.get(`/api/presentations/${presentation.id}`)).status).toBe(404);
    expect((await app.rest.get(`/api/notifications/subscriptions/${subscription.id}`)).body).toEqual(subscription);
  });

  const put = (id: string, input: object) => app.rest.put<{ deck: DeckAnswer }>(`/api/decks/${id}`, input);
});

describe('decks over GraphQL', () => {
  test('a new deck has the defaults that REST gives it', async () => {
    const deck = await create({ name: 'Roof' });
    expect(deck).toMatchObject({ name: 'Roof', ...cleared, currency: 'USD', defaultLanguage: 'en-US' });
    expect((await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${deck.id}`)).body.deck).toEqual(deck);
    expect(await read(deck.id)).toEqual(deck);
  });

  test('an update changes what it names and clears what it sets to null', async () => {
    const deck = await create(full);
    const renamed = await update(deck.id, { name: 'Solar' });
    expect(renamed).toEqual({ ...deck, name: 'Solar', updatedAt: renamed.updatedAt });
    const emptied = await update(deck.id, {
      description: null,
      brandName: null,
      timeZone: null,
      embedOrigins: null,
      variables: null,
    });
    expect(emptied).toMatchObject({ name: 'Solar', currency: 'EUR', ...cleared });
  });

  test.each([{}, full])('an update that says nothing new changes nothing and records nothing (%#)', async (input) => {
    const deck = await create(full);
    const events = await EventRecorder.start(app);
    expect(await update(deck.id, input)).toEqual(deck);
    expect((await app.rest.get(`/api/decks/${deck.id}`)).headers.get('etag')).toBe('"1"');
    expect(await events.taken()).toEqual([]);
  });

  test('a required name cannot be cleared: null leaves it as it is', async () => {
    const deck = await create(full);
    await app.graphql.data(`mutation { updateDeck(id: "${deck.id}", input: { name: null }) { deck { id } } }`);
    const { status, headers, body } = await app.rest.put<{ deck: { name: string } }>(`/api/decks/${deck.id}`, {
      name: null,
    });
    expect([status, headers.get('etag'), body.deck.name]).toEqual([200, '"1"', deck['name']]);
  });

  test('an empty name is refused as in REST', async () => {
    const deck = await create(full);
    const { errors } = await app.graphql.send(
      `mutation { updateDeck(id: "${deck.id}", input: { name: "" }) { deck { id } } }`,
    );
    const refused = await app.rest.put(`/api/decks/${deck.id}`, { name: '' });
    expect(errors?.[0]?.extensions.problem).toMatchObject(withoutRequest(refused.body));
  });

  test('an unknown deck reads as null and cannot be changed', async () => {
    expect(await read(nowhere)).toBeNull();
    const { errors } = await app.graphql.send(`mutation { deleteDeck(id: "${nowhere}") { deck { id } } }`);
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('deleting a deck answers with what it was', async () => {
    const deck = await create(full);
    const { deleteDeck } = await app.graphql.data<{ deleteDeck: { deck: DeckAnswer } }>(
      `mutation { deleteDeck(id: "${deck.id}") { deck { ${shown} slides { id } slideCount } } }`,
    );
    expect(deleteDeck.deck).toEqual({ ...deck, slides: [], slideCount: 0 });
    expect(await read(deck.id)).toBeNull();
  });

  const create = async (input: object): Promise<DeckAnswer> =>
    (
      await app.graphql.data<{ it: { deck: DeckAnswer } }>(
        `mutation ($input: CreateDeckInput!) { it: createDeck(input: $input) { deck { ${shown} } } }`,
        { input },
      )
    ).it.deck;
  const update = async (id: string, input: object): Promise<DeckAnswer> =>
    (
      await app.graphql.data<{ it: { deck: DeckAnswer } }>(
        `mutation ($id: ID!, $input: UpdateDeckInput!) { it: updateDeck(id: $id, input: $input) { deck { ${shown} } } }`,
        { id, input },
      )
    ).it.deck;
  const read = async (id: string): Promise<DeckAnswer | null> =>
    (await app.graphql.data<{ deck: DeckAnswer | null }>(`{ deck(id: "${id}") { ${shown} } }`)).deck;
});

/** What a refusal says in both APIs; only REST has an instance, and pointers start where the API's input does. */
function withoutRequest({ type, title, status, detail, code, errors }: ProblemAnswer): object {
  return { type, title, status, detail, code, errors };
}
