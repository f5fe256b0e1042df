import { describe, expect, test } from '@jest/globals';
import type { PresentationAnswer, ProblemAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { unharmed } from '../helpers/unharmed.ts';

const app = useApp();
const variables = { v: 'x '.repeat(999) + 'xx', w: 'y '.repeat(950) };
const nested = '{{good.name}}'.repeat(70);

/** A deck of one slide, and what all ways to make its copy answer. */
async function refusals(slide: object): Promise<{ slideId: string; problems: (ProblemAnswer | undefined)[] }> {
  const { id: deckId } = await createDeck(app.rest, { variables });
  const { id: presentationId } = await createPresentation(app.rest, deckId);
  const { id: slideId } = await createSlide(app.rest, deckId, { slideId: 'long', ...slide });
  const deck = `/api/decks/${deckId}`;
  const input = presentationInput();
  const before = await app.rowCounts();
  const problems = await unharmed(app, async () => {
    const bulk = await app.rest.post<{ results: { problem: ProblemAnswer }[] }>(`${deck}/presentations/bulk`, {
      inputs: [input, input],
    });
    const answers = [
      await app.rest.post(`${deck}/presentations`, input),
      await app.rest.post(`${deck}/presentations/preview`, input),
      await app.rest.get(`/api/presentations/${presentationId}/drift`),
    ];
    const { errors = [] } = await app.graphql.send(
      `query ($deckId: ID!, $input: CreatePresentationInput!, $id: ID!) {
        previewPresentation(deckId: $deckId, input: $input) { warnings { code } }
        presentation(id: $id) { drift { isCurrent } }
      }`,
      { deckId, input: { homeowner: { firstName: 'Dana', lastName: 'Whitaker' } }, id: presentationId },
    );
    return [
      ...bulk.body.results.map(({ problem }) => problem),
      ...answers.map(({ body }) => body),
      ...errors.map(({ extensions }) => extensions.problem),
    ];
  });
  expect(await app.rowCounts()).toEqual(before);
  return { slideId, problems };
}

describe('a small deck whose filled texts would be huge', () => {
  test.each([
    [
      'a tier name made of long variables',
      {
        slideType: 'product_pricing_v1',
        productData: { good: { name: '{{v}}'.repeat(100), price: 100 } },
        bullets: Array.from({ length: 50 }, () => nested),
      },
      '/productData/good',
      'productData.good of slide "long" would have more than 2,000 characters.',
    ],
    [
      'a narration made of a long tier name',
      {
        slideType: 'product_pricing_v1',
        productData: { good: { name: '{{v}}', price: 100 } },
        narrationScript: nested.repeat(2),
      },
      '/narrationScript',
      'narrationScript of slide "long" would have more than 200,000 characters.',
    ],
    [
      'many texts that are each short enough',
      { bullets: Array.from({ length: 50 }, () => '{{v}}'.repeat(99)) },
      '/bullets/25',
      'the texts and warnings of the presentation would have more than 5,000,000 characters.',
    ],
    [
      'a tier name that a filter shortens',
      {
        slideType: 'product_pricing_v1',
        productData: { good: { name: '2026-08-03 {{w}}', price: 100 } },
        narrationScript: '{{good.name|upper|lower|title|date}}'.repeat(500),
      },
      '/narrationScript',
      'narrationScript of slide "long" would have more than 200,000 characters.',
    ],
  ])('is refused through every API for %s, and stalls nobody', async (_, slide, field, rule) => {
    const { slideId, problems } = await refusals(slide);
    expect(problems).toHaveLength(7);
    for (const problem of problems) {
      expect(problem).toMatchObject({
        status: 422,
        code: 'UNPROCESSABLE',
        errors: [{ pointer: `/slides/${slideId}${field}`, code: 'length', detail: problem?.detail }],
      });
      expect(problem?.detail).toContain(rule);
      expect(problem?.detail).toContain('Use fewer placeholders');
    }
  });

  test('is refused when all its narrations together are too long', async () => {
    const { id: deckId } = await createDeck(app.rest, { variables });
    const narrationScript = '{{v}}'.repeat(99);
    const scripts = [narrationScript, narrationScript, 'Hello {{first_name}}.', narrationScript];
    const slides = [];
    for (const script of scripts) slides.push(await createSlide(app.rest, deckId, { narrationScript: script }));
    const path = `/api/decks/${deckId}/presentations/preview`;
    const { status, body } = await unharmed(app, () => app.rest.post(path, presentationInput()));
    expect([status, body.errors[0]?.pointer]).toEqual([422, `/slides/${slides[3]?.id}/narrationScript`]);
    expect(body.detail).toContain('the narrations of the presentation would have more than 500,000 characters');
    await app.rest.delete(`/api/slides/${slides[3]?.id}`);
    expect((await app.rest.post(path, presentationInput())).status).toBe(200);
    const faq = await createFaq(app.rest, deckId, { cannedAnswer: narrationScript });
    const answered = (await app.rest.post(path, presentationInput())).body;
    expect([answered.status, answered.errors[0]?.pointer]).toEqual([422, `/faqs/${faq.id}/cannedAnswer`]);
  });

  test('is not stored when no answer could hold it with its word timings', async () => {
    const { id: deckId } = await createDeck(app.rest, { variables: { w: 'a '.repeat(1_000) } });
    for (const slideId of ['a', 'b', 'c', 'd']) {
      const bullets = Array.from({ length: 5 }, () => '{{w}}'.repeat(99));
      await createSlide(app.rest, deckId, { slideId, bullets, narrationScript: '{{w}}'.repeat(50) });
    }
    const path = `/api/decks/${deckId}/presentations`;
    const made = await app.rest.post(path, presentationInput());
    expect([made.status, made.body.detail]).toEqual([422, expect.stringContaining('10,000,000 bytes')]);
    const { body } = await app.rest.get<{ presentations: unknown[] }>(path);
    expect(body.presentations).toEqual([]);
  });

  test('is presented as long as its texts keep within the limits', async () => {
    const { id: deckId } = await createDeck(app.rest, { variables });
    await createSlide(app.rest, deckId, { bullets: ['{{v}}'.repeat(100), '{{v}}'] });
    const { slides } = await unharmed(app, () => createPresentation(app.rest, deckId));
    expect(slides[0]?.bullets.map(({ length }) => length)).toEqual([200_000, 2_000]);
  });

  test('may hold a longer text of its author that has no placeholder', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const icon = 'x'.repeat(300_000);
    await createSlide(app.rest, deckId, { productData: { good: { icon } } });
    const { slides } = await createPresentation(app.rest, deckId);
    expect(slides[0]?.productData?.['good']).toEqual({ icon });
  });
});

describe('a deck with many unknown placeholders', () => {
  /** Reads beside the ends of arrays are slow in Jest's context: the search takes 270 ms there, and 20 ms elsewhere. */
  const limits = { p99Ms: 600, slowestMs: 600 };

  /** Sixty letters in an order of their own: no count of letters tells two such names apart. */
  function shuffled(seed: number): string {
    const letters = [...'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh'];
    let state = seed + 1;
    for (let index = letters.length - 1; index > 0; index -= 1) {
      state = (state * 16_807) % 2_147_483_647;
      const other = state % (index + 1);
      [letters[index], letters[other]] = [letters[other] ?? '', letters[index] ?? ''];
    }
    return letters.join('');
  }

  test('is answered without a stall, with hints for the first of them', async () => {
    const known = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [shuffled(index), 'known']));
    const { id: deckId } = await createDeck(app.rest, { variables: known });
    const unknown = Array.from({ length: 1_300 }, (_, index) => `{{${shuffled(1_000 + index)}}}`);
    const bullets = ['{{frist_name}}'];
    for (let index = 0; index < 700; index += 14) bullets.push(unknown.slice(index, index + 14).join(''));
    const narrationScript = `${unknown.slice(700, 1_000).join('')}{{lsat_name}}`;
    const slideContext = unknown.slice(1_000).join('');
    await createSlide(app.rest, deckId, { bullets: bullets.slice(0, 50), narrationScript, slideContext });

    const path = `/api/decks/${deckId}`;
    const placeholders: { name: string; nearest: string | null }[] = [];
    for (const after of ['', '?after=500', '?after=1000']) {
      const read = () => app.rest.get<{ placeholders: typeof placeholders }>(`${path}/placeholders${after}`);
      const { body } = await unharmed(app, read, limits);
      placeholders.push(...body.placeholders);
    }
    expect(placeholders.length).toBeGreaterThan(1_280);
    const nearest = Object.fromEntries(placeholders.map((one) => [one.name, one.nearest]));
    expect(nearest).toMatchObject({ frist_name: 'first_name', lsat_name: null });

    const previewed = () =>
      app.rest.post<{ preview: PresentationAnswer }>(`${path}/presentations/preview`, presentationInput());
    const { preview } = (await unharmed(app, previewed, limits)).body;
    const hints = preview.warnings.filter(({ detail }) => detail.includes('Did you mean'));
    expect(hints.map(({ detail }) => detail)).toEqual([expect.stringContaining('{{first_name}}')]);
    expect(preview.warnings).toHaveLength(placeholders.length);
  });
});
