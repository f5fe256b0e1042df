import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, SlideAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createSlide, createSlides, slideInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const words = 'Here is what we found on your roof, and what you may do about it. '.repeat(10);
const wordTimings = words
  .trim()
  .split(' ')
  .map((word, at) => ({ word, startTime: at / 4, endTime: at / 4 + 0.2 }));
/** So many of them would be larger than a deck may be if their word timings were as long as they may be for certain. */
const recorded = { narrationScript: words, audioUrl: 'https://example.com/a.mp3', wordTimings };

let deck: DeckAnswer;
beforeEach(async () => {
  deck = await createDeck(app.rest);
});

async function fill(slides: number): Promise<SlideAnswer[]> {
  const made: SlideAnswer[] = [];
  for (let left = slides; left > 0; left -= 50) {
    const some = Array.from({ length: Math.min(left, 50) }, () => recorded);
    made.push(...(await createSlides(app.rest, deck.id, some)));
  }
  return made;
}

const ofTheChange = /\b(?:from|into|update) "?(?:deck|slide|faq|event)\b/;

/** The statements that a change costs, without what goes on in the background. */
async function statementsOf(change: () => Promise<{ readonly status: number }>): Promise<number> {
  const { statements } = app.database;
  statements.splice(0);
  expect((await change()).status).toBeLessThan(300);
  return statements.filter((statement) => ofTheChange.test(statement)).length;
}

describe('a change of what is in a deck', () => {
  test('costs as many statements in a deck of 1, 20 and 400 slides with recordings', async () => {
    const counts: unknown[] = [];
    for (const size of [1, 20, 400]) {
      deck = await createDeck(app.rest);
      const [first] = await fill(size);
      const slides = `/api/decks/${deck.id}/slides`;
      const faqs = `/api/decks/${deck.id}/faqs`;
      // What a process does not know of a deck, it finds out once.
      await createSlide(app.rest, deck.id);
      counts.push([
        await statementsOf(() => app.rest.post(slides, slideInput())),
        await statementsOf(() => app.rest.put(`/api/slides/${first?.id}`, { title: 'A longer title than before' })),
        await statementsOf(() => app.rest.delete(`/api/slides/${first?.id}`)),
        await statementsOf(() => app.rest.post(faqs, { userQuestion: 'How long?', cannedAnswer: 'Two days.' })),
        await statementsOf(() => app.rest.post(`${slides}/bulk`, { slides: [slideInput(), slideInput()] })),
      ]);
    }
    const [ofOne] = counts;
    expect(counts).toEqual([ofOne, ofOne, ofOne]);
    // New slides or an FAQ: the deck, the others, the rows, the events.
    expect(ofOne).toEqual([4, 6, 6, 4, 4]);
  });

  test('that come at once each have a place and a version of their own', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => createSlide(app.rest, deck.id)));
    expect(made.map(({ orderIndex }) => orderIndex).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 8 }, (_, at) => at),
    );
    const { headers } = await app.rest.get(`/api/decks/${deck.id}`);
    expect(headers.get('etag')).toBe('"9"');
  });

  test('is named in the audit log with the deck', async () => {
    const slide = await createSlide(app.rest, deck.id);
    const faq = await createFaq(app.rest, deck.id);
    const { body } = await app.rest.get<{ entries: { operation: string; objects: object[] }[] }>('/api/audit');
    const objectsOf = (operation: string) => body.entries.find((entry) => entry.operation === operation)?.objects;
    const changed = { objectType: 'deck', objectId: deck.id, change: 'changed', fields: [] };
    const created = (objectType: string, objectId: string) => ({ objectType, objectId, change: 'created', fields: [] });
    expect(objectsOf('createSlide')).toEqual([changed, created('slide', slide.id)]);
    expect(objectsOf('createFaq')).toEqual([changed, created('faq', faq.id)]);
  });
});
