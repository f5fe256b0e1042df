import { describe, expect, test } from '@jest/globals';
import type { PresentationAnswer, PricingAnswer } from '../helpers/answers.ts';
import { createDeck, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();

const offer = {
  roundTo: 50,
  defaultSelectedTier: 'better',
  good: { name: 'Basic of {{deck.name}}', tagline: 'Dry', features: ['Shingles'], price: 100 },
  better: {
    pricePerSquare: 325.5,
    wastePercent: 10,
    adders: [{ label: 'Autumn', percent: -5 }],
    tax: { percent: 8.25 },
    deposit: { percent: 20 },
    addOns: [{ key: 'guards', label: 'Gutter guards', amount: 40, per: 'square' }],
    financing: [{ provider: 'Foothill', annualPercent: 6.99, months: 12 }],
  },
  best: { pricePerKw: 10 },
};
const measured = { roof_squares: 24.5 };

type Preview = PricingAnswer['offers'][number] & Pick<PresentationAnswer, 'warnings'>;

describe('the preview of an offer', () => {
  test('has the prices that presentations of its slide have, and stores nothing', async () => {
    const deck = await createDeck(app.rest);
    const before = await app.rowCounts();
    const body = { productData: offer, price_inputs: measured };
    const answer = await app.rest.post<{ preview: Preview }>(`/api/decks/${deck.id}/offers/preview`, body);
    expect(answer.status).toBe(200);
    expect(await app.rowCounts()).toEqual(before);
    await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData: offer });
    const whole = await app.rest.post<{ preview: PresentationAnswer }>(
      `/api/decks/${deck.id}/presentations/preview`,
      presentationInput({ price_inputs: measured }),
    );
    const [stored] = whole.body.preview.pricing.offers;
    const { warnings, ...preview } = answer.body.preview;
    expect(stored).toMatchObject(preview);
    expect(preview.tiers.map(({ total }) => total)).toEqual(['100.00', expect.stringMatching(/^\d+\.\d\d$/), null]);
    expect(warnings.map(({ code, sourceSlideId }) => [code, sourceSlideId])).toEqual([['needs_input', null]]);
  });

  test('is the same over GraphQL, and refuses what a slide would be refused for', async () => {
    const deck = await createDeck(app.rest);
    const query = `query ($deckId: ID!, $input: PreviewOfferInput!) {
      previewOffer(deckId: $deckId, input: $input) {
        suggestedTier tiers { total lines { label amount } } addOns { key amount } financing { payments { monthly } }
      }
    }`;
    const input = { productData: { ...offer, defaultSelectedTier: 'BETTER' }, priceInputs: { roofSquares: 24.5 } };
    const { previewOffer } = await app.graphql.data<{ previewOffer: Preview }>(query, { deckId: deck.id, input });
    expect(previewOffer.suggestedTier).toBe('BETTER');
    expect(previewOffer.addOns).toEqual([{ key: 'guards', amount: '980.00' }]);
    expect(previewOffer.financing[0]?.payments).toHaveLength(1);
    const { body } = await app.rest.post<{ errors: { pointer: string }[] }>(`/api/decks/${deck.id}/offers/preview`, {
      productData: { good: { tax: { percent: 101 } } },
    });
    expect(body.errors.map(({ pointer }) => pointer)).toEqual(['/productData/good/tax/percent']);
  });
});
