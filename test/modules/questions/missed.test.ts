import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { type Guest, guestOf } from './guest.ts';

const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters', LOG_LEVEL: 'info' });

let deckId: string;
const presentationIds: string[] = [];
const guests: Guest[] = [];

beforeAll(async () => {
  ({ id: deckId } = await createDeck(app.rest));
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
  question: string;
  count: number;
  lastAskedAt: string;
}

async function missed(): Promise<Missed[]> {
  const { status, body } = await app.rest.get<{ missedQuestions: Missed[] }>(`/api/decks/${deckId}/missed-questions`);
  expect(status).toBe(200);
  return body.missedQuestions;
}

const told = async () => (await app.events('types=faq.missed')).map(({ data }) => data);

describe('a question that no FAQ answers', () => {
  test('is told once for each presentation, and listed with how often it was asked, at both doors', async () => {
    const live = app.live({ authorization: 'Bearer a-key-of-more-than-16-characters' });
    const { latestEventCursor: after } = await app.graphql.data<{ latestEventCursor: string }>('{ latestEventCursor }');
    const follow = 'subscription ($after: String) { events(types: ["faq.missed"], after: $after) { deckId data } }';
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
      slideId: null,
      question,
    });
    const events = [of(0, 'Do you sell zebras?'), of(1, 'Do you sell zébras!'), of(1, 'Can bees live in it?')];
    expect(await told()).toEqual(events);
    await eventually(() => JSON.stringify(stream.received).includes('bees'));
    const listed = await missed();
    expect(listed).toEqual([
      { question: 'Do you sell zébras!', count: 2, lastAskedAt: expect.any(String) },
      { question: 'Can bees live in it?', count: 1, lastAskedAt: expect.any(String) },
    ]);
    const query = 'query ($id: ID!) { missedQuestions(deckId: $id) { question count lastAskedAt } }';
    expect(await app.graphql.data(query, { id: deckId })).toEqual({ missedQuestions: listed });
    expect((await app.events('types=question.asked')).length).toBe(6);
    expect(app.log.join('\n')).not.toMatch(/zebra|bees/i);
  });

  test('is cut to 200 characters, and of one presentation 100 are kept', async () => {
    const long = `Why ${'😀'.repeat(300)}`;
    await ask(0, long);
    expect((await told()).at(-1)).toMatchObject({ question: [...long].slice(0, 200).join('') });
    const id = presentationIds[0];
    await sql`insert into faq_miss (id, created_at, updated_at, presentation_id, deck_id, question, words)
      select gen_random_uuid(), now(), now(), ${id}, ${deckId}, 'Number ' || n, 'number ' || n
      from generate_series(1, 97) as n`.execute(app.database.connection.kysely);
    await ask(0, 'Is number 98 in it?');
    await ask(0, 'Is number 99 in it?');
    expect(await missed()).toHaveLength(100);
    expect((await told()).at(-1)).toMatchObject({ question: 'Is number 98 in it?' });
    const { rows } = await sql`select from faq_miss where presentation_id = ${id}`.execute(
      app.database.connection.kysely,
    );
    expect(rows).toHaveLength(100);
  });

  test('is erased with its homeowner, in the list and in the events', async () => {
    expect((await app.rest.delete(`/api/presentations/${presentationIds[0]}`)).status).toBe(200);
    expect(await missed()).toMatchObject([{ question: 'Can bees live in it?' }, { count: 1 }]);
    await eventually(async () => !JSON.stringify(await told()).includes('zebras'), { what: 'events without the text' });
  });
});
