import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationAnswer, SlideAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createSlide, presentationInput, slideInput } from '../helpers/factories.ts';
import { nextOf } from '../helpers/links.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const english = repeated('The quick brown fox jumps over the dog. ', 20_000);
const chinese = repeated('我们的屋顶非常好。', 6_600);
/** Adds copies of a slide to its deck, as many large requests would. */
async function copySlide({ id }: SlideAnswer, count: number): Promise<void> {
  await sql`
    insert into slide (id, created_at, updated_at, version, deck_id, slide_id, title, bullets, narration_script, slide_context,
      audio_url, is_audio_stale, word_timings, order_index, slide_type, translations, translation_sources)
    select gen_random_uuid(), created_at, updated_at, 1, deck_id, 'copy-' || number, title, bullets, narration_script,
      slide_context, audio_url, is_audio_stale, word_timings, order_index, slide_type, translations, translation_sources
    from slide, generate_series(1, ${count}::int) as number where id = ${id}`.execute(app.database.connection.kysely);
  await raiseVersions();
}

/** As each change of what is in a deck raises the version of that. */
async function raiseVersions(): Promise<void> {
  await sql`update deck set version = version + 1`.execute(app.database.connection.kysely);
}

/** Every slide of a deck in order, whatever its size. */
async function orderOf(deckId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from slide where deck_id = ${deckId} order by order_index, created_at, id`.execute(
    app.database.connection.kysely,
  );
  return rows.map(({ id }) => id);
}

/** Expects that a deck is listed, previewed and presented as a whole. */
async function isUsable(deckId: string): Promise<void> {
  const answers = [
    await app.rest.get(`/api/decks/${deckId}/slides`),
    await app.rest.post(`/api/decks/${deckId}/presentations/preview`, presentationInput()),
    await app.rest.post<{ presentation: PresentationAnswer }>(
      `/api/decks/${deckId}/presentations`,
      presentationInput(),
    ),
  ];
  expect(answers.map(({ status, body }) => [status, (body as { detail?: string }).detail])).toEqual(
    [[200], [200], [201]].map(([status]) => [status, undefined]),
  );
}

const timings = (count: number) => upTo(count).map((at) => ({ word: 'roof', startTime: at, endTime: at + 0.5 }));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a deck', () => {
  test('that is as large as it may be is listed, previewed and presented in each of its languages', async () => {
    const deck = await createDeck(app.rest, { defaultLanguage: 'en-US' });
    const translations = { 'zh-CN': { title: '你好', bullets: [], narrationScript: chinese } };
    const slide = { narrationScript: english, slideContext: english, translations };
    await copySlide(await createSlide(app.rest, deck.id, { slideId: 'first', ...slide }), 23);
    await createSlide(app.rest, deck.id, { slideId: 'last', ...slide });
    expect((await app.rest.get(`/api/decks/${deck.id}/slides`)).status).toBe(200);
    for (const language of ['en-US', 'zh-CN']) {
      const input = presentationInput({ language_settings: { language_code: language } });
      expect((await app.rest.post(`/api/decks/${deck.id}/presentations/preview`, input)).status).toBe(200);
      const { status, body } = await app.rest.post<{ presentation: PresentationAnswer }>(
        `/api/decks/${deck.id}/presentations`,
        input,
      );
      expect([status, body.presentation.slides.length]).toEqual([201, 25]);
      expect((await app.rest.get(`/api/presentations/${body.presentation.id}`)).status).toBe(200);
    }
    const { status, body } = await app.rest.post(`/api/decks/${deck.id}/slides`, slideInput());
    expect([status, body.detail]).toEqual([
      422,
      'The narrations and answers of the deck would have 500,006 bytes, and may have 500,000: shorten them, or move a part to another deck. The slide "copy-1" has the largest share.',
    ]);
  });

  test('that is too long in one language names the language and the longest text, and stays as it was', async () => {
    const deck = await createDeck(app.rest);
    const spanish = { es: { title: 'Hola', bullets: [], narrationScript: repeated('Hola. ', 20_000) } };
    await copySlide(await createSlide(app.rest, deck.id, { translations: spanish }), 23);
    const faq = await createFaq(app.rest, deck.id, { userQuestion: 'How long?', cannedAnswer: 'Two days.' });
    const translations = { ES: { userQuestion: '¿Cuánto?', cannedAnswer: repeated('Dos dias. ', 19_900) } };
    await createFaq(app.rest, deck.id, { userQuestion: 'And how much?', cannedAnswer: 'It depends.', translations });
    const { status, body } = await app.rest.put(`/api/faqs/${faq.id}`, { translations });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          pointer: '/translations/es',
          code: 'length',
          detail: expect.stringMatching(
            /^The narrations and answers of the deck in es would have 519,800 bytes, .* The slide "copy-1" has the largest share\.$/,
          ),
        },
      ],
    ]);
    const { body: after, headers } = await app.rest.get<{ faq: object }>(`/api/faqs/${faq.id}`);
    expect([after.faq, headers.get('etag')]).toEqual([faq, '"1"']);
  });

  test('that was written before there were limits may be made smaller, not larger', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id);
    await createSlide(app.rest, deck.id);
    const long = repeated('Hello. ', 300_000);
    await sql`update slide set narration_script = ${long} where deck_id = ${deck.id}`.execute(
      app.database.connection.kysely,
    );
    await raiseVersions();
    const put = (input: object) => app.rest.put(`/api/slides/${slide.id}`, input);
    const refused = await put({ title: 'A longer title than before' });
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([422, 'length']);
    expect((await put({ narrationScript: 'Hello.' })).status).toBe(200);
    expect((await put({ title: 'A longer title than before' })).status).toBe(200);
  });

  test('whose recordings, narrations and notes fit each by themselves is refused what no presentation could hold', async () => {
    const deck = await createDeck(app.rest);
    const recorded = await createSlide(app.rest, deck.id, {
      slideId: 'recorded',
      audioUrl: 'https://example.com/a.mp3',
    });
    expect((await app.rest.put(`/api/slides/${recorded.id}`, { wordTimings: timings(20_000) })).status).toBe(200);
    await copySlide(recorded, 4);
    const narrated = { narrationScript: english, slideContext: english };
    let made = 0;
    for (let status = 201; status === 201 && made < 23; made += 1) {
      ({ status } = await app.rest.post(
        `/api/decks/${deck.id}/slides`,
        slideInput({ slideId: `n${made}`, ...narrated }),
      ));
    }
    const noted = slideInput({ slideId: 'noted', ...narrated });
    const { status, body } = await app.rest.post(`/api/decks/${deck.id}/slides`, noted);
    expect([status, body.detail]).toEqual([
      422,
      expect.stringMatching(
        /^The texts, word timings and prices of a presentation of the deck would have 9,[5-9]\d\d,\d{3} bytes, and may have 9,500,000: .* The slide "recorded" has the largest share\.$/,
      ),
    ]);
    expect(made).toBeGreaterThan(8);
    await isUsable(deck.id);
  });

  test.each([
    { what: 'words of one letter', narrationScript: 'I '.repeat(10_000) },
    { what: 'words of one letter that only punctuation separates', narrationScript: `${'a,'.repeat(9_999)}屋` },
  ])('of $what is as large as their word timings fit into one presentation', async ({ narrationScript }) => {
    const deck = await createDeck(app.rest);
    await copySlide(await createSlide(app.rest, deck.id, { narrationScript }), 14);
    const more = () => app.rest.post(`/api/decks/${deck.id}/slides`, slideInput({ narrationScript }));
    expect((await more()).status).toBe(201);
    const { status, body } = await more();
    expect([status, body.detail]).toEqual([422, expect.stringContaining('prices of a presentation of the deck would')]);
    await isUsable(deck.id);
    const { id } = await createSlide(app.rest, deck.id, { narrationScript: 'abcdefg '.repeat(1_000) });
    const shorter = await app.rest.put(`/api/slides/${id}`, { narrationScript: 'I '.repeat(4_000) });
    expect([shorter.status, shorter.body.reason]).toEqual([422, 'deck_too_large']);
  });

  test('of offers with many adders is as large as their prices fit into one presentation', async () => {
    const deck = await createDeck(app.rest);
    const adders = upTo(200).map((index) => ({ label: `A${index}`, amount: index + 1 }));
    const tier = { name: 'Tier', basePrice: 100, adders };
    const offer = { slideType: 'product_pricing_v1', productData: { good: tier, better: tier, best: tier } };
    await copySlide(await createSlide(app.rest, deck.id, { slideId: 'offer', ...offer }), 30);
    let status = 201;
    for (let more = 0; status === 201; more += 1) {
      ({ status } = await app.rest.post(`/api/decks/${deck.id}/slides`, slideInput({ slideId: `o${more}`, ...offer })));
    }
    expect(status).toBe(422);
    await isUsable(deck.id);
  });

  test('from before the limits is answered with what to shorten where all of it is wanted, and keeps its order', async () => {
    const deck = await createDeck(app.rest);
    const long = { slideContext: english, narrationScript: english.slice(0, 6_000) };
    const recording = { audioUrl: 'https://example.com/a.mp3', wordTimings: timings(200) };
    await copySlide(await createSlide(app.rest, deck.id, { slideId: 'first', ...long, ...recording }), 47);
    const { kysely } = app.database.connection;
    await sql`update slide set slide_context = repeat(slide_context, 10) where deck_id = ${deck.id}`.execute(kysely);
    const { body: before } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deck.id}/slides?limit=100`);
    const sentence = 'The texts of the deck would have 9,8';
    const slideIds = (await orderOf(deck.id)).toReversed();
    const answers = [
      await app.rest.get(`/api/decks/${deck.id}/slides`),
      await app.rest.post(`/api/decks/${deck.id}/presentations/preview`, presentationInput()),
      await app.rest.post(`/api/decks/${deck.id}/presentations`, presentationInput()),
      await app.rest.put(`/api/decks/${deck.id}/slides/order`, { slideIds }),
    ];
    for (const { status, body } of answers) {
      expect([status, (body as { detail: string }).detail]).toEqual([422, expect.stringContaining(sentence)]);
    }
    expect(before.slides.length).toBeGreaterThan(0);
    expect(await orderOf(deck.id)).toEqual(slideIds.toReversed());
    const reorder =
      'mutation ($deckId: ID!, $slideIds: [ID!]!) { reorderSlides(deckId: $deckId, slideIds: $slideIds) { deck { id } } }';
    await app.graphql.data(reorder, { deckId: deck.id, slideIds });
    expect(await orderOf(deck.id)).toEqual(slideIds);
    expect(
      (
        await sql<{
          texts: number;
        }>`select sum(octet_length(slide_context))::int as texts from slide where deck_id = ${deck.id}`.execute(kysely)
      ).rows,
    ).toEqual([{ texts: 48 * 200_000 }]);
  });

  test('takes recordings whose word timings fit into one presentation', async () => {
    const deck = await createDeck(app.rest);
    const wordTimings = timings(20_000);
    const recorded = await createSlide(app.rest, deck.id, { audioUrl: 'https://example.com/a.mp3' });
    const other = await createSlide(app.rest, deck.id, { audioUrl: 'https://example.com/b.mp3' });
    expect((await app.rest.put(`/api/slides/${recorded.id}`, { wordTimings })).status).toBe(200);
    await copySlide(recorded, 4);
    const { status, body } = await app.rest.put(`/api/slides/${other.id}`, { wordTimings });
    expect([status, body.errors[0]?.pointer]).toEqual([422, '/wordTimings']);
    expect(body.detail).toMatch(/^The word timings of the deck would have 6,\d{3},\d{3} bytes, and may have 6,000,000/);
    const created = await app.rest.post(`/api/decks/${deck.id}/presentations`, presentationInput());
    expect(created.status).toBe(201);
  });
});

describe('the pages of the slides of a deck', () => {
  test('are in the order of display, whole and without repetition, up to the limit', async () => {
    const deck = await createDeck(app.rest);
    for (const orderIndex of [3, 1, 2, 1, 2_147_483_647, 0, 3]) await createSlide(app.rest, deck.id, { orderIndex });
    const { body: all } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deck.id}/slides`);
    const paged: SlideAnswer[] = [];
    const sizes: number[] = [];
    let next: string | null = `/api/decks/${deck.id}/slides?limit=3`;
    while (next !== null) {
      const { status, body, headers }: { status: number; body: { slides: SlideAnswer[] }; headers: Headers } =
        await app.rest.get(next);
      expect(status).toBe(200);
      paged.push(...body.slides);
      sizes.push(body.slides.length);
      next = nextOf(headers);
    }
    expect([paged, sizes]).toEqual([all.slides, [3, 3, 1]]);
    expect(paged.map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 1, 2, 3, 3, 2_147_483_647]);
  });

  test('are refused behind a cursor of another list, and for an unknown deck', async () => {
    const deck = await createDeck(app.rest);
    const of = (text: string): string => Buffer.from(text).toString('base64url');
    const age = '2026-01-01T00:00:00.000Z 01900000-0000-7000-8000-00000000dead';
    for (const after of ['x', of(age), of(`9999999999 ${age}`), of(`-1 ${age}`), of('1 2026')]) {
      const { status, body } = await app.rest.get(`/api/decks/${deck.id}/slides?after=${after}`);
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/after']);
    }
    const nowhere = '01900000-0000-7000-8000-00000000dead';
    expect((await app.rest.get(`/api/decks/${nowhere}/slides?limit=1`)).status).toBe(404);
  });
});
