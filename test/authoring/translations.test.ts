import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Schemas } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const app = useApp();
const spanish = {
  title: 'Hola {{first_name}}',
  bullets: ['Uno'],
  narrationScript: 'Hola, {{first_name}}.',
  slideContext: null,
  productData: null,
};
const german = { ...spanish, title: 'Hallo {{first_name}}', narrationScript: 'Hallo.' };
const text = (written: string | null | undefined): string => (written ?? '').replaceAll(/\s/g, ' ');

describe('authored translations over REST', () => {
  test('come with a slide, and leave its documented object as it is', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, { translations: { es_mx: spanish, fr: null } });
    const { id: otherId } = await createDeck(app.rest);
    expect(Object.keys(slide)).toEqual(Object.keys(await createSlide(app.rest, otherId)));
    const path = `/api/slides/${slide.id}/translations`;
    expect((await app.rest.get(path)).body).toEqual({
      translations: { 'es-MX': spanish },
      translationStates: [{ language: 'es-MX', isStale: false, staleFields: [], isMachineMade: false }],
    });
    const { body, headers } = await app.rest.get(`${path}/ES-mx`);
    expect(body).toEqual({ translation: spanish });
    expect(headers.get('etag')).toBe('"1"');
    expect((await app.rest.get(`/api/slides/${slide.slideId}/translations/es-MX?deckId=${deckId}`)).status).toBe(200);
    expect(await app.rest.get(`${path}/de`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await app.rest.get(`${path}/not!`)).toMatchObject({ body: { errors: [{ pointer: '/language' }] } });
  });

  test('are added, replaced and taken out one by one; each change is one of the slide', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id, slideId, title } = await createSlide(app.rest, deckId, { translations: { es: spanish } });
    const path = `/api/slides/${id}/translations`;
    const events = await EventRecorder.start(app);
    const added = await app.rest.put(`${path}/de_at`, german, { 'if-match': '"1"' });
    expect([added.status, added.body, added.headers.get('etag')]).toEqual([200, { translation: german }, '"2"']);
    expect(await events.facts()).toEqual([
      { type: 'slide.updated', deckId, data: { sourceSlideId: id, slideId, title, changed: ['translations'] } },
    ]);
    expect((await app.rest.put(`${path}/de-AT`, german)).headers.get('etag')).toBe('"2"');
    expect((await app.rest.put(`${path}/es`, german, { 'if-match': '"1"' })).status).toBe(412);
    await app.rest.put(`/api/slides/${id}`, { translations: { es: { ...spanish, title: 'Nuevo' } } });
    expect((await app.rest.get(path)).body).toMatchObject({
      translations: { 'de-AT': german, es: { ...spanish, title: 'Nuevo' } },
    });
    expect((await app.rest.delete(`${path}/de-AT`)).status).toBe(204);
    expect((await app.rest.delete(`${path}/de-AT`)).status).toBe(204);
    await app.rest.put(`/api/slides/${id}`, { translations: null });
    expect((await app.rest.get(path)).body).toEqual({ translations: {}, translationStates: [] });
    expect(await events.facts()).toHaveLength(3);
  });

  test('have five million characters together at most', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId);
    const long = { ...spanish, productData: { good: { note: 'x'.repeat(950_000) } } };
    const put = (language: string, translation: object) =>
      app.rest.put(`/api/slides/${id}/translations/${language}`, translation);
    for (const language of ['es', 'de', 'fr', 'it', 'pt']) expect((await put(language, long)).status).toBe(200);
    const { status, body } = await put('nl', long);
    expect([status, body]).toMatchObject([400, { errors: [{ pointer: '/translations', code: 'length' }] }]);
    expect(body).toMatchObject({ detail: expect.stringMatching(/at most 5,000,000 characters .* have 5,70\d,\d{3}/) });
    expect((await put('it', german)).status).toBe(200);
    expect((await put('nl', long)).status).toBe(200);
    expect((await app.rest.get(`/api/slides/${id}/translations`)).status).toBe(200);
  });

  test('may lack what a slide may lack, of which the deck’s own is then shown', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId, { bullets: ['One', 'Two'] });
    const path = `/api/slides/${id}/translations/es`;
    const { title, narrationScript } = spanish;
    const reader = { language_settings: { language_code: 'es' } };
    const shownBullets = async () => (await createPresentation(app.rest, deckId, reader)).slides[0]?.bullets;
    for (const absent of [{}, { bullets: null }]) {
      const { status, body } = await app.rest.put(path, { title, narrationScript, ...absent });
      expect([status, body]).toEqual([200, { translation: { ...spanish, bullets: null } }]);
      expect(await shownBullets()).toEqual(['One', 'Two']);
    }
    await app.rest.put(path, { ...spanish, bullets: [] });
    expect(await shownBullets()).toEqual([]);
    await app.rest.put(`/api/slides/${id}`, { translations: { es: { title, narrationScript } } });
    expect((await app.rest.get(path)).body).toEqual({ translation: { ...spanish, bullets: null } });
    expect(await app.rest.put(path, { title })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/narrationScript', code: 'required' }] },
    });
  });

  test('are in fifty languages at most', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const tags = Array.from({ length: 50 }, (_, index) => `de-x-${String(index).padStart(2, '0')}`);
    const { id } = await createSlide(app.rest, deckId, {
      translations: Object.fromEntries(tags.map((tag) => [tag, spanish])),
    });
    const path = `/api/slides/${id}/translations`;
    expect(await app.rest.put(`${path}/es`, spanish)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await app.rest.put(`${path}/${tags[0]}`, german)).status).toBe(200);
  });

  test('of a FAQ work alike', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const translation = { userQuestion: '¿Cuánto?', cannedAnswer: 'Dos días.' };
    const faq = await createFaq(app.rest, deckId, { translations: { es: translation } });
    expect(faq).not.toHaveProperty('translations');
    const path = `/api/faqs/${faq.id}/translations`;
    expect((await app.rest.get(`${path}/es`)).body).toEqual({ translation });
    await app.rest.put(`${path}/de`, { ...translation, userQuestion: 'Wie lange?' });
    await app.rest.delete(`${path}/es`);
    expect((await app.rest.get(path)).body).toMatchObject({
      translations: { de: { ...translation, userQuestion: 'Wie lange?' } },
    });
  });
});

describe('authored translations over GraphQL', () => {
  const translations = `translations { language title bullets narrationScript slideContext
    productData { subtitle disclaimer good better best } }`;

  test('are written and read with slides and FAQs', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const variables = {
      deckId,
      slide: { slideId: 'a', title: 'A', narrationScript: 'A', translations: { es_mx: { ...spanish, unknown: 1 } } },
      faq: { userQuestion: 'Q', cannedAnswer: 'A', translations: { de: { userQuestion: 'F', cannedAnswer: 'A' } } },
    };
    const made = await app.graphql.data<{ slide: { slide: { id: string } }; faq: object }>(
      `mutation ($deckId: ID!, $slide: CreateSlideInput!, $faq: CreateFaqInput!) {
        slide: createSlide(deckId: $deckId, input: $slide) { slide { id ${translations} } }
        faq: createFaq(deckId: $deckId, input: $faq) { faq { id translations { language userQuestion cannedAnswer } } } }`,
      variables,
    );
    expect(made).toMatchObject({
      slide: { slide: { translations: [{ language: 'es-MX', ...spanish }] } },
      faq: { faq: { translations: [{ language: 'de', userQuestion: 'F', cannedAnswer: 'A' }] } },
    });
    const { updateSlide } = await app.graphql.data<{ updateSlide: object }>(
      `mutation ($id: ID!, $input: UpdateSlideInput!) { updateSlide(id: $id, input: $input) { slide { ${translations} } } }`,
      { id: made.slide.slide.id, input: { translations: { de: german, 'es-MX': null } } },
    );
    expect(updateSlide).toEqual({ slide: { translations: [{ language: 'de', ...german }] } });
  });
});

type State = Schemas['TranslationState'];

async function statesOf(path: string): Promise<Record<string, State['staleFields']>> {
  const { body } = await app.rest.get<{ translationStates: State[] }>(path);
  for (const { isStale, staleFields } of body.translationStates) expect(isStale).toBe(staleFields.length > 0);
  return Object.fromEntries(body.translationStates.map(({ language, staleFields }) => [language, staleFields]));
}

describe('a translation whose source has changed', () => {
  test('is stale in the fields that have changed, until it is given anew', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId, { translations: { es: spanish, de: german } });
    const path = `/api/slides/${id}/translations`;
    await app.rest.put(`/api/slides/${id}`, { title: 'New', bullets: ['B'], heroImg: 'https://files.example/a.png' });
    expect(await statesOf(path)).toEqual({ es: ['title', 'bullets'], de: ['title', 'bullets'] });
    const input = { language_settings: { language_code: 'es' } };
    expect((await createPresentation(app.rest, deckId, input)).warnings).toEqual([
      {
        code: 'stale_translation',
        detail: expect.stringMatching(/^The slide ".+" has changed since it was translated into es: title, bullets\.$/),
        sourceSlideId: id,
        faqId: null,
      },
    ]);
    const events = await EventRecorder.start(app);
    await app.rest.put(`${path}/es`, spanish);
    expect(await statesOf(path)).toEqual({ es: [], de: ['title', 'bullets'] });
    expect(await events.facts()).toMatchObject([{ type: 'slide.updated', data: { changed: ['translations'] } }]);
    await app.rest.put(`/api/slides/${id}`, {
      title: 'Newer',
      translations: { es: spanish, de: { ...german, title: 'Neu' } },
    });
    expect(await statesOf(path)).toEqual({ es: ['title'], de: [] });
    await app.rest.put(`/api/slides/${id}`, { title: 'New' });
    expect(await statesOf(path)).toEqual({ es: [], de: ['title'] });
  });

  test('of a FAQ is read over GraphQL', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const es = { userQuestion: 'P', cannedAnswer: 'R' };
    const { id } = await createFaq(app.rest, deckId, { translations: { es } });
    await app.rest.put(`/api/faqs/${id}`, { cannedAnswer: 'New.' });
    const { deck } = await app.graphql.data<{ deck: { faqs: object[] } }>(
      `{ deck(id: "${deckId}") { faqs { translationStates { language isStale staleFields isMachineMade } } } }`,
    );
    expect(deck.faqs).toEqual([
      { translationStates: [{ language: 'es', isStale: true, staleFields: ['cannedAnswer'], isMachineMade: false }] },
    ]);
    const { warnings } = await createPresentation(app.rest, deckId, { language_settings: { language_code: 'es' } });
    expect(warnings).toMatchObject([{ code: 'stale_translation', faqId: id }]);
  });

  test('is not stale while it is not known what it was made from, and stale after the next change', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId, { translations: { es: spanish } });
    await sql`update slide set translation_sources = '{}' where id = ${id}`.execute(app.database.connection.kysely);
    const path = `/api/slides/${id}/translations`;
    expect(await statesOf(path)).toEqual({ es: [] });
    await app.rest.put(`/api/slides/${id}`, { narrationScript: 'New.' });
    expect(await statesOf(path)).toEqual({ es: ['narrationScript'] });
  });
});

describe('the translated words of an offer', () => {
  const adders = [
    { label: 'Permits', amount: '5' },
    { label: 'Crane', amount: '7' },
  ];
  const words = { better: { adders: [{ label: 'Permisos' }, { label: 'Grúa' }], features: ['Tejas', 'Limpieza'] } };

  async function offerDeck(): Promise<{ deckId: string; id: string }> {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      productData: { better: { adders, features: ['Tiles', 'Cleanup'] } },
      translations: { es: { ...spanish, productData: words } },
    });
    return { deckId, id };
  }

  async function inSpanish(deckId: string): Promise<{ lines: string[]; features: unknown; codes: string[] }> {
    const made = await createPresentation(app.rest, deckId, { language_settings: { language_code: 'es' } });
    const tiers = made.pricing.offers[0]?.tiers ?? [];
    const lines = tiers.flatMap((tier) => tier.lines.map(({ label, amount }) => `${label} ${amount}`));
    const better = made.slides[0]?.productData?.['better'] as { features: unknown };
    return { lines, features: better.features, codes: made.warnings.map(({ code }) => code) };
  }

  test('stay with their adders and features when others are put before them', async () => {
    const { deckId, id } = await offerDeck();
    const better = {
      adders: [{ label: 'Disposal', amount: '9' }, ...adders.toReversed()],
      features: ['Gutters', 'Tiles', 'Cleanup'],
    };
    await app.rest.put(`/api/slides/${id}`, { productData: { better } });
    expect(await inSpanish(deckId)).toEqual({
      lines: ['Disposal 9.00', 'Grúa 7.00', 'Permisos 5.00'],
      features: ['Gutters', 'Tejas', 'Limpieza'],
      codes: ['stale_translation', 'partly_translated'],
    });
    expect(await statesOf(`/api/slides/${id}/translations`)).toEqual({ es: ['productData'] });
  });

  test('are never used for a text that has replaced theirs', async () => {
    const { deckId, id } = await offerDeck();
    const better = { adders: [{ label: 'Crane for two days', amount: '14' }], features: ['Cleanup', 'Tiles'] };
    await app.rest.put(`/api/slides/${id}`, { productData: { better } });
    expect(await inSpanish(deckId)).toMatchObject({
      lines: ['Crane for two days 14.00'],
      features: ['Limpieza', 'Tejas'],
      codes: ['stale_translation', 'partly_translated'],
    });
  });

  test('stay as they are when only amounts or the order change', async () => {
    const { deckId, id } = await offerDeck();
    const events = await EventRecorder.start(app);
    const better = { adders: adders.map((adder) => ({ ...adder, amount: '1' })), features: ['Tiles', 'Cleanup'] };
    await app.rest.put(`/api/slides/${id}`, { productData: { better } });
    expect(await events.facts()).toMatchObject([{ data: { changed: ['productData'] } }]);
    await app.rest.put(`/api/slides/${id}`, {
      productData: { better: { ...better, adders: better.adders.toReversed() } },
    });
    expect(await inSpanish(deckId)).toMatchObject({ lines: ['Grúa 1.00', 'Permisos 1.00'], codes: [] });
  });
});

describe('a presentation in another language', () => {
  const input = (tag: string): object => ({ language_settings: { language_code: tag } });

  test('warns of what its translation lacks and homeowners see, as its preview does', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const better = {
      name: '{{first_name}} 24',
      price: '5',
      sku: 'Roof-A',
      addOns: [{ key: 'guards', label: 'Gutter guards', description: 'No leaves.', amount: 9, per: 'flat' }],
      features: ['Tiles', 'Cleanup'],
    };
    const { id } = await createSlide(app.rest, deckId, {
      slideId: 'offer',
      bullets: ['One price'],
      slideContext: 'Wait.',
      slideType: 'product_pricing_v1',
      productData: { subtitle: 'Roof', disclaimer: 'Small print', brandLogo: '/logo.png', better },
      translations: { es: { ...spanish, bullets: null, productData: { subtitle: 'Techo' } }, 'en-GB': spanish },
    });
    const path = `/api/slides/${id}/translations/es`;
    const detail = async (tag = 'es-MX') => {
      const made = await createPresentation(app.rest, deckId, input(tag));
      const previewed = await app.rest.post<{ preview: { warnings: object[] } }>(
        `/api/decks/${deckId}/presentations/preview`,
        presentationInput(input(tag)),
      );
      expect(previewed.body.preview.warnings).toEqual(made.warnings);
      return made.warnings.map((warning) => {
        expect(warning).toMatchObject({ code: 'partly_translated', sourceSlideId: id, faqId: null });
        return warning.detail;
      });
    };
    const start = 'The slide "offer" is only partly translated into es; shown in en-US:';
    expect(await detail()).toEqual([
      `${start} bullets, productData.disclaimer, productData.better.addOns.0.label and others.`,
    ]);
    const words = {
      disclaimer: 'Letra pequeña',
      better: { addOns: [{ label: 'Protección' }], features: ['Tejas'] },
    };
    await app.rest.put(path, { ...spanish, productData: { subtitle: 'Techo', ...words } });
    expect(await detail()).toEqual([
      `${start} productData.better.addOns.0.description, productData.better.features.1.`,
    ]);
    const addOns = [{ label: 'Protección', description: 'Sin hojas.' }];
    await app.rest.put(path, {
      ...spanish,
      productData: { subtitle: 'Techo', ...words, better: { addOns, features: ['Tejas', 'Limpieza'] } },
    });
    expect(await detail()).toEqual([]);
    expect(await detail('en-GB')).toEqual([]);
  });

  test('takes the nearest translation, and warns once where it had to stay in the deck’s own language', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const [both, base, none] = [
      await createSlide(app.rest, deckId, { translations: { es: german, 'es-MX': spanish } }),
      await createSlide(app.rest, deckId, { translations: { es: spanish }, audioUrl: 'https://files.example/a.mp3' }),
      await createSlide(app.rest, deckId, {
        slideId: 'none',
        title: 'Own {{first_name}}',
        audioUrl: 'https://files.example/b.mp3',
      }),
    ];
    const faq = await createFaq(app.rest, deckId, { userQuestion: 'Own?' });
    const {
      slides,
      faqs,
      warnings,
      language_settings: settings,
    } = await createPresentation(app.rest, deckId, input('es_mx'));
    expect(settings).toEqual({ language_code: 'es-MX' });
    expect(
      slides.map(({ sourceSlideId, title, language, audioUrl }) => [sourceSlideId, title, language, audioUrl]),
    ).toEqual([
      [both.id, 'Hola Dana', 'es-MX', null],
      [base.id, 'Hola Dana', 'es', null],
      [none.id, 'Own Dana', 'en-US', 'https://files.example/b.mp3'],
    ]);
    expect(faqs).toMatchObject([{ sourceFaqId: faq.id, userQuestion: 'Own?', language: 'en-US' }]);
    expect(warnings).toEqual([
      {
        code: 'untranslated',
        detail: 'The slide "none" is not translated into es-MX; it is shown in en-US.',
        sourceSlideId: none.id,
        faqId: null,
      },
      {
        code: 'untranslated',
        detail: 'The FAQ "Own?" is not translated into es-MX; it is shown in en-US.',
        sourceSlideId: null,
        faqId: faq.id,
      },
    ]);
  });

  test('takes the texts for another region where there are none for the reader’s, without a warning', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, { translations: { 'es-ES': german, 'es-US': spanish } });
    const { slides, warnings } = await createPresentation(app.rest, deckId, input('es-MX'));
    expect(slides).toMatchObject([{ title: 'Hola Dana', language: 'es-US' }]);
    expect(warnings).toEqual([]);
  });

  test('may be in a language that has no number formats: amounts are written as in the deck’s own', async () => {
    const { id: deckId } = await createDeck(app.rest, { defaultLanguage: 'de-DE', currency: 'EUR' });
    const creole = { ...spanish, title: 'Bonjou', narrationScript: '{{good.price}}' };
    const productData = { good: { price: '1234.50' } };
    await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      productData,
      translations: { ht: creole },
    });
    const { slides, warnings } = await createPresentation(app.rest, deckId, input('ht-US'));
    expect(slides).toMatchObject([{ title: 'Bonjou', language: 'ht' }]);
    expect(text(slides[0]?.narrationScript)).toBe('1.234,50 €');
    expect(warnings).toEqual([]);
    await createSlide(app.rest, deckId, { slideId: 'none' });
    const untranslated = (await createPresentation(app.rest, deckId, input('hmn'))).warnings;
    expect(untranslated[1]?.detail).toBe('The slide "none" is not translated into hmn; it is shown in de-DE.');
  });

  test('takes the texts of the deck in the language of the deck', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createSlide(app.rest, deckId, { title: 'Own', translations: { 'en-US': spanish } });
    const [slide] = (await createPresentation(app.rest, deckId, input('en-US'))).slides;
    expect([slide?.title, slide?.language]).toEqual(['Own', 'en-US']);
  });

  test('is no matter of warnings where the deck speaks another form of it', async () => {
    const { id: deckId } = await createDeck(app.rest, { defaultLanguage: 'en_gb' });
    await createSlide(app.rest, deckId);
    expect((await app.rest.get(`/api/decks/${deckId}`)).body).toMatchObject({ deck: { defaultLanguage: 'en-GB' } });
    expect((await createPresentation(app.rest, deckId, input('en-AU'))).warnings).toEqual([]);
  });

  test.each([
    ['en-US', 'USD', 'Good', '$1,234', 'Base price', '$1,234.50', 'Rounding', '-$0.50'],
    ['es-MX', 'MXN', 'Bueno', '$1,234', 'Precio base', '$1,234.50', 'Redondeo', '-$0.50'],
    ['de-DE', 'EUR', 'Gut', '1.234 €', 'Grundpreis', '1.234,50 €', 'Rundung', '-0,50 €'],
    ['fr-FR', 'EUR', 'Good', '1 234 €', 'Base price', '1 234,50 €', 'Rounding', '-0,50 €'],
  ])('writes prices as its texts do: %s, %s', async (tag, currency, name, total, base, amount, rounding, rest) => {
    const { id: deckId } = await createDeck(app.rest, { currency });
    const productData = { roundTo: 2, good: { basePrice: '1234.50' } };
    await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      productData,
      narrationScript: '{{good.price}}',
    });
    const { slides, pricing } = await createPresentation(app.rest, deckId, input(tag));
    const [tier] = pricing.offers[0]?.tiers ?? [];
    expect([tier?.name, tier?.total, text(tier?.totalText)]).toEqual([name, '1234.00', total]);
    expect(text(slides[0]?.narrationScript)).toBe(total);
    expect(tier?.lines.map(({ label, amountText }) => [label, text(amountText)])).toEqual([
      [base, amount],
      [rounding, rest],
    ]);
  });

  test('keeps the price whatever a translation says of it', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const good = { name: 'Good one', price: '100', note: 'Price {{good.price}}' };
    const words = { good: { name: 'Bueno', price: '1', basePrice: 5, note: 'Precio {{good.price}}', extra: 'x' } };
    await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      productData: { good, subtitle: 'Sub', brandLogo: '/logo.png' },
      translations: { es: { ...spanish, productData: words } },
    });
    const { slides, pricing } = await createPresentation(app.rest, deckId, input('es-US'));
    expect(pricing.offers[0]?.tiers).toMatchObject([{ name: 'Bueno', total: '100.00' }]);
    expect(slides[0]?.productData).toMatchObject({ subtitle: 'Sub', brandLogo: '/logo.png' });
    expect(slides[0]?.productData?.['good']).toEqual({ name: 'Bueno', price: '100', note: 'Precio $100' });
  });
});
