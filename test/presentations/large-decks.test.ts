import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDeck, createPresentation, createSlide, createSlides, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { unharmed } from '../helpers/unharmed.ts';

const app = useApp();

/** So many slides like the one that a deck has, as somebody would add them one by one. */
async function addLike(deckId: string, count: number): Promise<void> {
  await sql`insert into slide select copy.* from slide, generate_series(1, ${count}) as place,
    lateral jsonb_populate_record(null::slide, to_jsonb(slide) || jsonb_build_object(
      'id', gen_random_uuid(), 'slide_id', 'copy-' || place, 'order_index', place)) as copy
    where slide.deck_id = ${deckId}`.execute(app.database.connection.kysely);
}

/** A presentation of an empty deck, which then gets so many slides. */
async function grown(slide: object, count: number): Promise<{ deckId: string; presentationId: string }> {
  const { id: deckId } = await createDeck(app.rest, { variables: { v: 'x' } });
  const { id: presentationId } = await createPresentation(app.rest, deckId);
  await createSlide(app.rest, deckId, slide);
  await addLike(deckId, count - 1);
  return { deckId, presentationId };
}

const adders = Array.from({ length: 200 }, (_, index) => ({ label: `Adder ${index}`, amount: index + 1 }));
const tier = { basePrice: 100, adders };

describe('a deck that takes long to make copies of', () => {
  test.each([
    { what: 'placeholders', slide: { slideContext: '{{v}} '.repeat(3_300) }, count: 200 },
    { what: 'braces that open no placeholder', slide: { slideContext: '{{ '.repeat(6_600) }, count: 100 },
    {
      what: 'prices',
      slide: { slideType: 'product_pricing_v1', productData: { good: tier, better: tier, best: tier } },
      count: 25,
    },
  ])(
    'for its $what keeps nobody else waiting',
    async ({ slide, count }) => {
      const { deckId, presentationId } = await grown(slide, count);
      const answers = await unharmed(app, async () => [
        await app.rest.post(`/api/decks/${deckId}/presentations/preview`, presentationInput()),
        await app.rest.get(`/api/presentations/${presentationId}/drift`),
        await app.rest.get(`/api/decks/${deckId}/placeholders`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
    120_000,
  );

  test('is refused where a presentation would be too long to be answered', async () => {
    const { deckId } = await grown({ bullets: Array.from({ length: 50 }, () => 'x'.repeat(1_000)) }, 201);
    const { status, body } = await unharmed(app, () =>
      app.rest.post<{ detail: string }>(`/api/decks/${deckId}/presentations/preview`, presentationInput()),
    );
    expect(status).toBe(422);
    expect(body.detail).toContain('all texts of the presentation would have more than 10,000,000 characters');
  }, 120_000);

  test('is refused where its narrations without placeholders would take more than ten hours', async () => {
    const { deckId } = await grown({ narrationScript: 'word '.repeat(4_000) }, 26);
    const { status, body } = await unharmed(app, () =>
      app.rest.post<{ detail: string }>(`/api/decks/${deckId}/presentations`, presentationInput()),
    );
    expect(status).toBe(422);
    expect(body.detail).toContain('the narrations of the presentation would have more than 500,000 characters');
  }, 120_000);

  test('is refused the list of its placeholders where nobody could read it', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const names = (slide: number): string =>
      Array.from({ length: 1_500 }, (_, index) => `{{n${slide}_${index}}}`).join('');
    await createSlides(
      app.rest,
      deckId,
      Array.from({ length: 14 }, (_, slide) => ({ slideContext: names(slide) })),
    );
    const { status, body } = await unharmed(app, () =>
      app.rest.get<{ code: string; detail: string }>(`/api/decks/${deckId}/placeholders`),
    );
    expect([status, body.code]).toEqual([422, 'OVER_BUDGET']);
    expect(body.detail).toContain('20,000 names');
  }, 120_000);
});
