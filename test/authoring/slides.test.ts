import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { SlideAnswer } from '../helpers/answers.ts';
import { createDeck, createPresentation, createSlide, slideInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const app = useApp();
const nowhere = '01900000-0000-7000-8000-00000000dead';

const minimal = { slideId: 'welcome', title: 'Welcome', narrationScript: 'Hello.' };
const defaults = {
  bullets: [],
  slideContext: null,
  audioUrl: null,
  heroImg: null,
  wordTimings: [],
  orderIndex: 0,
  slideType: 'standard',
  productData: null,
};
const fields = ['id', ...Object.keys(minimal), ...Object.keys(defaults)].toSorted();
const product = {
  subtitle: 'All in',
  brandLogo: '/logo.svg',
  disclaimer: 'Until May',
  defaultSelectedTier: 'better',
  backgroundColor: '#ffffff',
  selectionColor: '#000000',
  roundTo: 50,
  good: { name: 'Good', price: 1, extra: { kept: [true] } },
  better: { price: '2.50' },
  best: {},
};
const full = {
  ...minimal,
  bullets: ['One', 'Two'],
  slideContext: 'Smile',
  audioUrl: '/a.mp3',
  heroImg: '/h.png',
  orderIndex: 7,
  slideType: 'product_pricing_v1',
  productData: product,
};
const timings = [
  { word: 'Hello', startTime: 0, endTime: 0.4 },
  { word: 'Dana', startTime: 0.4, endTime: 0.9 },
];
const cleared = { bullets: [], slideContext: null, audioUrl: null, heroImg: null, wordTimings: [], productData: null };

describe('slides over REST', () => {
  test('a new slide has exactly the documented fields, with their defaults', async () => {
    const deck = await createDeck(app.rest);
    const { status, headers, body } = await app.rest.post<{ slide: SlideAnswer }>(
      `/api/decks/${deck.id}/slides`,
      minimal,
    );
    expect([status, headers.get('location')]).toEqual([201, `/api/slides/${body.slide.id}`]);
    expect(Object.keys(body.slide).toSorted()).toEqual(fields);
    expect(body.slide).toEqual({ id: body.slide.id, ...minimal, ...defaults });
  });

  test('a slide keeps all that it is given, unknown keys of a tier included', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, full);
    expect(slide).toEqual({ id: slide.id, ...full, wordTimings: [] });
    const { body } = await put(slide.id, { wordTimings: timings });
    expect(body.slide).toEqual({ ...slide, wordTimings: timings });
    expect(await list(deck.id)).toEqual([body.slide]);
  });

  test('product data has all its keys, null where nothing was given', async () => {
    const deck = await createDeck(app.rest);
    const { productData } = await createSlide(app.rest, deck.id, { productData: {} });
    expect(productData).toEqual(Object.fromEntries(Object.keys(product).map((key) => [key, null])));
  });

  test('a PUT changes what it names and clears what it sets to null', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, full);
    expect((await put(slide.id, { title: 'New' })).body.slide).toEqual({ ...slide, title: 'New' });
    const nulls = Object.fromEntries(Object.keys(cleared).map((key) => [key, null]));
    expect((await put(slide.id, nulls)).body.slide).toEqual({ ...slide, title: 'New', ...cleared });
    const moved = await put(slide.id, { orderIndex: 3, slideType: 'standard', productData: { roundTo: 10 } });
    expect(moved.body.slide).toMatchObject({ orderIndex: 3, slideType: 'standard', productData: { roundTo: 10 } });
  });

  test.each(['title', 'narrationScript', 'orderIndex', 'slideType'])('a PUT cannot clear %s', async (field) => {
    const slide = await createSlide(app.rest, (await createDeck(app.rest)).id);
    const { status, body } = await app.rest.put(`/api/slides/${slide.id}`, { [field]: null });
    expect([status, body]).toEqual([200, { slide }]);
  });

  test.each([{}, full, { ...full, orderIndex: 7, slideId: 'ignored' }])(
    'a PUT that says nothing new leaves slide, deck and event log alone (%#)',
    async (input) => {
      const deck = await createDeck(app.rest);
      const slide = await createSlide(app.rest, deck.id, full);
      const events = await EventRecorder.start(app);
      const { headers, body } = await put(slide.id, input);
      expect([headers.get('etag'), body.slide]).toEqual(['"1"', slide]);
      expect((await app.rest.get(`/api/decks/${deck.id}`)).headers.get('etag')).toBe('"2"');
      expect(await events.taken()).toEqual([]);
    },
  );

  test('an orderIndex of minus zero is zero', async () => {
    const { id } = await createSlide(app.rest, (await createDeck(app.rest)).id);
    expect((await app.rest.put(`/api/slides/${id}`, '{"orderIndex":-0}')).headers.get('etag')).toBe('"1"');
  });

  test('a slide is found by its client key, and by id and deck where several decks use the key', async () => {
    const [one, two] = [await createDeck(app.rest), await createDeck(app.rest)];
    const first = await createSlide(app.rest, one.id, { slideId: 'shared key/1' });
    const key = encodeURIComponent('shared key/1');
    expect((await put(key, { title: 'By key' })).body.slide.id).toBe(first.id);
    const second = await createSlide(app.rest, two.id, { slideId: 'shared key/1' });
    const ambiguous = await app.rest.put(`/api/slides/${key}`, { title: 'Which?' });
    expect([ambiguous.status, ambiguous.body.code]).toEqual([409, 'CONFLICT']);
    for (const { id } of [first, second]) expect(ambiguous.body.detail).toContain(id);
    expect((await put(`${key}?deckId=${two.id}`, { title: 'Two' })).body.slide).toEqual({ ...second, title: 'Two' });
    expect((await put(first.id.toUpperCase(), { title: 'One' })).body.slide).toEqual({ ...first, title: 'One' });
    expect((await app.rest.put(`/api/slides/${first.id}?deckId=${two.id}`, {})).status).toBe(404);
    expect((await app.rest.put('/api/slides/unknown-key', {})).status).toBe(404);
    expect((await app.rest.put(`/api/slides/${nowhere}`, {})).status).toBe(404);
  });

  test('a client key may look like an id', async () => {
    const slideId = '01900000-0000-7000-8000-00000000beef';
    const slide = await createSlide(app.rest, (await createDeck(app.rest)).id, { slideId });
    expect((await put(slideId, {})).body.slide).toEqual(slide);
  });

  test('the key of a slide is unique in its deck', async () => {
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id, minimal);
    const again = await app.rest.post(`/api/decks/${deck.id}/slides`, minimal);
    expect([again.status, again.body.errors[0]?.pointer]).toEqual([409, '/slideId']);
    await createSlide(app.rest, (await createDeck(app.rest)).id, minimal);
  });

  test('slides are where they were put, without a place last, and equal places by age', async () => {
    const deck = await createDeck(app.rest);
    for (const [slideId, orderIndex] of Object.entries({ a: 5, b: undefined, c: 5, d: 0, e: undefined })) {
      await createSlide(app.rest, deck.id, { slideId, orderIndex });
    }
    const places = (await list(deck.id)).map((slide) => `${slide.slideId}${slide.orderIndex}`);
    expect(places).toEqual(['d0', 'a5', 'c5', 'b6', 'e7']);
  });

  test('creating a slide loads none of the other slides of its deck', async () => {
    const deck = await createDeck(app.rest);
    for (const slideId of ['a', 'b', 'c']) await createSlide(app.rest, deck.id, { slideId });
    app.database.statements.splice(0);
    await createSlide(app.rest, deck.id, { slideId: 'd' });
    const reads = app.database.statements.filter((statement) => /from "slide"/.test(statement));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((statement) => !/\b(count|sum)\(/.test(statement))).toEqual([]);
  });

  test('without a free place behind the last slide the refusal says so', async () => {
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id, { orderIndex: 2_147_483_647 });
    const { status, body } = await app.rest.post(`/api/decks/${deck.id}/slides`, minimal);
    expect([status, body.errors[0]?.pointer]).toEqual([422, '/orderIndex']);
  });

  test('reordering puts all slides in a new order at once and touches only what moves', async () => {
    const deck = await createDeck(app.rest);
    const [a, b, c] = [
      await createSlide(app.rest, deck.id),
      await createSlide(app.rest, deck.id),
      await createSlide(app.rest, deck.id),
    ];
    const order = `/api/decks/${deck.id}/slides/order`;
    const { body } = await app.rest.put<{ slides: SlideAnswer[] }>(order, { slideIds: [a.id, c.slideId, b.id] });
    expect(body.slides).toEqual([a, { ...c, orderIndex: 1 }, { ...b, orderIndex: 2 }]);
    expect(await list(deck.id)).toEqual(body.slides);
    const etags = [a, b, c].map(async ({ id }) => (await app.rest.get(`/api/slides/${id}`)).headers.get('etag'));
    expect(await Promise.all(etags)).toEqual(['"1"', '"2"', '"2"']);
    const events = await EventRecorder.start(app);
    await app.rest.put(order, { slideIds: [a.id, c.id, b.id] });
    for (const slideIds of [[a.id], [a.id, b.id, b.slideId], [a.id, b.id, c.id, c.id], [a.id, b.id, 'unknown']]) {
      const { status, body: refusal } = await app.rest.put(order, { slideIds });
      expect([status, refusal.errors[0]?.pointer]).toEqual([422, '/slideIds']);
    }
    expect(await list(deck.id)).toEqual(body.slides);
    expect(await events.taken()).toEqual([]);
  });

  test('a deleted slide is gone, and the others keep their places', async () => {
    const deck = await createDeck(app.rest);
    const [a, b] = [await createSlide(app.rest, deck.id), await createSlide(app.rest, deck.id)];
    expect((await app.rest.delete(`/api/slides/${a.slideId}`, { 'if-match': '"9"' })).status).toBe(412);
    expect((await app.rest.delete(`/api/slides/${a.slideId}`)).status).toBe(204);
    expect(await list(deck.id)).toEqual([b]);
  });

  const put = (id: string, input: object) => app.rest.put<{ slide: SlideAnswer }>(`/api/slides/${id}`, input);
  const list = async (deckId: string): Promise<SlideAnswer[]> =>
    (await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deckId}/slides`)).body.slides;
});

interface StoredSlide extends Record<string, unknown> {
  id: string;
  slideType: string;
  isAudioStale: boolean;
  productData: Record<string, unknown> | null;
}
const productFields = Object.keys(product)
  .join(' ')
  .replaceAll(/good|better|best/g, (tier) => `${tier} { stored }`);
/** The tiers of a slide that was read over GraphQL, as they were given. */
function withTiers(slide: StoredSlide): StoredSlide {
  const { good, better, best, ...others } = (slide.productData ?? {}) as Record<string, { stored: unknown }>;
  const productData = { ...others, good: good?.stored, better: better?.stored, best: best?.stored };
  return slide.productData === null ? slide : { ...slide, productData };
}
const selection = [...fields, 'deckId', 'isAudioStale']
  .join(' ')
  .replace('wordTimings', 'wordTimings { word startTime endTime }')
  .replace('productData', `productData { ${productFields} }`);
const inGraphQL = {
  ...full,
  slideType: 'PRODUCT_PRICING_V1',
  productData: { ...product, defaultSelectedTier: 'BETTER' },
};

describe('slides over GraphQL', () => {
  test('a new slide has the defaults that REST gives it', async () => {
    const deck = await createDeck(app.rest);
    const slide = await create(deck.id, minimal);
    expect(slide).toMatchObject({ ...minimal, ...defaults, slideType: 'STANDARD', deckId: deck.id });
    const { body } = await app.rest.get<{ slide: SlideAnswer }>(`/api/slides/${slide.id}`);
    expect(body.slide).toEqual({ id: slide.id, ...minimal, ...defaults });
  });

  test('both APIs store the same', async () => {
    const deck = await createDeck(app.rest);
    const slide = await create(deck.id, { ...inGraphQL, wordTimings: timings });
    const { body } = await app.rest.get<{ slide: SlideAnswer }>(`/api/slides/${slide.id}`);
    expect(body.slide).toEqual({ id: slide.id, ...full, wordTimings: timings });
    expect(slide).toMatchObject({ ...inGraphQL, wordTimings: timings });
  });

  test('an update changes what it names, clears what it sets to null, and else nothing', async () => {
    const deck = await createDeck(app.rest);
    const slide = await create(deck.id, { ...inGraphQL, wordTimings: timings });
    const events = await EventRecorder.start(app);
    for (const input of [{}, { title: minimal.title, productData: inGraphQL.productData, wordTimings: timings }]) {
      expect(await update(slide.id, input)).toEqual(slide);
    }
    expect(await events.taken()).toEqual([]);
    expect(await update(slide.id, { title: 'New' })).toEqual({ ...slide, title: 'New' });
    const nulls = Object.fromEntries(Object.keys(cleared).map((key) => [key, null]));
    expect(await update(slide.id, nulls)).toEqual({ ...slide, title: 'New', ...cleared });
  });

  test('a script that changes without its audio makes the audio stale, new audio, or timings alone, make it current', async () => {
    const { id } = await create((await createDeck(app.rest)).id, { ...minimal, audioUrl: '/a.mp3' });
    const stale = async (input: object): Promise<boolean> => (await update(id, input)).isAudioStale;
    expect(await stale({ title: 'Other' })).toBe(false);
    expect(await stale({ narrationScript: 'New.' })).toBe(true);
    expect(await stale({ title: 'Another' })).toBe(true);
    expect(await stale({ audioUrl: '/b.mp3' })).toBe(false);
    expect(await stale({ narrationScript: 'Newer.', audioUrl: '/c.mp3' })).toBe(false);
    expect(await stale({ narrationScript: 'Newest.' })).toBe(true);
    expect(await stale({ wordTimings: timings })).toBe(false);
    expect(await stale({ narrationScript: 'Other words.', wordTimings: [] })).toBe(true);
    expect(await stale({ wordTimings: timings })).toBe(false);
    expect(await stale({ narrationScript: 'More words.', wordTimings: timings.slice(1) })).toBe(true);
    expect(await stale({ wordTimings: null })).toBe(true);
    expect(await stale({ narrationScript: 'Last.', audioUrl: null })).toBe(false);
    expect(await stale({ narrationScript: 'Without audio.' })).toBe(false);
  });

  test('reordering and deleting answer with the new state of the deck', async () => {
    const deck = await createDeck(app.rest);
    const [a, b] = [await create(deck.id, slideInput()), await create(deck.id, slideInput())];
    const answer = await app.graphql.data(
      `mutation ($deckId: ID!, $ids: [ID!]!, $id: ID!) {
        reorderSlides(deckId: $deckId, slideIds: $ids) { deck { id slides { id } } }
        deleteSlide(id: $id) { slide { id deck { slideCount slides { id } } } }
      }`,
      { deckId: deck.id, ids: [b.id, a.id], id: b.id },
    );
    expect(answer).toEqual({
      reorderSlides: { deck: { id: deck.id, slides: [{ id: b.id }, { id: a.id }] } },
      deleteSlide: { slide: { id: b.id, deck: { slideCount: 1, slides: [{ id: a.id }] } } },
    });
  });

  const create = async (deckId: string, input: object): Promise<StoredSlide> =>
    withTiers(
      (
        await app.graphql.data<{ it: { slide: StoredSlide } }>(
          `mutation ($deckId: ID!, $input: CreateSlideInput!) { it: createSlide(deckId: $deckId, input: $input) { slide { ${selection} } } }`,
          { deckId, input },
        )
      ).it.slide,
    );
  const update = async (id: string, input: object): Promise<StoredSlide> =>
    withTiers(
      (
        await app.graphql.data<{ it: { slide: StoredSlide } }>(
          `mutation ($id: ID!, $input: UpdateSlideInput!) { it: updateSlide(id: $id, input: $input) { slide { ${selection} } } }`,
          { id, input },
        )
      ).it.slide,
    );
});

describe('the links of a slide', () => {
  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
  ])('%j is refused', async (link) => {
    const { id } = await createDeck(app.rest);
    const productData = { brandLogo: link, good: { imageUrl: link, gallery: { images: [{ src: link }] } } };
    const body = { ...minimal, audioUrl: link, heroImg: link, productData };
    const answer = await app.rest.post(`/api/decks/${id}/slides`, body);
    expect(answer.status).toBe(400);
    const pointers = answer.body.errors.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/audioUrl', '/heroImg', '/productData/brandLogo']);
    const inTier = await app.rest.post(`/api/decks/${id}/slides`, {
      ...minimal,
      productData: { good: productData.good },
    });
    expect(inTier.body.errors.map(({ pointer }) => pointer)).toEqual([
      '/productData/good/imageUrl',
      '/productData/good/gallery/images/0/src',
    ]);
  });

  test.each(['', '/logo.svg', 'logo.svg', 'https://example.com/{{ city }}.png?a=1#b'])(
    '%j is accepted',
    async (link) => {
      const { id } = await createDeck(app.rest);
      const slide = await createSlide(app.rest, id, { heroImg: link, productData: { brandLogo: link } });
      expect([slide.heroImg, slide.productData?.['brandLogo']]).toEqual([link, link]);
    },
  );

  test.each([
    ['http://pictures.example/a.png', 'blocked_link', 'must begin with https://'],
    ['//pictures.example/a.png', 'blocked_link', 'names a host without a scheme'],
    ['/a.png', 'unknown_path', 'is a path at which Deckcast has no file'],
    ['a.png', 'unknown_path', 'is a path at which Deckcast has no file'],
  ])('%s is accepted, with a warning that the page does not load it', async (link, code, hint) => {
    const { id: deckId } = await createDeck(app.rest);
    const links = { heroImg: link, audioUrl: link };
    const made = await app.rest.post<{ slide: SlideAnswer }>(`/api/decks/${deckId}/slides`, slideInput(links));
    const { slide } = made.body;
    expect([made.status, Object.keys(made.body), slide.heroImg]).toEqual([201, ['slide'], link]);
    const warnings = ['heroImg', 'audioUrl'].map((field) => ({
      code,
      detail: expect.stringMatching(new RegExp(`^${field} ${hint}`)),
    }));
    const query = `{ slide(id: "${slide.id}") { warnings { code detail } } }`;
    const found = await app.graphql.data<{ slide: { warnings: { code: string; detail: string }[] } }>(query);
    expect(found.slide.warnings).toEqual(warnings);
    const header = found.slide.warnings.map((warning) => `${warning.code}: ${warning.detail}`).join(' ');
    expect(made.headers.get('x-warnings')).toBe(header);
    const put = (input: object) => app.rest.put<{ slide: SlideAnswer }>(`/api/slides/${slide.id}`, input);
    expect((await put({ title: 'Again' })).headers.get('x-warnings')).toBe(header);
    const presentation = await createPresentation(app.rest, deckId);
    expect(presentation.warnings).toEqual(
      found.slide.warnings.map(({ detail }) => ({
        code,
        detail: `The slide "${slide.slideId}": ${detail}`,
        sourceSlideId: slide.id,
        faqId: null,
      })),
    );
    const fixed = await put({ heroImg: 'https://pictures.example/a.png', audioUrl: null });
    expect(fixed.headers.get('x-warnings')).toBeNull();
    expect(await app.graphql.data(query)).toEqual({ slide: { warnings: [] } });
  });

  test('that were stored before, or come of a placeholder, do not reach a presentation', async () => {
    const { id } = await createDeck(app.rest, { variables: { logo: 'javascript:alert(1)' } });
    const slide = await createSlide(app.rest, id, {
      productData: { brandLogo: '{{logo}}', good: { imageUrl: '{{logo}}' } },
    });
    await sql`update slide set hero_img = 'javascript:x', audio_url = 'javascript:x' where id = ${slide.id}`.execute(
      app.database.connection.kysely,
    );
    const { slides } = await createPresentation(app.rest, id);
    expect(slides).toMatchObject([
      { heroImg: null, audioUrl: null, productData: { brandLogo: '', good: { imageUrl: '' } } },
    ]);
  });
});

describe('the tiers of a slide', () => {
  test.each<[tier: object, pointer: string, rule: string]>([
    [{ name: ' ' }, '/name', 'must be one line that is not blank'],
    [{ name: 'Ro\u202eof' }, '/name', 'without hidden characters'],
    [{ adders: [{ label: 'a\u200bb', amount: 1 }] }, '/adders/0/label', 'without hidden characters'],
    [{ adders: [{ amount: 5, percent: 5 }] }, '/adders/0', 'must have either amount or percent, not both'],
    [{ adders: [{ percent: -101 }] }, '/adders/0/percent', 'must be a number from -100 to 100'],
    [{ tax: { percent: 100.1 } }, '/tax/percent', 'must be a number from 0 to 100'],
    [{ tax: { label: 'Tax' } }, '/tax/percent', 'is required'],
    [{ tax: 8 }, '/tax', 'must be an object with a percent'],
    [{ deposit: { amount: 5, percent: 5 } }, '/deposit', 'must have either amount or percent, not both'],
    [{ deposit: { amount: -5 } }, '/deposit/amount', 'must be an amount of 0 or more'],
    [{ deposit: { percent: '1e1' } }, '/deposit/percent', 'must be a number from 0 to 100'],
    [{ deposit: 500 }, '/deposit', 'must be { "amount": … } or { "percent": … }'],
  ])('%j is refused at %s, through both APIs', async (good, place, rule) => {
    const { id: deckId } = await createDeck(app.rest);
    const pointer = `/productData/good${place}`;
    const { status, body } = await app.rest.post(`/api/decks/${deckId}/slides`, { ...minimal, productData: { good } });
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer, code: expect.any(String), detail: expect.stringContaining(rule) }],
    ]);
    const { errors } = await app.graphql.send(
      'mutation ($deckId: ID!, $input: CreateSlideInput!) { createSlide(deckId: $deckId, input: $input) { slide { id } } }',
      { deckId, input: { ...minimal, productData: { good } } },
    );
    expect(errors?.[0]?.message).toBe(body.detail);
  });
});
