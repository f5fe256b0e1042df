import { describe, expect, test } from '@jest/globals';
import type { FaqAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const app = useApp();
const nowhere = '01900000-0000-7000-8000-00000000dead';

const minimal = { userQuestion: 'How long?', cannedAnswer: 'Two days.' };
const defaults = { relatedSlideId: null, audioUrl: null, wordTimings: [], isAudioStale: false };
const full = {
  ...minimal,
  relatedSlideId: 'welcome',
  audioUrl: '/a.mp3',
  wordTimings: [{ word: 'Two', startTime: 0, endTime: 0.25 }],
};
const fields = ['id', 'deckId', ...Object.keys(full), 'isAudioStale', 'createdAt', 'updatedAt'];
const nulls = { relatedSlideId: null, audioUrl: null, wordTimings: null };

describe('FAQs over REST', () => {
  test('a new FAQ has the documented fields and whether its audio is stale, with their defaults', async () => {
    const deck = await createDeck(app.rest);
    const faq = await createFaq(app.rest, deck.id, minimal);
    expect(Object.keys(faq).toSorted()).toEqual(fields.toSorted());
    expect(faq).toMatchObject({ deckId: deck.id, ...minimal, ...defaults });
    expect(new Date(faq.createdAt).toISOString()).toBe(faq.createdAt);
    expect(await list(deck.id)).toEqual([listed(faq)]);
  });

  test('a recording that the page does not load is accepted with a warning', async () => {
    const deck = await createDeck(app.rest);
    const faq = { ...minimal, audioUrl: 'http://recordings.example/a.mp3' };
    const { status, headers, body } = await app.rest.post<{ faq: FaqAnswer }>(`/api/decks/${deck.id}/faqs`, faq);
    expect([status, headers.get('x-warnings')]).toEqual([201, expect.stringMatching(/^blocked_link: audioUrl must/)]);
    const input = { audioUrl: 'https://recordings.example/a.mp3' };
    const mutation = `mutation ($id: ID!, $input: UpdateFaqInput!) { it: updateFaq(id: $id, input: $input) { faq { warnings { code } } } }`;
    const variables = { id: body.faq.id, input };
    expect((await createPresentation(app.rest, deck.id)).warnings).toMatchObject([{ faqId: body.faq.id }]);
    expect(await app.graphql.data(mutation, variables)).toEqual({ it: { faq: { warnings: [] } } });
  });

  test('a deck lists its own FAQs, oldest first, all of them', async () => {
    const [deck, other] = [await createDeck(app.rest), await createDeck(app.rest)];
    await createFaq(app.rest, other.id);
    const faqs: FaqAnswer[] = [];
    for (let index = 0; index < 55; index += 1) faqs.push(await createFaq(app.rest, deck.id));
    expect(await list(deck.id)).toEqual(faqs.map(listed));
    expect(await list((await createDeck(app.rest)).id)).toEqual([]);
    expect((await app.rest.get(`/api/decks/${nowhere}/faqs`)).status).toBe(404);
    expect((await app.rest.get('/api/decks/1/faqs')).status).toBe(400);
  });

  test('a PUT changes what it names, clears what it sets to null, and else nothing', async () => {
    const faq = await createFaq(app.rest, (await createDeck(app.rest)).id, full);
    expect(faq).toMatchObject(full);
    const events = await EventRecorder.start(app);
    for (const input of [{}, full]) {
      const { headers, body } = await put(faq.id, input);
      expect([headers.get('etag'), body.faq]).toEqual(['"1"', faq]);
    }
    expect(await events.taken()).toEqual([]);
    const { headers, body } = await put(faq.id, { cannedAnswer: 'Three days.' });
    expect(headers.get('etag')).toBe('"2"');
    expect(body.faq).toEqual({
      ...faq,
      cannedAnswer: 'Three days.',
      isAudioStale: true,
      updatedAt: body.faq.updatedAt,
    });
    expect((await put(faq.id, nulls)).body.faq).toMatchObject({ ...minimal, ...defaults, cannedAnswer: 'Three days.' });
    expect((await put(faq.id, { userQuestion: null })).headers.get('etag')).toBe('"3"');
  });

  test('If-Match guards changes and deletion', async () => {
    const { id, deckId } = await createFaq(app.rest, (await createDeck(app.rest)).id);
    await put(id, { cannedAnswer: 'Other.' });
    expect((await app.rest.put(`/api/faqs/${id}`, full, { 'if-match': '"1"' })).status).toBe(412);
    expect((await app.rest.delete(`/api/faqs/${id}`, { 'if-match': '"1"' })).status).toBe(412);
    expect((await app.rest.delete(`/api/faqs/${id}`, { 'if-match': '"2"' })).status).toBe(204);
    expect(await list(deckId)).toEqual([]);
    expect((await app.rest.delete(`/api/faqs/${id}`)).status).toBe(404);
  });

  test('a presentation never has audio that says a former answer', async () => {
    const deck = await createDeck(app.rest);
    const faq = await createFaq(app.rest, deck.id, full);
    const copied = async (): Promise<unknown[]> => {
      const [copy] = (await createPresentation(app.rest, deck.id)).faqs;
      return [copy?.cannedAnswer, copy?.audioUrl, copy?.wordTimings.length, copy?.timing];
    };
    expect(await copied()).toEqual(['Two days.', '/a.mp3', 1, 'recorded']);
    await put(faq.id, { cannedAnswer: 'Three days.', wordTimings: [] });
    expect(await copied()).toEqual(['Three days.', null, 2, 'estimated']);
    await put(faq.id, { audioUrl: '/b.mp3' });
    expect(await copied()).toEqual(['Three days.', '/b.mp3', 0, 'recorded']);
  });

  test('an answer that changes without new audio makes the audio stale; a new URL or new timings alone make it current', async () => {
    const { id } = await createFaq(app.rest, (await createDeck(app.rest)).id, full);
    const stale = async (input: object): Promise<boolean> => (await put(id, input)).body.faq.isAudioStale;
    expect(await stale({ userQuestion: 'How much?' })).toBe(false);
    expect(await stale({ cannedAnswer: 'Three days.', wordTimings: [] })).toBe(true);
    expect(await stale({ wordTimings: full.wordTimings })).toBe(false);
    expect(await stale({ cannedAnswer: 'Four days.', audioUrl: '/b.mp3' })).toBe(false);
    expect(await stale({ cannedAnswer: 'Five days.' })).toBe(true);
    expect(await stale({ audioUrl: null })).toBe(false);
  });

  const put = (id: string, input: object) => app.rest.put<{ faq: FaqAnswer }>(`/api/faqs/${id}`, input);
});

describe('FAQs over GraphQL', () => {
  const selection = fields.join(' ').replace('wordTimings', 'wordTimings { word startTime endTime }');

  test('both APIs give and store the same', async () => {
    const deck = await createDeck(app.rest);
    const [first, second] = [await create(deck.id, minimal), await create(deck.id, full)];
    expect(first).toMatchObject({ ...minimal, ...defaults });
    expect(second).toMatchObject(full);
    expect(await list(deck.id)).toEqual([first, second].map(listed));
    const answer = await app.graphql.data(`{ deck(id: "${deck.id}") { faqs { ${selection} } } }`);
    expect(answer).toEqual({ deck: { faqs: [first, second] } });
    const one = `query ($id: ID!) { faq(id: $id) { ${selection} deck { id } } }`;
    expect(await app.graphql.data(one, { id: second.id })).toEqual({ faq: { ...second, deck: { id: deck.id } } });
    expect(await app.graphql.data(one, { id: deck.id })).toEqual({ faq: null });
  });

  test('an update changes what it names, clears what it sets to null, and else nothing', async () => {
    const faq = await create((await createDeck(app.rest)).id, full);
    const events = await EventRecorder.start(app);
    for (const input of [{}, full]) expect(await update(faq.id, input)).toEqual(faq);
    expect(await events.taken()).toEqual([]);
    const changed = await update(faq.id, { userQuestion: 'How much?' });
    expect(changed).toEqual({ ...faq, userQuestion: 'How much?', updatedAt: changed.updatedAt });
    expect(await update(faq.id, nulls)).toMatchObject({ userQuestion: 'How much?', ...defaults });
  });

  test('a deleted FAQ is answered once more and then gone', async () => {
    const faq = await create((await createDeck(app.rest)).id, full);
    const deletion = `mutation { it: deleteFaq(id: "${faq.id}") { faq { ${selection} } } }`;
    expect(await app.graphql.data(deletion)).toEqual({ it: { faq } });
    expect((await app.graphql.send(deletion)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  const create = async (deckId: string, input: object): Promise<FaqAnswer> =>
    (
      await app.graphql.data<{ it: { faq: FaqAnswer } }>(
        `mutation ($deckId: ID!, $input: CreateFaqInput!) { it: createFaq(deckId: $deckId, input: $input) { faq { ${selection} } } }`,
        { deckId, input },
      )
    ).it.faq;
  const update = async (id: string, input: object): Promise<FaqAnswer> =>
    (
      await app.graphql.data<{ it: { faq: FaqAnswer } }>(
        `mutation ($id: ID!, $input: UpdateFaqInput!) { it: updateFaq(id: $id, input: $input) { faq { ${selection} } } }`,
        { id, input },
      )
    ).it.faq;
});

/** The documented list has the documented fields alone. */
function listed(faq: FaqAnswer): object {
  return Object.fromEntries(Object.entries(faq).filter(([name]) => name !== 'isAudioStale'));
}

async function list(deckId: string): Promise<object[]> {
  return (await app.rest.get<{ faqs: FaqAnswer[] }>(`/api/decks/${deckId}/faqs`)).body.faqs;
}
