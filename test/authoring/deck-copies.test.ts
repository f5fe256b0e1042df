import { describe, expect, test } from '@jest/globals';
import type { DeckAnswer, FaqAnswer, SlideAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { limitedKey } from '../kit/rights/sight/limited-key.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const duplicate = (id: string, body: object = {}) =>
  app.rest.post<{ deck: DeckAnswer }>(`/api/decks/${id}/duplicate`, body);

interface Contents {
  readonly slides: SlideAnswer[];
  readonly faqs: FaqAnswer[];
}

async function contentsOf(id: string): Promise<Contents> {
  const { slides } = (await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${id}/slides`)).body;
  const { faqs } = (await app.rest.get<{ faqs: FaqAnswer[] }>(`/api/decks/${id}/faqs`)).body;
  return { slides, faqs };
}

/** What differs between a deck and its copy. */
const own = { id: null, deckId: null, createdAt: null, updatedAt: null };

const withoutIds = ({ slides, faqs }: Contents): object =>
  [slides, faqs].map((rows) => rows.map((row) => ({ ...row, ...own })));

/** A deck with all that a copy has to keep. */
async function whole(): Promise<DeckAnswer> {
  const deck = await createDeck(app.rest, {
    description: 'For Texas',
    brandName: 'Larkspur',
    brand: { color: '#0b5d4b', logo: onePixel },
    currency: 'EUR',
    timeZone: 'America/Chicago',
    variables: { crew: 'Team' },
  });
  const es = { title: 'Hola', bullets: [], narrationScript: 'Hola.' };
  await createSlide(app.rest, deck.id, { slideId: 'b', orderIndex: 4, translations: { es }, bullets: ['One'] });
  await createSlide(app.rest, deck.id, {
    slideId: 'a',
    orderIndex: 4,
    slideType: 'product_pricing_v1',
    productData: { good: { name: 'Good', price: '100' } },
  });
  for (const userQuestion of ['Why?', 'When?'])
    await createFaq(app.rest, deck.id, { userQuestion, relatedSlideId: 'a' });
  return deck;
}

describe('the copy of a deck', () => {
  test('has its texts, prices, translations, FAQs and brand under new ids, in the same order', async () => {
    const deck = await whole();
    const { status, body, headers } = await duplicate(deck.id);
    const copy = body.deck;
    expect([status, headers.get('location')]).toEqual([201, `/api/decks/${copy.id}`]);
    const [before, after] = [await contentsOf(deck.id), await contentsOf(copy.id)];
    expect(withoutIds(after)).toEqual(withoutIds(before));
    const ids = [before, after].flatMap(({ slides, faqs }) => [...slides, ...faqs].map(({ id }) => id));
    expect(new Set(ids).size).toBe(8);
    const { id: _id, name, brand, createdAt: _createdAt, updatedAt: _updatedAt, ...kept } = deck;
    expect(copy).toMatchObject({ ...kept, name: `Copy of ${name}` });
    expect(copy.brand?.color).toBe('#0b5d4b');
    expect(copy.brand?.logo).not.toBe(brand?.logo);
    const logos = await Promise.all(
      [deck, copy].map(async ({ brand: shown }) => {
        const logo = await fetch(app.base + (shown?.logo ?? ''), { headers: { authorization: `Bearer ${apiKey}` } });
        return Buffer.from(await logo.arrayBuffer()).toString('base64');
      }),
    );
    expect(logos[0]).toBe(logos[1]);
    const { body: translations } = await app.rest.get<{ translations: object }>(
      `/api/slides/${after.slides[0]?.id}/translations`,
    );
    expect(translations.translations).toMatchObject({ es: { title: 'Hola' } });
  });

  test('lives apart: changes and the deletion of the deck leave it as it is', async () => {
    const deck = await whole();
    const copy = (await duplicate(deck.id, { name: 'Another' })).body.deck;
    expect(copy.name).toBe('Another');
    const before = await contentsOf(copy.id);
    await app.rest.put(`/api/slides/${(await contentsOf(deck.id)).slides[0]?.id}`, { title: 'Changed' });
    await app.rest.delete(`/api/decks/${deck.id}`);
    expect(await contentsOf(copy.id)).toEqual(before);
    const logo = await fetch(app.base + (copy.brand?.logo ?? ''), { headers: { authorization: `Bearer ${apiKey}` } });
    expect(logo.status).toBe(200);
    await createPresentation(app.rest, copy.id);
  });

  test('has none of its presentations and subscriptions', async () => {
    const deck = await whole();
    await createPresentation(app.rest, deck.id);
    await createSubscription(app.rest, { eventType: 'contract.*', deckId: deck.id });
    const mutation = `mutation ($id: ID!) { duplicateDeck(deckId: $id) {
      deck { name slideCount presentations { totalCount } subscriptions { totalCount } } } }`;
    expect(await app.graphql.data(mutation, { id: deck.id })).toEqual({
      duplicateDeck: {
        deck: {
          name: `Copy of ${deck.name}`,
          slideCount: 2,
          presentations: { totalCount: 0 },
          subscriptions: { totalCount: 0 },
        },
      },
    });
  });

  test('is reported as if it had been written by hand', async () => {
    const deck = await whole();
    const recorder = await EventRecorder.start(app);
    const { id } = (await duplicate(deck.id)).body.deck;
    const facts = await recorder.facts();
    expect(facts.map(({ type, deckId }) => [type, deckId])).toEqual(
      ['deck.created', 'slide.created', 'slide.created', 'faq.created', 'faq.created'].map((type) => [type, id]),
    );
  });

  test('has a name of its own that is short enough', async () => {
    const deck = await createDeck(app.rest, { name: 'N'.repeat(200) });
    expect((await duplicate(deck.id)).body.deck.name).toBe(`Copy of ${'N'.repeat(190)}`);
    expect((await duplicate(deck.id, { name: '' })).status).toBe(400);
    expect((await duplicate('01900000-0000-7000-8000-00000000dead')).status).toBe(404);
  });

  test('is not for the holder of a key that is limited to decks', async () => {
    const deck = await createDeck(app.rest);
    const authorization = await limitedKey(app, [deck.id]);
    const answer = await app.rest.send('POST', `/api/decks/${deck.id}/duplicate`, {}, { authorization });
    expect(answer.status).toBe(403);
  });
});
