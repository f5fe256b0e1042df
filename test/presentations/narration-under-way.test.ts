import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { narratePresentation } from '../../src/presentations/presentations/narrate.task.ts';
import type { DeckAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { FakeElevenLabs, refuse, speak } from '../engines/speech/fake-elevenlabs.ts';

describe('a narration that is under way', () => {
  const fake = useServer(new FakeElevenLabs());
  const app = useApp(() => ({
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
  }));

  beforeEach(() => {
    fake.received.length = 0;
  });

  async function deckOf(...texts: string[]): Promise<DeckAnswer> {
    const deck = await createDeck(app.rest);
    for (const narrationScript of texts) await createSlide(app.rest, deck.id, { narrationScript });
    return deck;
  }

  /** No answer is given before it is called. */
  function holdAnswers(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.answer = async ({ body }, response) => {
      await promise;
      await speak(body.text, response);
    };
    return resolve;
  }

  async function ended(id: string): Promise<PresentationAnswer> {
    return eventually(async () => {
      const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
      return body.presentation.status !== 'narrating' && body.presentation;
    });
  }

  async function jobsEnded(): Promise<void> {
    const left = sql`select 1 from pgboss.job where name = ${narratePresentation.name} and state <> 'completed'`;
    await eventually(async () => (await left.execute(app.database.connection.kysely)).rows.length === 0);
  }

  const spoken = (): string[] => fake.received.map(({ body }) => body.text);

  test('ends with its deck: what is behind the slide that is being spoken is not', async () => {
    const letGo = holdAnswers();
    const deck = await deckOf('Deleted one.', 'Deleted two.');
    await createPresentation(app.rest, deck.id);
    await eventually(() => fake.received.length === 1);
    expect((await app.rest.delete(`/api/decks/${deck.id}`)).status).toBe(204);
    letGo();
    await jobsEnded();
    expect(spoken()).toEqual(['Deleted one.']);
  });

  test.each([
    ['de-DE', '2,450', '12.824,50 €'],
    ['zh-TW', '2,460', '€12,824.50'],
  ])('says to a reader of %s a text that is not translated in its own language', async (tag, area, price) => {
    fake.answer = ({ body }, response) => speak(body.text, response);
    const deck = await createDeck(app.rest, { currency: 'EUR' });
    await createSlide(app.rest, deck.id, {
      slideType: 'product_pricing_v1',
      productData: { good: { price: '12824.5' } },
      narrationScript: `Your roof of ${area} sq ft costs {{good.price}}.`,
    });
    const { id } = await createPresentation(app.rest, deck.id, { language_settings: { language_code: tag } });
    const { slides } = await ended(id);
    expect(slides[0]?.narrationScript.replaceAll('\u00a0', ' ')).toBe(`Your roof of ${area} sq ft costs ${price}.`);
    expect(slides[0]?.wordTimings.map(({ word }) => word)).toEqual(slides[0]?.narrationScript.match(/\S+/g));
    expect(spoken()).toEqual([`Your roof of ${area.replace(',', '')} square feet costs 12824.50 euros.`]);
  });

  test('goes on at the slide that failed when it is asked for again', async () => {
    fake.answer = ({ body }, response, earlier) =>
      earlier === 1 ? refuse(response, 401, 'quota_exceeded') : speak(body.text, response);
    const deck = await deckOf('Again one.', 'Again two.', 'Again three.');
    const { id } = await createPresentation(app.rest, deck.id);
    const failed = await ended(id);
    expect(failed).toMatchObject({ status: 'failed', narration: { doneCount: 1, totalCount: 3 } });
    expect((await app.rest.post(`/api/presentations/${id}/narration/retry`)).status).toBe(200);
    expect(await ended(id)).toMatchObject({
      status: 'ready',
      narration: { doneCount: 3, totalCount: 3, failure: null },
    });
    expect(spoken()).toEqual(['Again one.', 'Again two.', 'Again two.', 'Again three.']);
  });

  /** The speaker refuses a text for as long as it is on the list. */
  function rejectTexts(...refused: string[]): string[] {
    fake.answer = ({ body }, response) =>
      refused.includes(body.text) ? refuse(response, 400, 'text_refused') : speak(body.text, response);
    return refused;
  }

  const eventsOf = async (id: string): Promise<unknown[]> =>
    (await app.events('types=presentation.*'))
      .filter(({ data }) => data['presentationId'] === id)
      .map(({ type, data }) => [type.replace('presentation.', ''), data['doneCount'], data['failedCount']]);

  test('goes on with the other slides where one cannot be spoken, and reports at the end which and why', async () => {
    const refused = rejectTexts('Alone one.', 'Alone three.');
    const deck = await deckOf('Alone one.', 'Alone two.', 'Alone three.', 'Alone four.');
    const { id } = await createPresentation(app.rest, deck.id);
    const failed = await ended(id);
    const [one, two, three, four] = failed.slides;
    const detail = expect.stringContaining('ElevenLabs refused the text');
    const failures = [one, three].map((slide) => ({
      sourceSlideId: slide?.sourceSlideId,
      code: 'rejected',
      detail,
      isRetryable: false,
    }));
    expect(failed).toMatchObject({
      status: 'failed',
      narration: { doneCount: 2, totalCount: 4, failure: failures[1], failures },
    });
    expect([one, two, three, four].map((slide) => slide?.timing)).toEqual([
      'estimated',
      'spoken',
      'estimated',
      'spoken',
    ]);
    expect(one?.wordTimings.map(({ word }) => word)).toEqual(['Alone', 'one.']);
    const { presentation } = await app.graphql.data<{ presentation: { narration: unknown } }>(
      'query ($id: ID!) { presentation(id: $id) { narration { failure { code } failures { sourceSlideId code } } } }',
      { id },
    );
    expect(presentation.narration).toEqual({
      failure: { code: 'rejected' },
      failures: failures.map(({ sourceSlideId, code }) => ({ sourceSlideId, code })),
    });

    refused.length = 1;
    await app.rest.post(`/api/presentations/${id}/narration/retry`);
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      narration: { doneCount: 3, failures: [{ sourceSlideId: one?.sourceSlideId }] },
    });
    refused.length = 0;
    await app.rest.post(`/api/presentations/${id}/narration/retry`);
    expect(await ended(id)).toMatchObject({
      status: 'ready',
      narration: { doneCount: 4, failure: null, failures: [] },
    });
    expect(spoken().map((text) => text.split(' ')[1])).toEqual([
      'one.',
      'two.',
      'three.',
      'four.',
      'one.',
      'three.',
      'one.',
    ]);
    expect(await eventsOf(id)).toEqual([
      ['created', undefined, undefined],
      ['progressed', 0, 1],
      ['progressed', 1, 1],
      ['progressed', 1, 2],
      ['progressed', 2, 2],
      ['failed', undefined, 2],
      ['progressed', 2, 1],
      ['progressed', 3, 1],
      ['failed', undefined, 1],
      ['progressed', 4, 0],
      ['ready', undefined, undefined],
    ]);
  });

  test('by two jobs at once, as after a pause that was taken for a crash, speaks and records each slide once', async () => {
    const letGo = holdAnswers();
    const texts = ['Twice one.', 'Twice two.', 'Twice three.'];
    const deck = await deckOf(...texts);
    const { id } = await createPresentation(app.rest, deck.id);
    await eventually(() => fake.received.length === 1);
    const { kysely } = app.database.connection;
    await sql`insert into pgboss.job (name, data)
      values (${narratePresentation.name}, ${JSON.stringify({ presentationId: id })})`.execute(kysely);
    const active = sql`select 1 from pgboss.job where name = ${narratePresentation.name} and state = 'active'`;
    await eventually(async () => (await active.execute(kysely)).rows.length === 2);
    letGo();
    await jobsEnded();
    expect(await ended(id)).toMatchObject({ status: 'ready', narration: { doneCount: 3, totalCount: 3 } });
    expect(spoken()).toEqual(texts);
    const events = (await app.events('types=presentation.*')).filter(({ data }) => data['presentationId'] === id);
    expect(events.map(({ type, data }) => [type, data['doneCount']])).toEqual([
      ['presentation.created', undefined],
      ['presentation.progressed', 1],
      ['presentation.progressed', 2],
      ['presentation.progressed', 3],
      ['presentation.ready', undefined],
    ]);
  });
});
