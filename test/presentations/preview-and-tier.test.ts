import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationAnswer, PricingAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

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

/** As every copy has it: the ids of its slides and FAQs are new in each. */
function withoutIds({ slides, faqs, pricing, warnings }: PresentationAnswer): object {
  const part = (one: { id: string }): object => ({ ...one, id: null });
  return { slides: slides.map(part), faqs: faqs.map(part), pricing, warnings };
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
    const made = await createPresentation(app.rest, deckId, input);
    const { pricing, warnings } = made;
    expect(withoutIds(body.preview)).toEqual(withoutIds(made));
    const ids = [made, body.preview].flatMap(({ slides, faqs }) => [...slides, ...faqs].map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
    expect(pricing.offers[0]?.tiers.map(({ total }) => total)).toEqual(['100.00', '30.00', null]);
    expect(warnings.map(({ code }) => code)).toEqual(['tier_order', 'missing_value']);
  });

  test('is the same over GraphQL', async () => {
    const deckId = await pricedDeck();
    const selection = `{ slides { sourceSlideId title narrationScript } faqs { cannedAnswer }
      pricing { offers { tiers { total totalText lines { label amountText } } } } warnings { code detail } }`;
    const variables = { deckId, input: { homeowner: { firstName: 'Dana', lastName: 'W' } } };
    const before = await app.rowCounts();
    const { preview } = await app.graphql.data<{ preview: object }>(
      `query ($deckId: ID!, $input: CreatePresentationInput!) {
        preview: previewPresentation(deckId: $deckId, input: $input) ${selection} }`,
      variables,
    );
    expect(await app.rowCounts()).toEqual(before);
    const { made } = await app.graphql.data<{ made: { presentation: object } }>(
      `mutation ($deckId: ID!, $input: CreatePresentationInput!) {
        made: createPresentation(deckId: $deckId, input: $input) { presentation ${selection} } }`,
      variables,
    );
    expect(preview).toEqual(made.presentation);
  });
});

/** The same pricing with another tier of the first offer. */
function chosen(
  { offers }: PricingAnswer,
  selectedTier: PricingAnswer['offers'][number]['selectedTier'],
): PricingAnswer {
  return { offers: offers.map((offer, index) => (index === 0 ? { ...offer, selectedTier } : offer)) };
}

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
    const sourceSlideId = presentation.pricing.offers[0]?.sourceSlideId;
    const events = await EventRecorder.start(app);
    const { status, headers, body } = await select(id, 'better', '"1"');
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const { updatedAt } = body.presentation;
    expect(body.presentation).toEqual({
      ...presentation,
      pricing: chosen(presentation.pricing, 'better'),
      updatedAt,
    });
    expect((await select(id, 'better')).headers.get('etag')).toBe('"2"');
    expect((await select(id, 'good', '"1"')).status).toBe(412);
    const { selectTier } = await app.graphql.data<{ selectTier: object }>(
      `mutation { selectTier(presentationId: "${id}", tier: GOOD) { presentation { pricing { offers { selectedTier } } } } }`,
    );
    expect(selectTier).toEqual({ presentation: { pricing: { offers: [{ selectedTier: 'GOOD' }] } } });
    const type = 'presentation.tier_selected';
    expect(await events.facts()).toEqual([
      { type, deckId, data: { presentationId: id, tier: 'better', sourceSlideId } },
      { type, deckId, data: { presentationId: id, tier: 'good', sourceSlideId } },
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

  test("is nobody's until somebody selects it, and the one that the deck suggests stands beside it", async () => {
    const deckId = await pricedDeck();
    const { id, pricing, slides } = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 3 } });
    expect(pricing.offers).toMatchObject([{ selectedTier: null, suggestedTier: 'good' }]);
    // The texts have to name one.
    expect(slides[0]?.narrationScript).toBe('Good at $100 for');
    const events = await EventRecorder.start(app);
    const { body } = await select(id, 'good');
    expect(body.presentation.pricing.offers).toMatchObject([{ selectedTier: 'good', suggestedTier: 'good' }]);
    const { presentation } = await app.graphql.data<{ presentation: object }>(
      `{ presentation(id: "${id}") { pricing { offers { selectedTier suggestedTier } } } }`,
    );
    const both = { selectedTier: 'GOOD', suggestedTier: 'GOOD' };
    expect(presentation).toEqual({ pricing: { offers: [both] } });
    expect(await events.facts()).toMatchObject([
      { type: 'presentation.tier_selected', data: { presentationId: id, tier: 'good' } },
    ]);
  });

  test('is suggested only where it has a price, also in what a former release has made', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const productData = { defaultSelectedTier: 'best', good: { price: 100 }, best: { pricePerKw: 3_000 } };
    await createSlide(app.rest, deckId, { slideType: 'product_pricing_v1', productData });
    const { pricing } = await createPresentation(app.rest, deckId);
    expect([pricing.offers[0]?.suggestedTier, pricing.offers[0]?.suggestedTier]).toEqual([null, null]);
    const measured = await createPresentation(app.rest, deckId, { price_inputs: { system_size_kw: 2 } });
    expect(measured.pricing.offers[0]?.suggestedTier).toBe('best');
  });

  test('is in texts the first of the offer, where that has no tier of the name that its author suggests', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      narrationScript: '{{selected.name}} at {{selected.price}}.',
      productData: { defaultSelectedTier: 'best', better: { name: 'Roof', price: 100 } },
    });
    const { pricing, slides } = await createPresentation(app.rest, deckId);
    expect(pricing.offers).toMatchObject([{ selectedTier: null, suggestedTier: null }]);
    expect(slides[0]?.narrationScript).toBe('Roof at $100.');
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

describe('an offer that was stored before discounts, tax and deposits were known', () => {
  test('is priced as it was, whatever keys of its own it has', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId, { slideType: 'product_pricing_v1', productData: {} });
    const stored = {
      roundTo: 50,
      good: { name: ' ', price: '9990.5', adders: [{ amount: 10 }], tax: 8, deposit: 500, percent: 5 },
      better: {
        basePrice: 350,
        pricePerSquare: 509.15,
        wastePercent: 10,
        minPrice: 9_000,
        adders: [{ label: 'Permit', amount: 650, percent: -10 }],
        tax: { rate: 8 },
        deposit: { due: 'on signing' },
      },
      best: { pricePerSquare: 1, minPrice: 20_590 },
    };
    await sql`update slide set product_data = ${JSON.stringify(stored)}::jsonb where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    const { pricing, warnings } = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 24.5 } });
    expect(
      pricing.offers[0]?.tiers.map(({ name, total, lines }) => [name, total, lines.map(({ amount }) => amount)]),
    ).toEqual([
      ['Good', '10000.00', ['9990.50', '9.50']],
      ['Better', '14700.00', ['350.00', '12474.18', '1247.42', '650.00', '-21.60']],
      ['Best', '20600.00', ['24.50', '20565.50', '10.00']],
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('a deck with two pricing slides', () => {
  const slide = {
    slideType: 'product_pricing_v1',
    narrationScript: '{{better.name}} at {{better.price}}, {{selected.name}} with {{selected.deposit}} down',
  };
  const roof = { good: { name: 'Shingle', price: 100 }, better: { name: 'Tile', pricePerSquare: 10 } };
  const solar = {
    defaultSelectedTier: 'better',
    good: { name: 'Six', price: 600 },
    better: { name: 'Nine for {{first_name}}', price: 900, deposit: { percent: 10 } },
  };

  async function presented() {
    const { id: deckId } = await createDeck(app.rest);
    const first = await createSlide(app.rest, deckId, { ...slide, title: 'Your roof', productData: roof });
    await createSlide(app.rest, deckId, { narrationScript: 'From {{better.price}}' });
    const second = await createSlide(app.rest, deckId, { ...slide, title: 'Your {{city}} sun', productData: solar });
    const presentation = await createPresentation(app.rest, deckId, {
      homeowner: { first_name: 'Dana', last_name: 'W', city: 'Austin' },
    });
    return { deckId, roofId: first.id, solarId: second.id, presentation };
  }

  test('has an offer of each, and placeholders mean the offer of their own slide', async () => {
    const { roofId, solarId, presentation } = await presented();
    const { slides, pricing, warnings } = presentation;
    expect(slides.map(({ narrationScript }) => narrationScript)).toEqual([
      'Tile at, Shingle with down',
      'From',
      'Nine for Dana at $900, Nine for Dana with $90 down',
    ]);
    const unsigned = { selectedTier: null, isAgreed: false, addOns: [], financing: [] };
    expect(pricing.offers.map(({ tiers, ...offer }) => [offer, tiers.map(({ total }) => total)])).toEqual([
      [{ sourceSlideId: roofId, title: 'Your roof', suggestedTier: null, ...unsigned }, ['100.00', null]],
      [
        { sourceSlideId: solarId, title: 'Your Austin sun', suggestedTier: 'better', ...unsigned },
        ['600.00', '900.00'],
      ],
    ]);
    expect(warnings.filter(({ code }) => code === 'needs_input')).toMatchObject([{ sourceSlideId: roofId }]);
  });

  test('lets a tier of each be chosen, through both APIs', async () => {
    const { solarId, presentation } = await presented();
    const path = `/api/presentations/${presentation.id}/tier`;
    const { body } = await app.rest.put<{ presentation: PresentationAnswer }>(path, {
      tier: 'good',
      sourceSlideId: solarId,
    });
    expect(body.presentation.pricing.offers.map(({ selectedTier }) => selectedTier)).toEqual([null, 'good']);
    const { selectTier } = await app.graphql.data<{ selectTier: object }>(
      `mutation { selectTier(presentationId: "${presentation.id}", tier: BETTER, sourceSlideId: "${solarId}") { presentation {
        pricing { offers { sourceSlideId selectedTier } } } } }`,
    );
    const sourceSlideId = presentation.pricing.offers[0]?.sourceSlideId;
    expect(selectTier).toEqual({
      presentation: {
        pricing: {
          offers: [
            { sourceSlideId, selectedTier: null },
            { sourceSlideId: solarId, selectedTier: 'BETTER' },
          ],
        },
      },
    });
    const nowhere = '01900000-0000-7000-8000-00000000dead';
    const refused = await app.rest.put(path, { tier: 'good', sourceSlideId: nowhere });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/sourceSlideId' }] } });
    expect(refused.body.detail).toContain(solarId);
  });

  test('drifts by offer', async () => {
    const { solarId, presentation } = await presented();
    await app.rest.put(`/api/slides/${solarId}`, { productData: { ...solar, better: { price: 900 } } });
    const path = `/api/presentations/${presentation.id}/drift`;
    const { body } = await app.rest.get<{ drift: { prices: object[] } }>(path);
    expect(body.drift.prices).toMatchObject([
      { sourceSlideId: solarId, tier: 'better', before: { deposit: '90.00' }, now: { deposit: null } },
    ]);
    await app.rest.delete(`/api/slides/${solarId}`);
    const gone = await app.rest.get<{ drift: { prices: object[] } }>(path);
    expect(gone.body.drift.prices).toMatchObject(
      ['good', 'better'].map((tier) => ({ sourceSlideId: solarId, tier, now: null })),
    );
  });
});
