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
      audio_url, audio_stale, word_timings, order_index, slide_type, translations, translation_sources)
    select gen_random_uuid(), created_at, updated_at, 1, deck_id, 'copy-' || number, title, bullets, narration_script,
      slide_context, audio_url, audio_stale, word_timings, order_index, slide_type, translations, translation_sources
    from slide, generate_series(1, ${count}::int) as number where id = ${id}`.execute(app.database.connection.kysely);
}

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
    const put = (input: object) => app.rest.put(`/api/slides/${slide.id}`, input);
    const refused = await put({ title: 'A longer title than before' });
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([422, 'length']);
    expect((await put({ narrationScript: 'Hello.' })).status).toBe(200);
    expect((await put({ title: 'A longer title than before' })).status).toBe(200);
  });

  test('takes recordings whose word timings fit into one presentation', async () => {
    const deck = await createDeck(app.rest);
    const wordTimings = upTo(20_000).map((at) => ({ word: 'roof', startTime: at, endTime: at + 0.5 }));
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
