import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, ProblemAnswer, SlideAnswer } from '../helpers/answers.ts';
import { createDeck, createSlide, slideInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const app = useApp();
type Made = { slides: SlideAnswer[] } & ProblemAnswer;

let deck: DeckAnswer;
beforeEach(async () => {
  deck = await createDeck(app.rest);
});

const create = (slides: readonly object[]) => app.rest.post<Made>(`/api/decks/${deck.id}/slides/bulk`, { slides });
const keysOf = async (): Promise<string[]> => {
  const { body } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deck.id}/slides`);
  return body.slides.map(({ slideId }) => slideId);
};

describe('slides that are created together', () => {
  test('come behind those of the deck in their order, each with its event, in one change of the deck', async () => {
    await createSlide(app.rest, deck.id, { slideId: 'first' });
    const before = await app.rest.get(`/api/decks/${deck.id}`);
    const recorder = await EventRecorder.start(app);
    const { status, body } = await create(['a', 'b', 'c'].map((slideId) => slideInput({ slideId, title: slideId })));
    expect([status, body.slides.map(({ slideId, orderIndex }) => [slideId, orderIndex])]).toEqual([
      201,
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
    ]);
    expect(await keysOf()).toEqual(['first', 'a', 'b', 'c']);
    const events = await recorder.facts();
    expect(events.map(({ type, data }) => [type, data['slideId']])).toEqual(
      ['a', 'b', 'c'].map((slideId) => ['slide.created', slideId]),
    );
    const after = await app.rest.get(`/api/decks/${deck.id}`);
    expect([before, after].map(({ headers }) => headers.get('etag')?.slice(0, 2))).toEqual(['"2', '"3']);
  });

  test('are created over GraphQL as well, with translations and prices', async () => {
    const mutation = `mutation ($deckId: ID!, $input: CreateSlidesInput!) {
      createSlides(deckId: $deckId, input: $input) { slides { slideId slideType translations { language } warnings { code } } }
    }`;
    const es = { language: 'es', title: 'Hola', bullets: [], narrationScript: 'Hola.' };
    const input = {
      slides: [
        { slideId: 'one', title: 'One', narrationScript: 'One.', translations: { es: { ...es, language: undefined } } },
        {
          slideId: 'two',
          title: 'Two',
          narrationScript: 'Two.',
          slideType: 'PRODUCT_PRICING_V1',
          heroImg: 'http://a.example/b',
        },
      ],
    };
    expect(await app.graphql.data(mutation, { deckId: deck.id, input })).toEqual({
      createSlides: {
        slides: [
          { slideId: 'one', slideType: 'STANDARD', translations: [{ language: 'es' }], warnings: [] },
          { slideId: 'two', slideType: 'PRODUCT_PRICING_V1', translations: [], warnings: [{ code: 'blocked_link' }] },
        ],
      },
    });
  });

  test('keep an orderIndex that is given, and the next comes behind it', async () => {
    const { body } = await create([slideInput({ orderIndex: 7 }), slideInput(), slideInput({ orderIndex: 2 })]);
    expect(body.slides.map(({ orderIndex }) => orderIndex)).toEqual([7, 8, 2]);
  });

  test.each([
    [[slideInput({ slideId: 'same' }), slideInput({ slideId: 'same' })], 409, '/slides/1/slideId'],
    [[slideInput(), slideInput({ slideId: 'taken' })], 409, '/slides/1/slideId'],
    [[slideInput(), { title: 'No key', narrationScript: '' }], 400, '/slides/1/slideId'],
    [[slideInput(), slideInput({ title: 7 })], 400, '/slides/1/title'],
    [[slideInput(), slideInput({ orderIndex: -1 })], 400, '/slides/1/orderIndex'],
    [[], 400, '/slides'],
    [Array.from({ length: 101 }, () => slideInput()), 400, '/slides'],
  ])('are all refused where one is: case %#', async (slides, status, pointer) => {
    await createSlide(app.rest, deck.id, { slideId: 'taken' });
    const recorder = await EventRecorder.start(app);
    const answer = await create(slides);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
    expect(await keysOf()).toEqual(['taken']);
    expect(await recorder.facts()).toEqual([]);
  });
});
