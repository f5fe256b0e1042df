import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { type Guest, guestOf } from './guest.ts';

const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', LOG_LEVEL: 'info' });

let deckId: string;
const presentationIds: string[] = [];
const guests: Guest[] = [];

beforeAll(async () => {
  ({ id: deckId } = await createDeck(app.rest));
  await createSlide(app.rest, deckId);
  await createFaq(app.rest, deckId, { userQuestion: 'Are the gutters part of it?' });
  for (let made = 0; made < 2; made += 1) {
    const presentation = await createPresentation(app.rest, deckId);
    presentationIds.push(presentation.id);
    guests.push(await guestOf(app, presentation));
  }
});

async function ask(guest: number, question: string): Promise<void> {
  expect((await guests[guest]?.rest.post('/api/guest/questions', { question }))?.status).toBe(204);
}

interface Missed {
  deckId: string;
  question: string;
  presentationCount: number;
  lastAskedAt: string;
}

async function missed(): Promise<Missed[]> {
  const { status, body } = await app.rest.get<{ unansweredQuestions: Missed[] }>(
    `/api/decks/${deckId}/unanswered-questions`,
  );
  expect(status).toBe(200);
  return body.unansweredQuestions;
}

const reported = async () => (await app.events('types=question.unanswered')).map(({ data }) => data);

describe('a question that no FAQ answers', () => {
  test('is recorded once for each presentation, and listed with how often it was asked, in both APIs', async () => {
    const live = app.live({ authorization: 'Bearer a-key-of-more-than-16-characters' });
    const { latestEventCursor: after } = await app.graphql.data<{ latestEventCursor: string }>('{ latestEventCursor }');
    const follow =
      'subscription ($after: String) { events(types: ["question.unanswered"], after: $after) { deckId data: payload } }';
    const stream = live.subscribe(follow, { after });
    await ask(0, 'Do you sell zebras?');
    await ask(0, 'do you sell ZEBRAS');
    await ask(1, 'Do you sell zébras!');
    await ask(1, 'Can bees live in it?');
    await ask(1, 'Are gutters part of it?');
    await ask(1, '???');
    const of = (guest: number, question: string) => ({
      presentationId: presentationIds[guest],
      linkId: guests[guest]?.linkId,
      sourceSlideId: null,
      question,
    });
    const events = [of(0, 'Do you sell zebras?'), of(1, 'Do you sell zébras!'), of(1, 'Can bees live in it?')];
    expect(await reported()).toEqual(events);
    await eventually(() => JSON.stringify(stream.received).includes('bees'));
    const listed = await missed();
    expect(listed).toEqual([
      { deckId, question: 'Do you sell zébras!', presentationCount: 2, lastAskedAt: expect.any(String) },
      { deckId, question: 'Can bees live in it?', presentationCount: 1, lastAskedAt: expect.any(String) },
    ]);
    const query =
      'query ($id: ID!) { unansweredQuestions(deckId: $id) { deckId question presentationCount lastAskedAt } }';
    expect(await app.graphql.data(query, { id: deckId })).toEqual({ unansweredQuestions: listed });
    expect((await app.events('types=question.asked')).length).toBe(6);
    expect(app.log.join('\n')).not.toMatch(/zebra|bees/i);
  });

  test('is found by question.*, and not by faq.*', async () => {
    const matched = async (eventType: string): Promise<number> => {
      const asked = { eventType, filter: { type: 'question.unanswered' } };
      const { status, body } = await app.rest.post<{ trial: { matchedCount: number } }>(
        '/api/notifications/filter/try',
        asked,
      );
      expect(status).toBe(200);
      return body.trial.matchedCount;
    };
    const missedOnes = (await reported()).length;
    expect(missedOnes).toBeGreaterThan(0);
    expect([await matched('question.*'), await matched('faq.*')]).toEqual([missedOnes, 0]);
  });

  test('is listed by its deck among those of all decks, and left out by the FAQs of its own deck alone', async () => {
    const other = await createDeck(app.rest, { name: 'Solar' });
    const guest = await guestOf(app, await createPresentation(app.rest, other.id));
    await guest.rest.post('/api/guest/questions', { question: 'Can bees live in it?' });
    await createFaq(app.rest, other.id, { userQuestion: 'Do you sell zebras?' });
    const ofAll = async (query = '') => {
      const path = `/api/unanswered-questions${query}`;
      const { status, body } = await app.rest.get<{ unansweredQuestions: Missed[] }>(path);
      expect(status).toBe(200);
      return body.unansweredQuestions.map((one) => [one.deckId, one.question, one.presentationCount]);
    };
    const bees = [other.id, 'Can bees live in it?', 1];
    expect(await ofAll()).toEqual([[deckId, 'Do you sell zébras!', 2], bees, [deckId, 'Can bees live in it?', 1]]);
    expect(await ofAll(`?deckId=${other.id}`)).toEqual([bees]);
    const query = '{ unansweredQuestions { question deck { name } } }';
    const { unansweredQuestions } = await app.graphql.data<{ unansweredQuestions: object[] }>(query);
    expect(unansweredQuestions).toHaveLength(3);
    expect(unansweredQuestions[1]).toEqual({ question: 'Can bees live in it?', deck: { name: 'Solar' } });
    expect((await app.rest.get(`/api/unanswered-questions?deckId=${presentationIds[0]}`)).status).toBe(404);
    await app.rest.delete(`/api/decks/${other.id}`);
  });

  test('is left out while a FAQ of the deck has its words', async () => {
    const { id } = await createFaq(app.rest, deckId, { userQuestion: 'Can BEES live in it' });
    expect((await missed()).map(({ question }) => question)).toEqual(['Do you sell zébras!']);
    await app.rest.delete(`/api/faqs/${id}`);
    expect(await missed()).toHaveLength(2);
  });

  test('is left out when it was asked before the time that is given', async () => {
    const { kysely } = app.database.connection;
    await sql`update unanswered_question set created_at = now() - interval '1 day' where words = 'can bees live in it'`.execute(
      kysely,
    );
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const path = `/api/decks/${deckId}/unanswered-questions`;
    const { body } = await app.rest.get<{ unansweredQuestions: Missed[] }>(`${path}?since=${since}`);
    expect(body.unansweredQuestions).toMatchObject([{ question: 'Do you sell zébras!', presentationCount: 2 }]);
    const query =
      'query ($id: ID!, $since: DateTimeISO) { unansweredQuestions(deckId: $id, since: $since) { presentationCount } }';
    expect(await app.graphql.data(query, { id: deckId, since })).toEqual({
      unansweredQuestions: [{ presentationCount: 2 }],
    });
    const refused = await app.rest.get<ProblemAnswer>(`${path}?since=yesterday`);
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, '/since']);
  });

  test('is cut to 200 characters, and of one presentation 100 are kept', async () => {
    const long = `Why ${'😀'.repeat(300)}`;
    await ask(0, long);
    expect((await reported()).at(-1)).toMatchObject({ question: [...long].slice(0, 200).join('') });
    const id = presentationIds[0];
    await sql`insert into unanswered_question (id, created_at, updated_at, presentation_id, deck_id, question, words)
      select gen_random_uuid(), now(), now(), ${id}, ${deckId}, 'Number ' || n, 'number ' || n
      from generate_series(1, 97) as n`.execute(app.database.connection.kysely);
    await ask(0, 'Is number 98 in it?');
    await ask(0, 'Is number 99 in it?');
    expect(await missed()).toHaveLength(100);
    expect((await reported()).at(-1)).toMatchObject({ question: 'Is number 98 in it?' });
    const { rows } = await sql`select from unanswered_question where presentation_id = ${id}`.execute(
      app.database.connection.kysely,
    );
    expect(rows).toHaveLength(100);
  });

  test('names a slide of the presentation, or none', async () => {
    const [guest] = guests;
    const { body } = await app.rest.get<{ presentation: { slides: { sourceSlideId: string }[] } }>(
      `/api/presentations/${presentationIds[0]}`,
    );
    const sourceSlideId = body.presentation.slides[0]?.sourceSlideId;
    const send = (id: unknown) => guest?.rest.post('/api/guest/questions', { question: '???', sourceSlideId: id });
    expect((await send(sourceSlideId?.toUpperCase()))?.status).toBe(204);
    expect((await app.events('types=question.asked')).at(-1)?.data).toMatchObject({ sourceSlideId });
    const refused = await send(deckId);
    expect([refused?.status, refused?.body]).toMatchObject([422, { errors: [{ pointer: '/sourceSlideId' }] }]);
  });

  test('is refused behind fifty of its link in an hour, with the time to ask again', async () => {
    const guest = await guestOf(app, await createPresentation(app.rest, deckId));
    const { kysely } = app.database.connection;
    const asked = async (since: string): Promise<RestAnswer<ProblemAnswer> | undefined> => {
      await sql`update presentation_link set hourly = jsonb_build_object('questions',
        jsonb_build_object('since', now() - ${since}::interval, 'count', 49)) where id = ${guest.linkId}`.execute(
        kysely,
      );
      await guest.rest.post('/api/guest/questions', { question: '???' });
      return guest.rest.post<ProblemAnswer>('/api/guest/questions', { question: '???' });
    };
    const before = (await app.events('types=question.asked')).length;
    const refused = await asked('50 minutes');
    expect([refused?.status, refused?.body.detail]).toEqual([
      429,
      expect.stringContaining('asks questions at most 50 times an hour'),
    ]);
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
    expect((await app.events('types=question.asked')).length).toBe(before + 1);
    expect((await asked('61 minutes'))?.status).toBe(204);
  });

  test('that is sent again as the fiftieth of its link is answered as the first time', async () => {
    const guest = await guestOf(app, await createPresentation(app.rest, deckId));
    await sql`update presentation_link set hourly = jsonb_build_object('questions',
      jsonb_build_object('since', now(), 'count', 49)) where id = ${guest.linkId}`.execute(
      app.database.connection.kysely,
    );
    const before = (await app.events('types=question.asked')).length;
    const send = async (key: string) =>
      (await guest.rest.post('/api/guest/questions', { question: '???' }, { 'idempotency-key': key })).status;
    expect([await send('one'), await send('one'), await send('two')]).toEqual([204, 204, 429]);
    expect((await app.events('types=question.asked')).length).toBe(before + 1);
  });

  test('is erased with its homeowner, in the list and in the events', async () => {
    expect((await app.rest.delete(`/api/presentations/${presentationIds[0]}`)).status).toBe(200);
    expect(await missed()).toMatchObject([{ presentationCount: 1 }, { question: 'Can bees live in it?' }]);
    await eventually(async () => !JSON.stringify(await reported()).includes('zebras'), {
      what: 'events without the text',
    });
  });
});
