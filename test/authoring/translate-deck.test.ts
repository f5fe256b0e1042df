import { afterEach, describe, expect, test } from '@jest/globals';
import type { PresentationAnswer, Schemas } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { DeepLServer } from './deepl-server.ts';

type Report = Schemas['DeckTranslation'];

const deepl = useServer(new DeepLServer());
const app = useApp(() => ({ ...deepl.env, LOG_LEVEL: 'debug' }));

afterEach(() => {
  deepl.damage = (xml) => xml;
  deepl.before = async () => {};
  deepl.requests.length = 0;
});

const path = (deckId: string, language: string): string => `/api/decks/${deckId}/translations/${language}`;
async function translate(deckId: string, language: string): Promise<Report> {
  const { status, body } = await app.rest.post<{ translation: Report }>(path(deckId, language));
  expect(status).toBe(200);
  return body.translation;
}

const offer = {
  slideId: 'offer',
  title: 'Your offer, {{first_name}}',
  narrationScript: 'Hi {{ first_name | default: "friend" }} & co: 5 < 7.',
  bullets: ['{{better.price}}', 'Half of it is <b>labor</b>'],
  slideType: 'product_pricing_v1',
  productData: {
    subtitle: 'Best price',
    backgroundColor: '#ffeedd',
    better: {
      name: 'Better',
      price: '1200',
      imageUrl: 'https://example.com/a.png',
      features: ['Tiles', '10'],
      adders: [{ label: 'Permits', amount: '5', per: 'square' }],
    },
  },
};

describe('translating a deck', () => {
  test('fills what is missing, as if an author had written it', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, offer);
    await createSlide(app.rest, deckId, {
      slideId: 'written',
      translations: { es: { title: 'Escrito', bullets: [], narrationScript: 'A mano.' } },
    });
    const faq = await createFaq(app.rest, deckId, { userQuestion: 'How long?', cannedAnswer: 'Two days.' });
    const events = await EventRecorder.start(app);

    const report = await translate(deckId, 'es_mx');
    expect(report).toMatchObject({ language: 'es-MX', translator: 'DeepL', slideCount: 1, faqCount: 1, skipped: [] });
    expect(report.characterCount).toBeGreaterThan(100);
    const { body } = await app.rest.get(`/api/slides/${slide.id}/translations/es-MX`);
    expect(body).toEqual({
      translation: {
        title: 'YOUR OFFER, {{first_name}}',
        narrationScript: 'HI {{ first_name | default: "friend" }} & CO: 5 < 7.',
        bullets: ['{{better.price}}', 'HALF OF IT IS <B>LABOR</B>'],
        slideContext: null,
        productData: {
          subtitle: 'BEST PRICE',
          disclaimer: null,
          good: null,
          better: { name: 'BETTER', features: ['TILES', null], adders: [{ label: 'PERMITS' }] },
          best: null,
        },
      },
    });
    expect((await app.rest.get(`/api/faqs/${faq.id}/translations/es-MX`)).body).toEqual({
      translation: { userQuestion: 'HOW LONG?', cannedAnswer: 'TWO DAYS.' },
    });
    expect(await events.facts()).toMatchObject([
      { type: 'slide.updated', data: { sourceSlideId: slide.id, changed: ['translations'] } },
      { type: 'faq.updated', data: { faqId: faq.id, changed: ['translations'] } },
    ]);
    expect(deepl.requests[0]).toMatchObject({ source_lang: 'EN', target_lang: 'ES-419' });
    expect(deepl.requests.flatMap(({ text }) => text)).toContain('Your offer, <x>{{first_name}}</x>');

    expect(await translate(deckId, 'es-MX')).toMatchObject({ slideCount: 0, faqCount: 0, characterCount: 0 });
    expect(await events.facts()).toEqual([]);
  });

  test('translates what are words in an offer, and leaves codes and unknown fields alone', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const better = {
      name: 'Better',
      sku: 'Roof-A',
      icon: 'house',
      unit: 'square foot',
      key: 'tier two',
      inventory: { shelf: 'North', label: 'Shingles' },
      features: [{ title: 'Vents', icon: 'wind', key: 'vents' }, 'Tiles'],
    };
    const productData = { brandLogo: 'Our logo', better };
    const slide = await createSlide(app.rest, deckId, { ...offer, productData });
    await translate(deckId, 'de');
    const { body } = await app.rest.get<{ translation: { productData: object } }>(
      `/api/slides/${slide.id}/translations/de`,
    );
    expect(body.translation.productData).toMatchObject({
      better: { name: 'BETTER', inventory: { label: 'SHINGLES' }, features: [{ title: 'VENTS' }, 'TILES'] },
    });
    const sent = deepl.requests.flatMap((request) => request.text);
    for (const code of ['Roof-A', 'house', 'square foot', 'tier two', 'North', 'wind', 'vents', 'Our logo']) {
      expect(sent).not.toContain(code);
    }
  });

  test('renews what it has made once that is isStale, and reports what a person wrote', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const made = await createSlide(app.rest, deckId, { slideId: 'made', title: 'Old' });
    const edited = await createSlide(app.rest, deckId, { slideId: 'edited', title: 'Old' });
    const base = { title: 'B', bullets: [], narrationScript: 'B' };
    const other = await createSlide(app.rest, deckId, { slideId: 'other', translations: { es: base } });
    const faq = await createFaq(app.rest, deckId);
    await translate(deckId, 'es-MX');
    const { body } = await app.rest.get<{ translation: object }>(`/api/slides/${edited.id}/translations/es-MX`);
    await app.rest.put(`/api/slides/${edited.id}/translations/es-MX`, { ...body.translation, title: 'A mano' });
    for (const { id } of [made, edited, other]) await app.rest.put(`/api/slides/${id}`, { title: 'New' });
    await app.rest.put(`/api/faqs/${faq.id}`, { cannedAnswer: 'New.' });

    const report = await translate(deckId, 'es-MX');
    expect(report).toMatchObject({
      slideCount: 1,
      faqCount: 1,
      skipped: [{ sourceSlideId: edited.id }, { sourceSlideId: other.id }],
    });
    expect(report.skipped.map(({ detail }) => detail)).toEqual([
      'Its texts (title) have changed since it was translated into es-MX; a person wrote that translation: change it, or take it out.',
      'Its texts (title) have changed since it was translated into es; translate the deck into es.',
    ]);
    const renewed = await app.rest.get<{
      translations: Record<string, { title: string }>;
      translationStates: object[];
    }>(`/api/slides/${made.id}/translations`);
    expect(renewed.body.translations['es-MX']?.title).toBe('NEW');
    expect(renewed.body.translationStates).toEqual([
      { language: 'es-MX', isStale: false, staleFields: [], isMachineMade: true },
    ]);
    const kept = await app.rest.get(`/api/slides/${edited.id}/translations/es-MX`);
    expect(kept.body).toMatchObject({ translation: { title: 'A mano' } });
    expect(await translate(deckId, 'es-MX')).toMatchObject({ slideCount: 0, faqCount: 0, characterCount: 0 });
  });

  test('changes the words of an offer and never its price', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, offer);
    await translate(deckId, 'de');
    const input = { language_settings: { language_code: 'de-AT' }, price_inputs: { roof_squares: 2 } };
    const { slides, pricing, warnings }: PresentationAnswer = await createPresentation(app.rest, deckId, input);
    expect([slides[0]?.title, slides[0]?.language]).toEqual(['YOUR OFFER, Dana', 'de']);
    expect(slides[0]?.productData?.['better']).toEqual({
      ...offer.productData.better,
      name: 'BETTER',
      features: ['TILES', '10'],
      adders: [{ label: 'PERMITS', amount: '5', per: 'square' }],
    });
    expect(pricing.offers[0]?.tiers).toMatchObject([{ name: 'BETTER', total: '1200.00' }]);
    expect(warnings).toEqual([]);
  });

  test('for one region fills what is there for another region only', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const spanish = { title: 'T', bullets: [], narrationScript: 'N' };
    const one = await createSlide(app.rest, deckId, { translations: { 'es-ES': spanish } });
    await createSlide(app.rest, deckId, { translations: { es: spanish } });
    expect(await translate(deckId, 'es-MX')).toMatchObject({ slideCount: 1 });
    expect((await app.rest.get(`/api/slides/${one.id}/translations/es-MX`)).status).toBe(200);
  });

  test.each([
    ['en-AU', 'de', 'EN-GB'],
    ['pt', 'de', 'PT-BR'],
    ['pt-AO', 'de', 'PT-PT'],
    ['zh-TW', 'en', 'ZH-HANT'],
    ['es', 'en', 'ES'],
    ['fr-CA', 'en', 'FR'],
  ])('into %s asks DeepL for its nearest language', async (language, defaultLanguage, target) => {
    const { id: deckId } = await createDeck(app.rest, { defaultLanguage });
    await createSlide(app.rest, deckId);
    expect(await translate(deckId, language)).toMatchObject({ language, slideCount: 1 });
    expect(deepl.requests[0]?.target_lang).toBe(target);
  });

  test('a slide with more texts than one request takes is whole', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const bullets = Array.from({ length: 50 }, (_, index) => `Bullet ${index} ${'<&>'.repeat(300)}`);
    const slide = await createSlide(app.rest, deckId, { bullets, narrationScript: 'Long. '.repeat(3_000) });
    expect(await translate(deckId, 'fr')).toMatchObject({ slideCount: 1, skipped: [] });
    expect(deepl.requests.length).toBeGreaterThan(2);
    const { body } = await app.rest.get<{ translation: { bullets: string[] } }>(
      `/api/slides/${slide.id}/translations/fr`,
    );
    expect(body.translation.bullets).toEqual(bullets.map((bullet) => bullet.toUpperCase()));
  });

  test.each<[what: string, damage: (xml: string) => string]>([
    ['lost', (xml) => xml.replace(/<x>.*<\/x>/, '')],
    ['translated', (xml) => xml.replace('{{first_name}}', '{{nombre}}')],
    ['doubled', (xml) => xml.replace(/(<x>.*<\/x>)/, '$1 $1')],
    ['made up', (xml) => `${xml} {{city}}`],
  ])('a text whose placeholder was %s is not taken, the others are', async (_what, damage) => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, { narrationScript: 'Hi {{first_name}}.' });
    const plain = await createSlide(app.rest, deckId, { title: '1', narrationScript: '2' });
    const faq = await createFaq(app.rest, deckId);
    deepl.damage = (xml) => (xml.includes('<x>') ? damage(xml) : xml);
    const report = await translate(deckId, 'fr');
    expect(report).toMatchObject({ slideCount: 1, faqCount: 1, skipped: [{ sourceSlideId: slide.id, faqId: null }] });
    expect(report.skipped[0]?.detail).toContain('placeholders');
    expect((await app.rest.get(`/api/slides/${slide.id}/translations/fr`)).status).toBe(404);
    expect((await app.rest.get(`/api/slides/${plain.id}/translations/fr`)).status).toBe(200);
    expect((await app.rest.get(`/api/faqs/${faq.id}/translations/fr`)).status).toBe(200);
  });

  test('what an author changes meanwhile is left alone', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId);
    deepl.before = async () => void (await app.rest.put(`/api/slides/${slide.id}`, { title: 'Changed' }));
    const report = await translate(deckId, 'fr');
    expect(report).toMatchObject({ slideCount: 0, skipped: [{ sourceSlideId: slide.id }] });
    expect(report.skipped[0]?.detail).toContain('changed while');
  });

  test('a deck is not translated into its own language, nor into one that nobody knows', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId);
    for (const [language, status, reason] of [
      ['en-GB', 422, 'language_is_default'],
      ['ja', 422, 'language_unsupported'],
      ['tlh!', 400, 'invalid_input'],
    ] as const) {
      const { body } = await app.rest.post(path(deckId, encodeURIComponent(language)));
      expect([language, body.status, body.reason]).toEqual([language, status, reason]);
      expect(body.errors[0]?.pointer).toBe('/language');
      const { errors } = await app.graphql.send(
        'mutation ($deckId: ID!, $language: String!) { translateDeck(deckId: $deckId, language: $language) { translation { slideCount } } }',
        { deckId, language },
      );
      expect(errors?.[0]?.extensions.problem).toMatchObject({ status, errors: body.errors });
    }
  });

  test('GraphQL gives the same report', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, { title: 'Title', narrationScript: 'Hello.' });
    const { translateDeck } = await app.graphql.data<{ translateDeck: { translation: Report } }>(
      `mutation { translateDeck(deckId: "${deckId}", language: "fr") { translation {
        language translator slideCount faqCount characterCount skipped { sourceSlideId faqId detail } } } }`,
    );
    expect(translateDeck.translation).toEqual({
      language: 'fr',
      translator: 'DeepL',
      slideCount: 1,
      faqCount: 0,
      characterCount: 11,
      skipped: [],
    });
  });
});

describe('a translator that cannot', () => {
  test('a busy one is asked again', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId);
    deepl.refusals.push({ status: 429, headers: { 'retry-after': '0' } });
    deepl.refusals.push({ status: 503, headers: { 'retry-after': '0' } });
    expect(await translate(deckId, 'fr')).toMatchObject({ slideCount: 1 });
  });

  test.each([
    [403, 1, 'check DEEPL_API_KEY'],
    [456, 1, 'quota'],
    [429, 3, 'too many requests'],
    [413, 1, '413'],
    [500, 3, '500'],
  ])(
    'an answer of %i is reported after %i requests, and what was done before it stays',
    async (status, sendings, says) => {
      const { id: deckId } = await createDeck(app.rest);
      const first = await createSlide(app.rest, deckId);
      await translate(deckId, 'fr');
      await createSlide(app.rest, deckId);
      for (let sending = 0; sending < sendings; sending += 1) {
        deepl.refusals.push({ status, headers: { 'retry-after': '0' } });
      }
      const { body } = await app.rest.post(path(deckId, 'fr'));
      expect(body).toMatchObject({ status: 503, code: 'UNAVAILABLE', reason: 'translator_unavailable' });
      expect(body.detail).toContain(says);
      expect(deepl.refusals).toEqual([]);
      expect((await app.rest.get(`/api/slides/${first.id}/translations/fr`)).status).toBe(200);
      expect(await translate(deckId, 'fr')).toMatchObject({ slideCount: 1 });
    },
  );

  test('its key is in no answer and no log line', () => {
    expect(app.log.join('\n')).toContain('translations/fr');
    expect(app.log.join('\n')).not.toContain('a-key-of-the-test');
  });
});

describe('without a key', () => {
  const off = useApp();

  test('translation is off and says how to switch it on', async () => {
    const { id: deckId } = await createDeck(off.rest);
    const { status, body } = await off.rest.post(path(deckId, 'fr'));
    expect([status, body.detail]).toEqual([503, 'Translation is off: DEEPL_API_KEY is not set.']);
  });
});
