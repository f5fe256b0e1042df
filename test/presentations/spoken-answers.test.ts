import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../helpers/factories.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { FakeElevenLabs, refuse, speak } from '../engines/speech/fake-elevenlabs.ts';
import { guestOf } from '../homeowners/questions/guest.ts';

const key = 'a-key-of-more-than-16-characters';

async function read({ rest }: TestApp, id: string): Promise<PresentationAnswer> {
  return (await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation;
}

/** The presentation once neither a slide nor an answer is being spoken. */
async function ended(app: TestApp, id: string): Promise<PresentationAnswer> {
  return eventually(
    async () => {
      const presentation = await read(app, id);
      const { status, faqNarration: faqs } = presentation;
      const isOver = faqs === null || faqs.failure !== null || faqs.doneCount === faqs.totalCount;
      return status !== 'narrating' && isOver && presentation;
    },
    { timeoutMs: 30_000, what: 'the end of the narration' },
  );
}

describe('the answers of a presentation that espeak speaks', () => {
  const app = useApp({ API_KEY: key, SPEECH: 'espeak' });

  /** A deck with one slide, one answer for everybody and one for its homeowner. */
  async function deckOfTwoAnswers(): Promise<string> {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { narrationScript: 'Welcome to your new roof.' });
    await createFaq(app.rest, id, { userQuestion: 'How long?', cannedAnswer: 'It takes two days, rain or shine.' });
    await createFaq(app.rest, id, { userQuestion: 'How much?', cannedAnswer: '{{first_name}}, it costs $14,700.' });
    return id;
  }

  test('follow its slides, and have a time for each word, a length and captions', async () => {
    const { id, narration, faqs, faqNarration } = await createPresentation(app.rest, await deckOfTwoAnswers());
    expect([narration?.totalCount, faqNarration]).toEqual([
      1,
      { doneCount: 0, totalCount: 2, failure: null, failures: [] },
    ]);
    expect(faqs.map(({ timing, audioUrl, wordTimings }) => [timing, audioUrl, wordTimings])).toEqual([
      ['pending', null, []],
      ['pending', null, []],
    ]);
    const live = app
      .live({ authorization: `Bearer ${key}` })
      .subscribe<{ presentationChanged: { status: string; faqNarration: { doneCount: number; totalCount: number } } }>(
        'subscription ($id: ID!) { presentationChanged(presentationId: $id) { status faqNarration { doneCount totalCount } } }',
        { id },
      );
    const ready = await ended(app, id);
    expect([ready.status, ready.narration?.doneCount, ready.faqNarration?.doneCount]).toEqual(['ready', 1, 2]);
    for (const { cannedAnswer, wordTimings, audioUrl, timing, spokenBy, durationSeconds } of ready.faqs) {
      expect([timing, spokenBy]).toEqual(['spoken', 'espeak']);
      expect(wordTimings.map(({ word }) => word)).toEqual(cannedAnswer.match(/\S+/g));
      expect(durationSeconds).toBeGreaterThanOrEqual(wordTimings.at(-1)?.endTime ?? Infinity);
      const played = await fetch(app.base + audioUrl);
      expect([played.status, played.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    }
    expect(ready.faqs[1]?.cannedAnswer).toBe('Dana, it costs $14,700.');
    await eventually(() => live.received.at(-1)?.data?.presentationChanged.faqNarration.doneCount === 2);
    const reported = (await app.events('types=presentation.*')).filter(({ data }) => data['presentationId'] === id);
    expect(reported.map(({ type, data }) => [type.replace('presentation.', ''), data['doneCount']])).toEqual([
      ['created', undefined],
      ['progressed', 1],
      ['ready', undefined],
      ['answers_progressed', 1],
      ['answers_progressed', 2],
    ]);
    const [faq] = ready.faqs;
    const captions = async (name: string | undefined): Promise<string> => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${app.base}/api/presentations/${id}/faqs/${name}.vtt`, { headers })).text();
    };
    expect(await captions(faq?.id)).toMatch(/^WEBVTT\n\n[\d:.]+ --> [\d:.]+\nIt <[\d:.]+>takes/);
    expect(await captions(faq?.sourceFaqId)).toBe(await captions(faq?.id));
    const missing = await app.rest.get(`/api/presentations/${id}/faqs/${id}.vtt`);
    expect([missing.status, missing.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await app.rest.get(`/api/presentations/${id}/faqs/none.vtt`)).status).toBe(400);
  }, 60_000);

  test('are the same in both APIs, and are heard by guests without a credential', async () => {
    const { id } = await createPresentation(app.rest, await deckOfTwoAnswers());
    const { faqs, faqNarration } = await ended(app, id);
    const fields = '{ id audioUrl wordTimings { word startTime endTime } timing spokenBy durationSeconds }';
    const counted =
      'faqNarration { doneCount totalCount failure { faqId code } failures { faqId code detail isRetryable } }';
    const { presentation } = await app.graphql.data<{ presentation: PresentationAnswer }>(
      `query ($id: ID!) { presentation(id: $id) { ${counted} faqs ${fields} } }`,
      { id },
    );
    expect(presentation.faqNarration).toEqual(faqNarration);
    expect(presentation.faqs).toEqual(
      faqs.map(({ id: faqId, audioUrl, wordTimings, spokenBy, durationSeconds }) => ({
        id: faqId,
        audioUrl,
        wordTimings,
        timing: 'SPOKEN',
        spokenBy,
        durationSeconds,
      })),
    );
    const guest = await guestOf(app, { id });
    await guest.rest.post('/api/guest/visits');
    type Shown = { audioUrl: string; captionsUrl: string; durationSeconds: number; timing: string };
    const shown = (await guest.rest.get<{ presentation: { faqs: Shown[] } }>('/api/guest/presentation')).body;
    expect(shown.presentation.faqs).toHaveLength(2);
    for (const [at, { audioUrl, captionsUrl, durationSeconds, timing }] of shown.presentation.faqs.entries()) {
      expect([timing, durationSeconds]).toEqual(['spoken', faqs[at]?.durationSeconds]);
      expect((await fetch(app.base + audioUrl)).headers.get('content-type')).toBe('audio/mpeg');
      expect(await (await fetch(app.base + captionsUrl)).text()).toMatch(/^WEBVTT/);
    }
    const reported = await guest.graphql.data<{ guestPresentation: { faqs: Shown[] } }>(
      '{ guestPresentation { faqs { audioUrl captionsUrl durationSeconds timing } } }',
    );
    expect(reported.guestPresentation.faqs.map(({ timing }) => timing)).toEqual(['SPOKEN', 'SPOKEN']);
  }, 60_000);

  test('are spoken also where no slide is: the presentation is ready at once', async () => {
    const { id: deckId } = await createDeck(app.rest);
    await createFaq(app.rest, deckId, { cannedAnswer: 'There is no slide.' });
    const { id, status, narration } = await createPresentation(app.rest, deckId);
    expect([status, narration]).toEqual(['ready', null]);
    expect((await ended(app, id)).faqs[0]?.timing).toBe('spoken');
  }, 60_000);

  test('keep the recording of their author while it fits, and are spoken where it does not', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const recording = {
      audioUrl: 'https://example.com/answer.mp3',
      wordTimings: [{ word: 'Recorded.', startTime: 0, endTime: 1 }],
    };
    await createFaq(app.rest, deckId, { cannedAnswer: 'Recorded.', ...recording });
    const changed = await createFaq(app.rest, deckId, { cannedAnswer: 'Recorded.', ...recording });
    await app.rest.put(`/api/faqs/${changed.id}`, { cannedAnswer: 'Changed since.' });
    const { id } = await createPresentation(app.rest, deckId);
    const { faqs, faqNarration } = await ended(app, id);
    expect(faqNarration).toMatchObject({ doneCount: 1, totalCount: 1 });
    expect(faqs[0]).toMatchObject({ ...recording, timing: 'recorded', spokenBy: null, durationSeconds: null });
    expect(faqs[1]).toMatchObject({ audioUrl: expect.stringMatching(/^\/api\/audio\//), timing: 'spoken' });
  }, 60_000);

  test('that espeak cannot speak are ready with estimated times and a warning that names the FAQ', async () => {
    const { id: deckId } = await createDeck(app.rest, { defaultLanguage: 'ja' });
    const faq = await createFaq(app.rest, deckId, { cannedAnswer: 'あなたの屋根は新しいです。価格は百万円です。' });
    const { id } = await createPresentation(app.rest, deckId);
    const { faqs, warnings, faqNarration } = await ended(app, id);
    expect(faqNarration).toEqual({ doneCount: 1, totalCount: 1, failure: null, failures: [] });
    expect([faqs[0]?.timing, faqs[0]?.audioUrl]).toEqual(['estimated', null]);
    expect(faqs[0]?.wordTimings.length).toBeGreaterThan(3);
    expect(warnings).toMatchObject([{ code: 'not_spoken', sourceSlideId: null, faqId: faq.id }]);
  }, 60_000);

  test('of a presentation of an older version are shown as they were', async () => {
    const { id } = await createPresentation(app.rest, await deckOfTwoAnswers());
    await ended(app, id);
    const { kysely } = app.database.connection;
    await sql`update presentation_faq set audio_url = null, word_timings = '[]', timing = 'estimated', spoken_by = null,
      duration_seconds = null where presentation_id = ${id}`.execute(kysely);
    await sql`update presentation set faq_narration = null where id = ${id}`.execute(kysely);
    const { status, faqs, faqNarration } = await read(app, id);
    expect([status, faqNarration]).toEqual(['ready', null]);
    expect(faqs.map(({ timing, audioUrl }) => [timing, audioUrl])).toEqual([
      ['estimated', null],
      ['estimated', null],
    ]);
    const guest = await guestOf(app, { id });
    await guest.rest.post('/api/guest/visits');
    const shown = (await guest.rest.get<{ presentation: { faqs: object[] } }>('/api/guest/presentation')).body;
    expect(shown.presentation.faqs).toMatchObject([{ timing: 'estimated' }, { timing: 'estimated' }]);
    expect((await app.rest.post(`/api/presentations/${id}/narration/retry`)).status).toBe(409);
  }, 60_000);
});

describe('the answers of a presentation', () => {
  const fake = useServer(new FakeElevenLabs());
  const app = useApp(() => ({
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
  }));
  const spoken = (): string[] => fake.received.map(({ body }) => body.text);

  beforeEach(() => {
    fake.received.length = 0;
    fake.answer = ({ body }, response) => speak(body.text, response);
  });

  async function deckOf(name: string, ...answers: string[]): Promise<string> {
    const { id } = await createDeck(app.rest);
    await createFaq(app.rest, id, { cannedAnswer: `${name} answers first.` });
    await createSlide(app.rest, id, { narrationScript: `${name} tells.` });
    for (const cannedAnswer of answers) await createFaq(app.rest, id, { cannedAnswer: `${name} ${cannedAnswer}` });
    return id;
  }

  test('are spoken after its slides, with its voice, and once for all homeowners', async () => {
    const deckId = await deckOf('Otto', 'tells {{first_name}}.');
    const voice_settings = { voice_id: 'Rachel', stability: 0.3 };
    const [one, two] = [
      await createPresentation(app.rest, deckId, { voice_settings }),
      await createPresentation(app.rest, deckId, {
        voice_settings,
        homeowner: { first_name: 'Zoe', last_name: 'Whitaker' },
      }),
    ];
    const [first, second] = [await ended(app, one.id), await ended(app, two.id)];
    const texts = ['Otto tells.', 'Otto answers first.', 'Otto tells Dana.', 'Otto tells Zoe.'];
    expect(spoken().toSorted()).toEqual(texts.toSorted());
    expect(spoken()[0]).toBe('Otto tells.');
    expect(new Set(fake.received.map(({ path, body }) => `${path} ${body.voice_settings['stability']}`)).size).toBe(1);
    expect(first.faqs[0]?.audioUrl).toBe(second.faqs[0]?.audioUrl);
    expect(first.faqs[1]?.audioUrl).not.toBe(second.faqs[1]?.audioUrl);
    const sum = (count: 'billedCharacterCount' | 'reusedCharacterCount'): number =>
      (first[count] ?? 0) + (second[count] ?? 0);
    expect(sum('billedCharacterCount')).toBe(texts.join('').length);
    expect(sum('reusedCharacterCount')).toBe('Otto tells.Otto answers first.'.length);
  }, 60_000);

  test('fail one by one: the presentation is ready, and reports which answer failed and why until it is repeated', async () => {
    fake.answer = ({ body }, response) =>
      body.text.includes('refused') ? refuse(response, 400, 'text_refused') : speak(body.text, response);
    const { id } = await createPresentation(app.rest, await deckOf('Ida', 'is refused.', 'goes on.'));
    const failed = await ended(app, id);
    const faqId = failed.faqs[1]?.sourceFaqId;
    const failure = { faqId, code: 'rejected', detail: expect.stringContaining('refused'), isRetryable: false };
    expect(failed).toMatchObject({
      status: 'ready',
      narration: { doneCount: 1, totalCount: 1, failure: null },
      faqNarration: { doneCount: 2, totalCount: 3, failure, failures: [failure] },
    });
    expect(failed.faqs.map(({ timing }) => timing)).toEqual(['spoken', 'estimated', 'spoken']);
    expect(failed.faqs[1]?.wordTimings.map(({ word }) => word)).toEqual(['Ida', 'is', 'refused.']);

    fake.answer = ({ body }, response) => speak(body.text, response);
    const again = await app.rest.post<{ presentation: PresentationAnswer }>(`/api/presentations/${id}/narration/retry`);
    expect([again.status, again.body.presentation.status]).toEqual([200, 'ready']);
    expect(again.body.presentation.faqNarration).toEqual({ doneCount: 2, totalCount: 3, failure: null, failures: [] });
    const repeated = await ended(app, id);
    expect(repeated.faqNarration).toEqual({ doneCount: 3, totalCount: 3, failure: null, failures: [] });
    expect(repeated.faqs.map(({ timing }) => timing)).toEqual(['spoken', 'spoken', 'spoken']);
    expect(spoken().slice(4)).toEqual(['Ida is refused.']);
    const narrate = 'mutation ($id: ID!) { retryNarration(id: $id) { presentation { id } } }';
    expect((await app.graphql.send(narrate, { id })).errors?.[0]?.extensions?.['code']).toBe('CONFLICT');
  }, 60_000);

  test('end at once with an error of the speaker, and none is left waiting', async () => {
    fake.answer = ({ body }, response) =>
      body.text === 'Uma tells.' ? speak(body.text, response) : refuse(response, 401, 'quota_exceeded');
    const { id } = await createPresentation(app.rest, await deckOf('Uma', 'says more.', 'says most.'));
    const failed = await ended(app, id);
    expect(failed).toMatchObject({
      status: 'ready',
      faqNarration: { doneCount: 0, totalCount: 3, failure: { code: 'quota_exceeded' }, failures: [{}] },
    });
    expect(failed.faqs.map(({ timing }) => timing)).toEqual(['estimated', 'estimated', 'estimated']);
    expect(spoken()).toEqual(['Uma tells.', 'Uma answers first.']);
    fake.answer = ({ body }, response) => speak(body.text, response);
    await app.rest.post(`/api/presentations/${id}/narration/retry`);
    expect((await ended(app, id)).faqs.map(({ timing }) => timing)).toEqual(['spoken', 'spoken', 'spoken']);
  }, 60_000);

  test('are repeated together with the slides that failed, after them', async () => {
    fake.answer = (_request, response) => refuse(response, 401, 'invalid_api_key');
    const { id } = await createPresentation(app.rest, await deckOf('Eve'));
    expect(await ended(app, id)).toMatchObject({
      status: 'failed',
      slides: [{ timing: 'estimated' }],
      faqs: [{ timing: 'estimated' }],
      narration: { failure: { code: 'invalid_api_key' } },
      faqNarration: { failure: { code: 'invalid_api_key' } },
    });
    fake.received.length = 0;
    fake.answer = ({ body }, response) => speak(body.text, response);
    await app.rest.post(`/api/presentations/${id}/narration/retry`);
    expect(await ended(app, id)).toMatchObject({ status: 'ready', faqNarration: { doneCount: 1, failures: [] } });
    expect(spoken()).toEqual(['Eve tells.', 'Eve answers first.']);
  }, 60_000);
});
