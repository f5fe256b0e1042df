import { describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import type { DeckAnswer, PresentationAnswer, ProblemAnswer } from '../helpers/answers.ts';
import { createDeck, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { useClock } from '../helpers/fake-clock.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, productData } from '../contracts/contracts.ts';

const app = useApp({ TIME_ZONE: 'Pacific/Kiritimati' });
const contracts = new Contracts(app);
const [saturday, sunday] = ['Saturday, December 5, 2026', 'Sunday, December 6, 2026'];

// Saturday 17:30 in Denver, Sunday in UTC and on Kiritimati.
useClock('2026-12-06T00:30:00Z', { advances: true });

async function datedDeck(overrides: object = {}): Promise<DeckAnswer> {
  const deck = await createDeck(app.rest, overrides);
  const text = '{{date | date: "full"}}';
  await createSlide(app.rest, deck.id, {
    title: text,
    narrationScript: `It is ${text}.`,
    slideType: 'product_pricing_v1',
    productData,
  });
  return deck;
}

async function previewTitles(deckId: string): Promise<string[]> {
  const rest = await app.rest.post<{ preview: Pick<PresentationAnswer, 'slides'> }>(
    `/api/decks/${deckId}/presentations/preview`,
    presentationInput(),
  );
  const { previewPresentation } = await app.graphql.data<{ previewPresentation: { slides: { title: string }[] } }>(
    `query ($deckId: ID!) { previewPresentation(deckId: $deckId, input: {
      homeowner: { firstName: "Dana", lastName: "Whitaker" } }) { slides { title } } }`,
    { deckId },
  );
  return [...rest.body.preview.slides, ...previewPresentation.slides].map(({ title }) => title);
}

describe('the date in a presentation', () => {
  test('is Saturday for a sale on Saturday at 17:30 in Denver', async () => {
    const { id } = await datedDeck({ timeZone: 'America/Denver' });
    expect(await previewTitles(id)).toEqual([saturday, saturday]);
    const { slides, timeZone } = await createPresentation(app.rest, id);
    expect([slides[0]?.title, slides[0]?.narrationScript]).toEqual([saturday, `It is ${saturday}.`]);
    expect(timeZone).toBe('America/Denver');
  });

  test('is that of TIME_ZONE where the deck names no time zone', async () => {
    jest.setSystemTime(new Date('2026-12-05T11:00:00Z'));
    const { id, timeZone } = await datedDeck();
    expect(timeZone).toBeNull();
    expect(await previewTitles(id)).toEqual([sunday, sunday]);
    expect((await createPresentation(app.rest, id)).timeZone).toBe('Pacific/Kiritimati');
  });

  test('stays in the time zone with which the presentation was made', async () => {
    const { id: deckId } = await datedDeck({ timeZone: 'America/Denver' });
    const { id } = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 10 } });
    await app.rest.put(`/api/decks/${deckId}`, { timeZone: 'UTC' });
    const { body } = await app.rest.get<{ drift: { isCurrent: boolean } }>(`/api/presentations/${id}/drift`);
    expect(body.drift.isCurrent).toBe(true);
    const { presentation } = await app.graphql.data<{ presentation: { timeZone: string } }>(
      `{ presentation(id: "${id}") { timeZone } }`,
    );
    expect(presentation.timeZone).toBe('America/Denver');
  });

  test('is that of UTC for a presentation from before there were time zones', async () => {
    const { id: deckId } = await datedDeck({ timeZone: 'UTC' });
    const { id } = await createPresentation(app.rest, deckId);
    await sql`update presentation set time_zone = default where id = ${id}`.execute(app.database.connection.kysely);
    await app.rest.put(`/api/decks/${deckId}`, { timeZone: 'America/Denver' });
    const { body } = await app.rest.get<{ drift: { isCurrent: boolean } }>(`/api/presentations/${id}/drift`);
    expect(body.drift.isCurrent).toBe(true);
  });
});

describe('the time zone of a deck', () => {
  test('is kept in the letters of the IANA database', async () => {
    const { id, timeZone } = await createDeck(app.rest, { timeZone: 'america/denver' });
    expect(timeZone).toBe('America/Denver');
    const { updateDeck } = await app.graphql.data<{ updateDeck: { deck: { timeZone: string } } }>(
      `mutation { updateDeck(id: "${id}", input: { timeZone: "asia/tokyo" }) { deck { timeZone } } }`,
    );
    expect(updateDeck.deck.timeZone).toBe('Asia/Tokyo');
  });

  test.each(['Mars/Olympus', '+02:00', 'Local'])('is refused when it is %j, with an example', async (timeZone) => {
    const detail = 'timeZone must be a time zone of the IANA database such as America/Denver.';
    const { id } = await createDeck(app.rest);
    for (const refused of [
      await app.rest.post<ProblemAnswer>('/api/decks', { name: 'Roof', timeZone }),
      await app.rest.put<ProblemAnswer>(`/api/decks/${id}`, { timeZone }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toEqual([expect.objectContaining({ pointer: '/timeZone', detail })]);
    }
  });
});

describe('a contract', () => {
  async function textOf(id: string): Promise<string> {
    const response = await fetch(`${app.base}/api/contracts/${id}/document.pdf`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())), {
      mergePages: true,
    });
    return text.replaceAll(/\s+/g, ' ');
  }

  test('has its times in the time zone of the presentation, with the name of the zone', async () => {
    const { id: deckId } = await datedDeck({ timeZone: 'America/Denver' });
    const presentation = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 10 } });
    await app.rest.put(`/api/decks/${deckId}`, { timeZone: 'UTC' });
    const contract = await contracts.in('signed', presentation);
    expect(contract.document).toMatchObject({ timeZone: 'America/Denver', createdAt: contract.createdAt });
    expect(await textOf(contract.id)).toContain(
      'December 5, 2026 at 5:30:00 PM MST, to be signed until the end of Monday, January 4, 2027 (Mountain Time)',
    );
    expect(await textOf(contract.id)).toMatch(/Signed by Dana Whitaker December 5, 2026 at 5:30:\d\d PM MST/);
  });

  test('that was signed before there were time zones has its times in UTC', async () => {
    const { id: deckId } = await datedDeck({ timeZone: 'America/Denver' });
    const presentation = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 10 } });
    const { id } = await contracts.in('signed', presentation);
    await sql`update contract set document = document - 'timeZone' where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    expect(await textOf(id)).toContain('December 6, 2026 at 12:30:00 AM UTC, to be signed until ');
  });
});
