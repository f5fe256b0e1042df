import { describe, expect, test } from '@jest/globals';
import { demoFile, demoHomeowner } from '../../src/demo/demo-deck.ts';
import type { PresentationAnswer, PresentationSummaryAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();

const fields =
  'id deckId status homeowner voice_settings language_settings price_inputs timeZone measurement_strategy narration faqNarration billedCharacterCount reusedCharacterCount ' +
  'slides slideCount faqs pricing warnings playerUrl createdAt updatedAt';
const inputs = {
  homeowner: demoHomeowner,
  voice_settings: { voice_id: 'v1', stability: 0.5, similarity_boost: 1 },
  language_settings: { language_code: 'en-US' },
  price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
  measurement_strategy: 'manual',
};
const demoTotals = ['35850.00', '40050.00', '56650.00'];
const timings = [{ word: 'Hello', startTime: 0, endTime: 0.5 }];

async function createDemo(overrides: object = {}): Promise<{ deckId: string; slideIds: string[] }> {
  const { id: deckId } = await createDeck(app.rest, { ...demoFile.deck, ...overrides });
  const slideIds: string[] = [];
  for (const slide of demoFile.slides) slideIds.push((await createSlide(app.rest, deckId, slide)).id);
  return { deckId, slideIds };
}

const read = async (id: string): Promise<PresentationAnswer> =>
  (await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation;
const totals = ({ pricing }: PresentationAnswer): unknown[] =>
  pricing.offers.slice(0, 1).flatMap(({ tiers }) => tiers.map(({ total }) => total));

/** A presentation of a deck with one slide. */
async function present(script: string, { deck = {}, slide = {}, input = {} } = {}): Promise<PresentationAnswer> {
  const { id } = await createDeck(app.rest, deck);
  await createSlide(app.rest, id, { slideId: 'only', narrationScript: script, ...slide });
  return createPresentation(app.rest, id, input);
}
const spoken = async (...args: Parameters<typeof present>): Promise<string | undefined> =>
  (await present(...args)).slides[0]?.narrationScript;

describe('presentations over REST', () => {
  test('a presentation has exactly the documented keys and gives its inputs back under their names', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { status, headers, body } = await app.rest.post<{ presentation: PresentationAnswer }>(
      `/api/decks/${deckId}/presentations`,
      inputs,
    );
    const { presentation } = body;
    expect([status, headers.get('location')]).toEqual([201, `/api/presentations/${presentation.id}`]);
    expect(Object.keys(presentation).toSorted()).toEqual(fields.split(' ').toSorted());
    expect(presentation).toMatchObject({
      ...inputs,
      deckId,
      status: 'ready',
      slides: [],
      warnings: [],
      playerUrl: expect.stringMatching(/^\/p\/pl_[0-9a-f]{16}_[\w-]{43}$/),
    });
    expect(presentation.pricing).toEqual({ offers: [] });
    expect(await read(presentation.id)).toEqual(presentation);
  });

  test('what is not given is null, and the strategy is manual', async () => {
    const presentation = await createPresentation(app.rest, (await createDeck(app.rest)).id);
    const unknown = Object.fromEntries(Object.keys(demoHomeowner).map((key) => [key, null]));
    expect(presentation).toMatchObject({
      homeowner: { ...unknown, first_name: 'Dana', last_name: 'Whitaker' },
      voice_settings: null,
      language_settings: null,
      price_inputs: null,
      measurement_strategy: 'manual',
    });
    const { price_inputs: prices } = await createPresentation(app.rest, presentation.deckId, { price_inputs: {} });
    expect(prices).toEqual({ roof_squares: null, system_size_kw: null });
  });

  test('the demo deck is translated completely into each of its languages', async () => {
    const { deckId } = await createDemo();
    for (const faq of demoFile.faqs) await createFaq(app.rest, deckId, faq);
    for (const language of ['es', 'de']) {
      const input = { ...inputs, language_settings: { language_code: language } };
      const { warnings, slides } = await createPresentation(app.rest, deckId, input);
      expect(slides.map((slide) => slide.language)).toEqual(demoFile.slides.map(() => language));
      expect(warnings).toEqual([]);
    }
  });

  test('the demo deck is filled in and priced for the homeowner', async () => {
    const { deckId, slideIds } = await createDemo();
    const presentation = await createPresentation(app.rest, deckId, inputs);
    expect(totals(presentation)).toEqual(demoTotals);
    expect(presentation.pricing.offers[0]).toMatchObject({
      sourceSlideId: slideIds[8],
      selectedTier: null,
      suggestedTier: 'better',
    });
    expect(presentation.slides.map(({ sourceSlideId }) => sourceSlideId)).toEqual(slideIds);
    expect(presentation.slides.map(({ slideId }) => slideId)).toEqual(demoFile.slides.map(({ slideId }) => slideId));
    expect(presentation.slides[0]?.title).toBe('Welcome, Dana');
    expect(presentation.slides[0]?.narrationScript).toContain('Today is all about 1482 Larkspur Lane:');
    expect(presentation.slides[7]?.bullets.slice(0, 2)).toEqual(['Roof: 24.5 squares', 'Solar: 7.2 kilowatts']);
    expect(presentation.warnings).toEqual([]);
    expect(JSON.stringify(presentation)).not.toContain('{{');
  });

  test('a missing measurement leaves a tier without a price and a text without braces', async () => {
    const { deckId } = await createDemo();
    const presentation = await createPresentation(app.rest, deckId, { price_inputs: { system_size_kw: 7.2 } });
    for (const tier of presentation.pricing.offers[0]?.tiers ?? []) {
      expect(tier).toMatchObject({ status: 'needs_input', total: null, missing: ['roof_squares'] });
    }
    expect(presentation.warnings.map(({ code }) => code)).toContain('missing_value');
    expect(JSON.stringify(presentation.slides)).not.toContain('{{');
  });

  test('a warning names the slide, the missing value and the nearest known name', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, {
      slideId: 'hello',
      narrationScript: 'Hi {{homeowner.first_nmae}}, of {{city}}!',
    });
    const { slides, warnings } = await createPresentation(app.rest, deckId);
    expect(slides[0]?.narrationScript).toBe('Hi, of!');
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatchObject({ code: 'missing_value', sourceSlideId: slide.id });
    expect(warnings[0]?.detail).toContain('"hello"');
    expect(warnings[0]?.detail).toContain('homeowner.first_nmae');
    expect(warnings[0]?.detail).toContain('{{homeowner.first_name}}');
    expect(warnings[1]?.detail).toContain('uses city,');
    expect(warnings[1]?.detail).not.toContain('mean');
  });

  test('no shown text keeps a placeholder: hints, product texts and tiers are filled in, too', async () => {
    const text = 'For {{first_name}}';
    const { slides, pricing } = await present(`${text}: {{good.name}} at {{good.price}}`, {
      slide: {
        title: text,
        bullets: [text],
        slideContext: text,
        slideType: 'product_pricing_v1',
        productData: {
          subtitle: text,
          disclaimer: text,
          good: { name: text, description: text, features: [text], price: 1, deep: { list: [{ text }] } },
        },
      },
    });
    expect(JSON.stringify({ slides, pricing })).not.toContain('{{');
    expect(pricing.offers[0]?.tiers[0]?.name).toBe('For Dana');
    expect(slides[0]?.narrationScript).toBe('For Dana: For Dana at $1');
    const filled = 'For Dana';
    expect(slides[0]).toMatchObject({
      title: filled,
      slideContext: filled,
      productData: { good: { name: filled, features: [filled], deep: { list: [{ text: filled }] } } },
    });
  });

  test('a value with braces stays literal', async () => {
    const homeowner = { first_name: '{{last_name}}', last_name: '{{ | x' };
    expect(await spoken('Hi {{first_name}} {{last_name}}.', { input: { homeowner } })).toBe('Hi {{last_name}} {{ | x.');
  });

  test.each([
    ['en-US', 'USD', '$40,050'],
    ['es-MX', 'USD', 'USD 40,050'],
    ['es-MX', 'MXN', '$40,050'],
    ['de-DE', 'EUR', '40.050 €'],
  ])('a price is written as people write it: %s, %s', async (locale, currency, written) => {
    const productData = { better: { price: 40_050 } };
    const pricing = { slideType: 'product_pricing_v1', productData };
    const asked = await spoken('{{better.price}}', {
      deck: { currency },
      slide: pricing,
      input: { language_settings: { language_code: locale } },
    });
    const default_ = await spoken('{{better.price}}', { deck: { currency, defaultLanguage: locale }, slide: pricing });
    const plain = (text = ''): string => text.replaceAll(/\s/g, ' ');
    expect([plain(asked), plain(default_)]).toEqual([written, written]);
  });

  test('a presentation is a snapshot: no edit reaches it, and it goes with its deck', async () => {
    const { deckId, slideIds } = await createDemo();
    const presentation = await createPresentation(app.rest, deckId, inputs);
    await app.rest.put(`/api/decks/${deckId}`, { name: 'Other', currency: 'EUR', variables: null });
    await app.rest.put(`/api/slides/${slideIds[0]}`, { title: 'Other', narrationScript: 'Other', bullets: null });
    await app.rest.put(`/api/slides/${slideIds[8]}`, { productData: null });
    await app.rest.put(`/api/decks/${deckId}/slides/order`, { slideIds: slideIds.toReversed() });
    await app.rest.delete(`/api/slides/${slideIds[1]}`);
    expect(await read(presentation.id)).toEqual(presentation);
    expect((await app.rest.delete(`/api/decks/${deckId}`)).status).toBe(204);
    expect((await app.rest.get(`/api/presentations/${presentation.id}`)).status).toBe(404);
  });

  test('audio is used while it says what the slide says, and says nothing personal', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, { audioUrl: '/a.mp3', title: 'For {{first_name}}' });
    const audio = async (change: object): Promise<unknown> => {
      await app.rest.put(`/api/slides/${slide.id}`, change);
      const [shown] = (await createPresentation(app.rest, deckId)).slides;
      return [shown?.audioUrl, shown?.timing];
    };
    expect(await audio({ wordTimings: timings })).toEqual(['/a.mp3', 'recorded']);
    expect(await audio({ narrationScript: 'Changed.' })).toEqual([null, 'estimated']);
    expect(await audio({ audioUrl: '/b.mp3' })).toEqual(['/b.mp3', 'recorded']);
    expect(await audio({ narrationScript: 'Hi {{first_name}}.', audioUrl: '/c.mp3' })).toEqual([null, 'estimated']);
  });

  test.each([
    ['us', '(512) 555-0123', 'US', '+15125550123'],
    ['USA', '512.555.0123', 'US', '+15125550123'],
    ['UK', '020 7946 0018', 'GB', '+442079460018'],
    [null, ' +49 (0)30 1234567', null, '+49301234567'],
    [null, '030/1234567', null, '+49301234567'],
    ['XK', '+521 55 1234 5678', 'XK', '+5215512345678'],
  ])('a homeowner of %s with the phone %s is kept as %s, %s', async (country, phone, code, number) => {
    const { id: deckId } = await createDeck(app.rest, { defaultLanguage: 'de' });
    const input = { homeowner: { first_name: 'Dana', last_name: 'W', country, phone } };
    const { id, homeowner } = await createPresentation(app.rest, deckId, input);
    expect(homeowner).toMatchObject({ country: code, phone: number });
    expect((await read(id)).homeowner).toEqual(homeowner);
  });

  test.each(['512 555 012', '(512) 555-0123 ext. 5', '1-800-FLOWERS', '+999 123456789', '555-0123'])(
    'the phone %s is refused where it is no number of the country, with numbers that would do',
    async (phone) => {
      const { id: deckId } = await createDeck(app.rest);
      const body = presentationInput({ homeowner: { first_name: 'Dana', last_name: 'W', country: 'MX', phone } });
      for (const path of ['presentations', 'presentations/preview']) {
        const answer = await app.rest.post(`/api/decks/${deckId}/${path}`, body);
        expect([answer.status, answer.body.errors]).toEqual([
          400,
          [
            {
              pointer: '/homeowner/phone',
              code: 'format',
              detail:
                'phone must be a phone number without an extension, such as +522221234567 or, in MX, 222 123 4567.',
            },
          ],
        ]);
      }
    },
  );

  test('presentations are listed newest first, without their slides and FAQs', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId);
    await createFaq(app.rest, deckId);
    const [first, second] = [await createPresentation(app.rest, deckId), await createPresentation(app.rest, deckId)];
    const { body } = await app.rest.get<{ presentations: PresentationSummaryAnswer[] }>(
      `/api/decks/${deckId}/presentations`,
    );
    const parts = { slides: null, faqs: null };
    const summaryFields = fields.split(' ').filter((field) => !(field in parts));
    const whole = { ...body, presentations: body.presentations.map((summary) => ({ ...summary, ...parts })) };
    expect(whole).toEqual({ presentations: [second, first].map((one) => ({ ...one, ...parts })) });
    for (const summary of body.presentations) {
      expect(Object.keys(summary).toSorted()).toEqual(summaryFields.toSorted());
      expect(summary.slideCount).toBe(1);
    }
  });
});

describe('presentations over GraphQL', () => {
  const selection = `id deckId status measurementStrategy playerUrl createdAt updatedAt
    homeowner { firstName lastName address city state zip country phone email }
    voiceSettings { voiceId stability similarityBoost } languageSettings { languageCode }
    priceInputs { roofSquares systemSizeKw } warnings { code detail sourceSlideId faqId }
    slides { id sourceSlideId slideId title bullets narrationScript slideContext audioUrl heroImg orderIndex slideType
      wordTimings { word startTime endTime } productData { subtitle roundTo good { stored } better { stored } best { stored } } language }
    faqs { id sourceFaqId userQuestion cannedAnswer relatedSlideId audioUrl wordTimings { word startTime endTime } language }
    pricing { offers { sourceSlideId title selectedTier suggestedTier tiers { ...tier } isAgreed
      addOns { key label description isSelected tiers amount amountText quantity rate unit }
      financing { provider annualPercent months text formula tiers
        payments { tier financed monthly monthlyText lastPayment totalPaid totalInterest } } } }`;
  const fragment = `fragment tier on TierPrice { tier name tagline features status missing total totalText tax deposit depositText currency
    lines { label quantity unit rate amount amountText addOn percent percentOf } }`;
  const mutation = `mutation ($deckId: ID!, $input: CreatePresentationInput!) {
    it: createPresentation(deckId: $deckId, input: $input) { presentation { ${selection} } } } ${fragment}`;
  const { first_name: firstName, last_name: lastName, ...address } = demoHomeowner;

  test('both APIs give the same presentation', async () => {
    const { deckId } = await createDemo();
    const input = {
      homeowner: { firstName, lastName, ...address },
      voiceSettings: { voiceId: 'v1', stability: 0.5, similarityBoost: 1 },
      languageSettings: { languageCode: 'en-US' },
      priceInputs: { roofSquares: 24.5, systemSizeKw: 7.2 },
    };
    const {
      it: { presentation: it },
    } = await app.graphql.data<{
      it: { presentation: Record<string, unknown> & { id: string; pricing: object } };
    }>(mutation, {
      deckId,
      input,
    });
    expect(it).toMatchObject({
      ...input,
      status: 'READY',
      measurementStrategy: 'MANUAL',
      warnings: [],
      playerUrl: expect.stringMatching(/^\/p\/pl_/),
    });
    const overRest = await read(it.id);
    expect(overRest).toMatchObject(inputs);
    expect(totals(overRest)).toEqual(demoTotals);
    const upper = (text: string): string =>
      text.replaceAll(/"(?:tier|status|suggestedTier)":"\w+"|"tiers":\["\w+"[^\]]*\]/g, (it_) => {
        const [key = '', value = ''] = it_.split(':');
        return `${key}:${value.toUpperCase()}`;
      });
    expect(it.pricing).toEqual(JSON.parse(upper(JSON.stringify(overRest.pricing))));
    const queries = `{ presentation(id: "${it.id}") { ${selection} }
      presentations(deckId: "${deckId}") { nodes { ${selection} } } } ${fragment}`;
    expect(await app.graphql.data(queries)).toEqual({ presentation: it, presentations: { nodes: [it] } });
  });

  test('only the names of the homeowner are required; the e-mail address may be international', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const {
      it: { presentation: it },
    } = await app.graphql.data<{ it: { presentation: object } }>(mutation, {
      deckId,
      input: { homeowner: { firstName, lastName, email: 'danä@exämple.de' } },
    });
    expect(it).toMatchObject({ homeowner: { email: 'danä@exämple.de' } });
    expect(it).toMatchObject({ voiceSettings: null, languageSettings: null, priceInputs: null });
    const { status, body } = await app.rest.post(
      `/api/decks/${deckId}/presentations`,
      presentationInput({ homeowner: { first_name: 'Dana' } }),
    );
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/homeowner/last_name']);
  });
});
