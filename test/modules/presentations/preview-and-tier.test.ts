import { describe, expect, test } from '@jest/globals';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, presentationInput } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { EventRecorder } from '../event-recorder.ts';

const app = useApp();

async function pricedDeck(): Promise<string> {
  const { id: deckId } = await createDeck(app.rest);
  await createSlide(app.rest, deckId, {
    slideType: 'product_pricing_v1',
    narrationScript: '{{selected.name}} at {{selected.price}} for {{city}}',
    productData: {
      defaultSelectedTier: 'good',
      good: { price: 100 },
      better: { name: 'Roof', pricePerSquare: 10 },
      best: { name: 'None' },
    },
  });
  await createFaq(app.rest, deckId, { cannedAnswer: 'Ask {{first_name}}.' });
  return deckId;
}

describe('a preview', () => {
  test('is what creation makes, and leaves no trace', async () => {
    const deckId = await pricedDeck();
    const input = presentationInput({ price_inputs: { roof_squares: 3 } });
    const events = await EventRecorder.start(app);
    const before = await app.rowCounts();
    const { status, body } = await app.rest.post<{ preview: PresentationAnswer }>(
      `/api/decks/${deckId}/presentations/preview`,
      input,
    );
    expect(status).toBe(200);
    expect(await app.rowCounts()).toEqual(before);
    expect(await events.facts()).toEqual([]);
    const { slides, faqs, pricing, warnings } = await createPresentation(app.rest, deckId, input);
    expect(body.preview).toEqual({ slides, faqs, pricing, warnings });
    expect(pricing.tiers.map(({ total }) => total)).toEqual(['100.00', '30.00', null]);
    expect(warnings.map(({ code }) => code)).toEqual(['tier_order', 'missing_value']);
  });

  test('is the same over GraphQL', async () => {
    const deckId = await pricedDeck();
    const selection = `{ slides { id title narrationScript } faqs { cannedAnswer }
      pricing { tiers { total totalText lines { label amountText } } } warnings { code detail } }`;
    const variables = { deckId, input: { homeowner: { firstName: 'Dana', lastName: 'W' } } };
    const before = await app.rowCounts();
    const { preview } = await app.graphql.data<{ preview: object }>(
      `query ($deckId: ID!, $input: CreatePresentationInput!) {
        preview: previewPresentation(deckId: $deckId, input: $input) ${selection} }`,
      variables,
    );
    expect(await app.rowCounts()).toEqual(before);
    const { made } = await app.graphql.data<{ made: object }>(
      `mutation ($deckId: ID!, $input: CreatePresentationInput!) {
        made: createPresentation(deckId: $deckId, input: $input) ${selection} }`,
      variables,
    );
    expect(preview).toEqual(made);
  });
});

describe('the tier that a homeowner chooses', () => {
  const select = (id: string, tier: string, etag?: string) =>
    app.rest.put<{ presentation: PresentationAnswer }>(
      `/api/presentations/${id}/tier`,
      { tier },
      etag === undefined ? {} : { 'if-match': etag },
    );

  test('is noted once, is one event, and leaves the texts as they were made', async () => {
    const deckId = await pricedDeck();
    const presentation = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 3 } });
    const { id } = presentation;
    const events = await EventRecorder.start(app);
    const { status, headers, body } = await select(id, 'better', '"1"');
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const { updatedAt } = body.presentation;
    expect(body.presentation).toEqual({
      ...presentation,
      pricing: { ...presentation.pricing, selectedTier: 'better' },
      updatedAt,
    });
    expect((await select(id, 'better')).headers.get('etag')).toBe('"2"');
    expect((await select(id, 'good', '"1"')).status).toBe(412);
    const { selectTier } = await app.graphql.data<{ selectTier: object }>(
      `mutation { selectTier(presentationId: "${id}", tier: GOOD) { pricing { selectedTier } } }`,
    );
    expect(selectTier).toEqual({ pricing: { selectedTier: 'GOOD' } });
    const type = 'presentation.tier_selected';
    expect(await events.facts()).toEqual([
      { type, deckId, data: { id, tier: 'better' } },
      { type, deckId, data: { id, tier: 'good' } },
    ]);
  });

  test.each([
    ['better', 'The tier better has no price without roof_squares; good can be selected.'],
    ['best', 'The tier best has no price in the deck; good can be selected.'],
  ])('may not be %s without a price', async (tier, detail) => {
    const { id } = await createPresentation(app.rest, await pricedDeck());
    const answer = await app.rest.put(`/api/presentations/${id}/tier`, { tier });
    expect(answer).toMatchObject({ status: 422, body: { detail, errors: [{ pointer: '/tier' }] } });
  });

  test('is the first of the offer until then, where that has no tier of the name that its author gave', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      narrationScript: '{{selected.name}} at {{selected.price}}.',
      productData: { defaultSelectedTier: 'best', better: { name: 'Roof', price: 100 } },
    });
    const { pricing, slides } = await createPresentation(app.rest, deckId);
    expect([pricing.selectedTier, slides[0]?.narrationScript]).toEqual(['better', 'Roof at $100.']);
  });

  test('may not be one that the presentation has not', async () => {
    const { id } = await createPresentation(app.rest, (await createDeck(app.rest)).id);
    const { body } = await app.rest.put(`/api/presentations/${id}/tier`, { tier: 'good' });
    expect(body.detail).toBe('The presentation has no tier good; none of its tiers has a price.');
  });

  test('of choices at the same time each is one event, in turn', async () => {
    const deckId = await pricedDeck();
    const { id } = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 3 } });
    const events = await EventRecorder.start(app);
    await Promise.all(Array.from({ length: 10 }, () => select(id, 'better')));
    expect(await events.facts()).toHaveLength(1);
  });
});
