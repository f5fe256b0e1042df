import { beforeAll, expect, test } from '@jest/globals';
import type { DeckAnswer, FaqAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq } from '../helpers/factories.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { scrape, total } from '../helpers/scrape.ts';
import { useApp } from '../helpers/test-app.ts';
import { HeldTable } from '../kit/core/limits/held-table.ts';

const app = useApp({ HEALTH_PORT: '0' });
let decks: DeckAnswer[] = [];

beforeAll(async () => {
  decks = await Promise.all(Array.from({ length: 8 }, () => createDeck(app.rest)));
  for (const { id } of decks) await createFaq(app.rest, id);
});

async function questionsOf(deckId: string): Promise<string[]> {
  const { body } = await app.rest.get<{ faqs: FaqAnswer[] }>(`/api/decks/${deckId}/faqs`);
  return body.faqs.map(({ deckId: of }) => of);
}

testOnPostgres('lists that are requested while a version is read share the next statement', async () => {
  // So that their texts are kept.
  for (const { id } of decks) await questionsOf(id);
  const table = await new HeldTable(app.database.url).open();
  app.database.statements.splice(0);
  const answers = await table.whileHeld(async () => {
    const first = questionsOf(decks[0]?.id ?? '');
    await table.waited(1);
    const others = decks.map(({ id }) => questionsOf(id));
    await eventually(async () => total(await scrape(app.healthBase), 'deckcast_requests_under_way') === 9);
    return [first, ...others];
  });
  expect(await Promise.all(answers)).toEqual([decks[0], ...decks].map((deck) => [deck?.id]));
  // Those that have waited for the longest time get a statement before the first one ends.
  const reads = app.database.statements.filter((statement) => statement.includes('from "deck"'));
  expect(reads.length).toBeLessThan(5);
  await table.close();
});

test('one unknown deck refuses its own request alone', async () => {
  const unknown = '01900000-0000-7000-8000-00000000dead';
  const paths = [unknown, ...decks.map(({ id }) => id)].map((id) => `/api/decks/${id}/faqs`);
  const answers = await Promise.all(paths.map(async (path) => (await app.rest.get(path)).status));
  expect(answers).toEqual([404, ...decks.map(() => 200)]);
});

test('a list shows a change that was confirmed before it was requested, however many others are under way', async () => {
  const [deck] = decks;
  const reading = new AbortController();
  const others = Array.from({ length: 8 }, async () => {
    while (!reading.signal.aborted) await questionsOf(deck?.id ?? '');
  });
  for (let more = 1; more <= 20; more += 1) {
    await createFaq(app.rest, deck?.id ?? '');
    expect(await questionsOf(deck?.id ?? '')).toHaveLength(1 + more);
  }
  reading.abort();
  await Promise.all(others);
});
