import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Schemas, TierPriceAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

type Drift = Schemas['PresentationDrift'];

const app = useApp();
const none: Drift = { isCurrent: true, slides: [], faqs: [], prices: [] };

/** As both APIs tell it. */
async function driftOf(presentationId: string): Promise<Drift> {
  const { body } = await app.rest.get<{ drift: Drift }>(`/api/presentations/${presentationId}/drift`);
  const { presentation } = await app.graphql.data<{ presentation: { drift: Drift } }>(
    `{ presentation(id: "${presentationId}") { drift {
      isCurrent slides { sourceSlideId slideId kind fields } faqs { faqId kind fields }
      prices { tier before { total } now { total } } } } }`,
  );
  const { isCurrent, slides, faqs, prices } = body.drift;
  const upper = <T extends { kind: string }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, kind: item.kind.toUpperCase() }));
  const total = (price: TierPriceAnswer | null) => price && { total: price.total };
  expect(presentation.drift).toEqual({
    isCurrent,
    slides: upper(slides),
    faqs: upper(faqs),
    prices: prices.map(({ tier, before, now }) => ({
      tier: tier.toUpperCase(),
      before: total(before),
      now: total(now),
    })),
  });
  return body.drift;
}

async function presented(slide: object = {}, input: object = {}, deck: object = {}) {
  const { id: deckId } = await createDeck(app.rest, deck);
  const { id: sourceSlideId } = await createSlide(app.rest, deckId, {
    slideId: 'one',
    narrationScript: 'Hi {{first_name}}.',
    ...slide,
  });
  const { id } = await createPresentation(app.rest, deckId, input);
  return { id, deckId, sourceSlideId, change: (body: object) => app.rest.put(`/api/slides/${sourceSlideId}`, body) };
}

describe('the drift of a presentation', () => {
  test('is none while nothing changed', async () => {
    const { id } = await presented();
    expect(await driftOf(id)).toEqual(none);
  });

  test('names the slides and FAQs that were added, removed and changed, and how', async () => {
    const { id, deckId, sourceSlideId, change } = await presented();
    const gone = await createSlide(app.rest, deckId, { slideId: 'gone' });
    const faq = await createFaq(app.rest, deckId);
    const presentation = await createPresentation(app.rest, deckId);
    await change({ title: 'New', bullets: ['{{last_name}}'], heroImg: '/h.png', narrationScript: 'Hello.' });
    await app.rest.delete(`/api/slides/${gone.id}`);
    const added = await createSlide(app.rest, deckId, { slideId: 'added' });
    await app.rest.put(`/api/faqs/${faq.id}`, { cannedAnswer: 'No.' });
    expect(await driftOf(presentation.id)).toEqual({
      isCurrent: false,
      slides: [
        { sourceSlideId: gone.id, slideId: 'gone', kind: 'removed', fields: [] },
        { sourceSlideId, slideId: 'one', kind: 'changed', fields: ['title', 'bullets', 'narrationScript', 'heroImg'] },
        { sourceSlideId: added.id, slideId: 'added', kind: 'added', fields: [] },
      ],
      faqs: [{ faqId: faq.id, kind: 'changed', fields: ['cannedAnswer'] }],
      prices: [],
    });
    expect((await driftOf(id)).faqs).toEqual([{ faqId: faq.id, kind: 'added', fields: [] }]);
  });

  test('names prices with what they were and are', async () => {
    const pricing = { slideType: 'product_pricing_v1', productData: { good: { pricePerSquare: 10 } } };
    const { id, change } = await presented(pricing, { price_inputs: { roof_squares: 3 } });
    await change({ productData: { good: { pricePerSquare: 11 }, best: { price: 99 } } });
    const { slides, prices } = await driftOf(id);
    expect(slides).toMatchObject([{ kind: 'changed', fields: ['productData'] }]);
    expect(prices).toMatchObject([
      { tier: 'good', before: { total: '30.00', totalText: '$30' }, now: { total: '33.00', totalText: '$33' } },
      { tier: 'best', before: null, now: { total: '99.00' } },
    ]);
  });

  test('includes a text that another variable or currency changes', async () => {
    const slide = {
      slideType: 'product_pricing_v1',
      narrationScript: '{{crew}}',
      productData: { good: { price: 5 } },
    };
    const { id, deckId } = await presented(slide, {}, { variables: { crew: 'A' } });
    await app.rest.put(`/api/decks/${deckId}`, { variables: { crew: 'B' }, currency: 'EUR' });
    const { slides, prices } = await driftOf(id);
    expect(slides).toMatchObject([{ fields: ['narrationScript'] }]);
    expect(prices).toMatchObject([
      { before: { total: '5.00', currency: 'USD' }, now: { total: '5.00', currency: 'EUR' } },
    ]);
  });

  test.each<[what: string, change: object]>([
    ['other placeholders say the same', { narrationScript: 'Hi {{ homeowner.first_name | default: "x" }}.' }],
    ['the words are written out', { narrationScript: 'Hi Dana.' }],
    ['a translation is added', { translations: { es: { title: 'x', bullets: [], narrationScript: 'x' } } }],
    ['audio is recorded', { audioUrl: '/a.mp3', wordTimings: [] }],
  ])('is none when %s', async (_what, body) => {
    const { id, change } = await presented();
    expect((await change(body)).headers.get('etag')).toBe('"2"');
    expect(await driftOf(id)).toEqual(none);
  });

  test('is none when a slide was changed and changed back, and when the tier was chosen', async () => {
    const pricing = { slideType: 'product_pricing_v1', productData: { good: { price: 1 }, best: { price: 2 } } };
    const { id, change } = await presented({ ...pricing, title: 'Old {{selected.price}}' });
    await change({ title: 'New' });
    expect((await driftOf(id)).isCurrent).toBe(false);
    await change({ title: 'Old {{selected.price}}' });
    await app.rest.put(`/api/presentations/${id}/tier`, { tier: 'best' });
    expect(await driftOf(id)).toEqual(none);
  });

  test.each(['blank', 'keep', 'error'])('is none when gaps are filled as they were: %s', async (missing) => {
    const gap = missing === 'error' ? 'filled' : '{{city}}';
    const { id, deckId } = await presented({ title: `In ${gap}` }, { missing });
    await app.rest.put(`/api/decks/${deckId}`, { description: 'Other' });
    expect(await driftOf(id)).toEqual(none);
  });

  test('counts the day on which the presentation was made', async () => {
    const { id, deckId } = await presented({ title: '{{date}}' });
    const { kysely } = app.database.connection;
    await sql`update presentation set created_at = now() - interval '3 days',
      source = jsonb_set(source, '{madeAt}', '"2026-01-02T23:59:59.999Z"') where id = ${id}`.execute(kysely);
    await sql`update presentation_slide set title = 'January 2, 2026' where presentation_id = ${id}`.execute(kysely);
    await app.rest.put(`/api/decks/${deckId}`, { description: 'Other' });
    expect(await driftOf(id)).toEqual(none);
  });

  test('covers presentations that were made before it was', async () => {
    const { id, deckId, change } = await presented();
    const { kysely } = app.database.connection;
    await sql`update presentation set source = null where id = ${id}`.execute(kysely);
    expect(await driftOf(id)).toEqual(none);
    await change({ title: 'New' });
    expect((await driftOf(id)).slides).toMatchObject([{ fields: ['title'] }]);
    await app.rest.delete(`/api/decks/${deckId}`);
    expect((await app.rest.get(`/api/presentations/${id}/drift`)).status).toBe(404);
  });
});
