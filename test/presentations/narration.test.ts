import { describe, expect, test } from '@jest/globals';
import { estimateReadingTimes } from '../../src/engines/narration/reading-time.ts';
import { captions } from '../../src/presentations/recordings/captions.ts';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide, presentationInput } from '../helpers/factories.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { limitedKey } from '../kit/rights/sight/limited-key.ts';
import { FakeElevenLabs, refuse } from '../engines/speech/fake-elevenlabs.ts';

type Narrated = PresentationAnswer;
type Answer = { presentation: Narrated };
const demo = '01900000-0000-7000-8000-000000000001';

async function create(app: TestApp, deckId: string, input: object = {}, headers = {}): Promise<Narrated> {
  const path = `/api/decks/${deckId}/presentations`;
  const { status, body } = await app.rest.post<Answer>(path, presentationInput(input), headers);
  expect(status).toBe(201);
  return body.presentation;
}

async function finished(app: TestApp, id: string): Promise<Narrated> {
  return eventually(
    async () => {
      const { body } = await app.rest.get<Answer>(`/api/presentations/${id}`);
      return body.presentation.status !== 'narrating' && body.presentation;
    },
    { timeoutMs: 55_000, what: 'the end of the narration' },
  );
}

/** Every shown word has one time, none before the one before it. */
function expectTimed({ slides }: Narrated): void {
  for (const { narrationScript, wordTimings, audioUrl, timing } of slides as (Narrated['slides'][number] & {
    timing: string;
  })[]) {
    expect([audioUrl !== null, timing]).toEqual([true, 'spoken']);
    expect(wordTimings.map(({ word }) => word)).toEqual(narrationScript.match(/\S+/g));
    let end = 0;
    for (const { startTime, endTime } of wordTimings) {
      expect(startTime).toBeGreaterThanOrEqual(end - 0.0005);
      expect(endTime).toBeGreaterThanOrEqual(startTime);
      end = endTime;
    }
  }
}

describe('a presentation that espeak speaks', () => {
  const app = useApp({ SPEECH: 'espeak', SEED_DEMO: 'on' });
  const inputs = (first_name: string, language_code: string): object => ({
    homeowner: { first_name, last_name: 'Whitaker' },
    price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
    language_settings: { language_code },
  });

  test('is answered at once, narrated slide by slide, and ready with a time for each shown word', async () => {
    const created = await create(app, demo, inputs('Dana', 'en-US'));
    expect(created).toMatchObject({
      status: 'narrating',
      narration: { doneCount: 0, totalCount: 12, failure: null, failures: [] },
    });
    const live = app
      .live()
      .subscribe<{ presentationChanged: { status: string; narration: { doneCount: number } } }>(
        'subscription ($id: ID!) { presentationChanged(presentationId: $id) { status narration { doneCount totalCount } } }',
        { id: created.id },
      );
    const ready = await finished(app, created.id);
    expect(ready.narration).toEqual({ doneCount: 12, totalCount: 12, failure: null, failures: [] });
    expectTimed(ready);
    await eventually(() => live.received.at(-1)?.data?.presentationChanged.status === 'READY');
    const done = live.received.map(({ data }) => data?.presentationChanged.narration.doneCount ?? -1);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    const types = (await app.events(`types=presentation.*`)).filter(
      ({ data }) => data['presentationId'] === created.id,
    );
    const ofSlides = types.filter(({ type }) => type !== 'presentation.answers_progressed');
    expect(ofSlides.map(({ type }) => type)).toEqual([
      'presentation.created',
      ...Array<string>(12).fill('presentation.progressed'),
      'presentation.ready',
    ]);
  }, 60_000);

  test.each(['es-MX', 'de-DE'])(
    'for a reader of %s has audio for every slide',
    async (language) => {
      const { id } = await create(app, demo, inputs('Dana', language));
      const ready = await finished(app, id);
      expect(ready.status).toBe('ready');
      expectTimed(ready);
    },
    60_000,
  );

  test('sounds as in the region of the reader, whichever region its texts are written for', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const spanish = { title: 'Precio', bullets: [], narrationScript: 'Cuesta 14.700 € en la zona.' };
    await createSlide(app.rest, deckId, { translations: { 'es-ES': spanish } });
    const spoken: (readonly [string | null | undefined, ...string[]])[] = [];
    for (const language of ['es-ES', 'es-MX', 'es-US']) {
      const { id } = await create(app, deckId, inputs('Dana', language));
      const { slides, warnings } = await finished(app, id);
      expect(warnings).toEqual([]);
      spoken.push([slides[0]?.audioUrl, ...(slides[0]?.wordTimings ?? []).map(({ word }) => word)]);
    }
    const [castilian, mexican, american] = spoken;
    expect(castilian?.slice(1)).toEqual(spanish.narrationScript.split(' '));
    expect(mexican?.[0]).not.toBe(castilian?.[0]);
    expect(american).toEqual(mexican);
  });

  test('for a second homeowner speaks only what is personal: most characters are reused', async () => {
    const { id } = await create(app, demo, inputs('Zoë', 'en-US'));
    const { reusedCharacterCount, slides } = await finished(app, id);
    const all = slides.reduce((sum, { narrationScript }) => sum + [...narrationScript].length, 0);
    expect((reusedCharacterCount ?? 0) / all).toBeGreaterThan(0.7);
  }, 60_000);

  test('is waited for by those who prefer to', async () => {
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id, { narrationScript: 'It costs $14,700 today – really.' });
    const waited = await create(app, deck.id, {}, { prefer: 'respond-async, wait=20' });
    expect(waited.status).toBe('ready');
    expect(waited.slides[0]?.wordTimings.map(({ word }) => word)).toEqual([
      'It',
      'costs',
      '$14,700',
      'today',
      '–',
      'really.',
    ]);
    const { createPresentation: again } = await app.graphql.data<{
      createPresentation: { presentation: { status: string } };
    }>(
      `mutation ($deckId: ID!, $input: CreatePresentationInput!) {
        createPresentation(deckId: $deckId, input: $input, waitSeconds: 20) { presentation { status } } }`,
      { deckId: deck.id, input: { homeowner: { firstName: 'Ann', lastName: 'Lee' } } },
    );
    expect(again.presentation.status).toBe('READY');
  }, 60_000);

  test.each(['wait=99999999999', 'Wait = "20"', 'respond-async;foo,WAIT=20'])(
    'is waited for by those who write %s',
    async (prefer) => {
      const deck = await createDeck(app.rest);
      await createSlide(app.rest, deck.id, { narrationScript: `Soon, with ${prefer}.` });
      expect((await create(app, deck.id, {}, { prefer })).status).toBe('ready');
    },
    60_000,
  );

  test('keeps a recording that is current, and speaks the others', async () => {
    const deck = await createDeck(app.rest);
    const audioUrl = 'https://example.com/recorded.mp3';
    const wordTimings = [{ word: 'Recorded.', startTime: 0, endTime: 1 }];
    await createSlide(app.rest, deck.id, { narrationScript: 'Recorded.', audioUrl, wordTimings });
    await createSlide(app.rest, deck.id, { narrationScript: 'Hello {{first_name}}.', audioUrl });
    const { slides } = await create(app, deck.id, {}, { prefer: 'wait=20' });
    expect(slides[0]).toMatchObject({ audioUrl, wordTimings: [{ word: 'Recorded.' }], timing: 'recorded' });
    expect(slides[1]).toMatchObject({ audioUrl: expect.stringMatching(/^\/api\/audio\//), timing: 'spoken' });
  }, 60_000);

  test('says markup in a name, shows a year as it was given, and reports that another voice speaks', async () => {
    const variables = { founded: 1998 };
    const deck = await createDeck(app.rest, { variables });
    await createSlide(app.rest, deck.id, { narrationScript: 'Hi {{first_name}}, roofs since {{founded}}.' });
    const { status, slides, warnings } = await create(
      app,
      deck.id,
      {
        homeowner: { first_name: '<break time="60s"/>', last_name: 'Whitaker' },
        voice_settings: { voice_id: 'Adam' },
      },
      { prefer: 'wait=20' },
    );
    expect([status, slides[0]?.narrationScript]).toEqual(['ready', 'Hi <break time="60s"/>, roofs since 1998.']);
    expect(slides[0]?.wordTimings.at(-1)?.endTime).toBeLessThan(10);
    expect(slides[0]?.wordTimings.at(-1)?.endTime).toBeGreaterThan(2);
    const detail = expect.stringMatching(/^espeak has no voice "Adam"; en-us\+[fm]\d spoke instead\./);
    expect(warnings).toEqual([
      { code: 'voice_substituted', detail, sourceSlideId: slides[0]?.sourceSlideId, faqId: null },
    ]);
  }, 60_000);

  test('that espeak cannot speak is ready with estimated times and a warning; the other slides are spoken', async () => {
    const deck = await createDeck(app.rest, { defaultLanguage: 'ja' });
    await createSlide(app.rest, deck.id, { narrationScript: 'あなたの屋根は新しいです。価格は百万円です。' });
    await createSlide(app.rest, deck.id, { narrationScript: 'ありがとう、{{first_name}}さん。' });
    const { status, slides, warnings, narration } = await create(app, deck.id, {}, { prefer: 'wait=20' });
    expect([status, narration?.doneCount, narration?.failures]).toEqual(['ready', 2, []]);
    expect(slides.map(({ timing, audioUrl }) => [timing, audioUrl === null])).toEqual([
      ['estimated', true],
      ['spoken', false],
    ]);
    expect(slides[0]?.wordTimings.map(({ word }) => word).slice(0, 3)).toEqual(['あなた', 'の', '屋根']);
    expect(slides[0]?.wordTimings.at(-1)?.endTime).toBeGreaterThan(3);
    expect(slides[1]?.wordTimings.map(({ word }) => word)).toEqual(['ありがとう、', 'Dana', 'さん。']);
    const detail = expect.stringMatching(/no voice that speaks the script of this text in the language ja/);
    expect(warnings).toEqual([{ code: 'not_spoken', detail, sourceSlideId: slides[0]?.sourceSlideId, faqId: null }]);
  }, 60_000);

  test('gives its audio in parts and for ever, and its captions with the time of each word', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, { narrationScript: 'Fish & chips cost < 10 dollars. Truly.' });
    const { id, slides } = await create(app, deck.id, {}, { prefer: 'wait=20' });
    const url = `${app.base}${slides[0]?.audioUrl}`;
    const whole = await fetch(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(whole.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    for (const [range, part, reported] of [
      ['bytes=10-19', bytes.subarray(10, 20), `bytes 10-19/${bytes.length}`],
      ['bytes=-5', bytes.subarray(-5), `bytes ${bytes.length - 5}-${bytes.length - 1}/${bytes.length}`],
      [
        `bytes=${bytes.length - 1}-`,
        bytes.subarray(-1),
        `bytes ${bytes.length - 1}-${bytes.length - 1}/${bytes.length}`,
      ],
    ] as const) {
      const answer = await fetch(url, { headers: { range } });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([206, reported]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(part);
    }
    const behind = await app.rest.get(String(slides[0]?.audioUrl), { range: `bytes=${bytes.length}-` });
    expect([behind.status, behind.body.reason]).toEqual([416, 'range_not_satisfiable']);
    expect(behind.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    expect(behind.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(url, { headers: { range: 'bytes=5-2' } })).status).toBe(200);
    const etag = whole.headers.get('etag') ?? '';
    for (const [headers, status] of [
      [{}, 200],
      [{ range: 'bytes=0-9' }, 206],
      [{ 'if-none-match': etag, 'cache-control': 'max-age=0' }, 304],
    ] as const) {
      expect((await app.rest.get(String(slides[0]?.audioUrl), headers)).status).toBe(status);
    }
    for (const [method, headers, status] of [
      ['GET', { 'if-range': etag }, 206],
      ['GET', { 'if-range': '"another"' }, 200],
      ['GET', { 'if-range': 'Sat, 21 Nov 2026 00:00:00 GMT' }, 200],
      ['HEAD', {}, 200],
      ['GET', { 'if-none-match': etag }, 304],
      ['GET', { 'if-none-match': '"another"' }, 206],
    ] as const) {
      // Without it fetch asks for no cached answer at all.
      const cacheControl = { 'cache-control': 'max-age=0' };
      const answer = await fetch(url, { method, headers: { range: 'bytes=0-9', ...cacheControl, ...headers } });
      const length = status === 304 ? null : String(status === 206 ? 10 : bytes.length);
      expect([answer.status, answer.headers.get('content-length')]).toEqual([status, length]);
    }
    for (const range of ['bytes=0-1,5-6', 'items=0-5', 'bytes=-', 'bytes=a-b']) {
      expect((await fetch(url, { headers: { range } })).status).toBe(200);
    }
    expect((await fetch(url, { headers: { range: 'bytes=-0' } })).status).toBe(416);
    expect((await fetch(`${app.base}/api/audio/${'0'.repeat(64)}.mp3`)).status).toBe(404);
    const vtt = await fetch(`${app.base}/api/presentations/${id}/slides/${slide.slideId}.vtt`);
    expect(vtt.headers.get('content-type')).toContain('text/vtt');
    const text = await vtt.text();
    expect(text).toMatch(/^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> /);
    expect(text).toContain('Fish ');
    expect(text).toContain('&amp;');
    expect(text).toContain('&lt;');
    for (const name of [slides[0]?.id, slides[0]?.sourceSlideId]) {
      expect(await (await fetch(`${app.base}/api/presentations/${id}/slides/${name}.vtt`)).text()).toBe(text);
    }
  }, 60_000);
});

describe('captions', () => {
  test('are short, end with sentences, and time each word', () => {
    const words = ['One', 'two.', ...Array<string>(20).fill('three')];
    const timings = words.map((word, at) => ({ word, startTime: at, endTime: at + 0.5 }));
    const text = captions(timings);
    expect(text.startsWith('WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne <00:00:01.000>two.\n\n')).toBe(true);
    for (const cue of text.split('\n\n').slice(1)) {
      const line = (cue.split('\n')[1] ?? '').replaceAll(/<[^>]+>/g, '');
      expect(line.length).toBeLessThanOrEqual(43);
    }
    expect(captions([])).toBe('WEBVTT\n');
  });

  test.each([
    ['zh-CN', '您好Dana，您的屋顶非常好，我们会在三天之内完成所有的工作。总价不变。', /^您好Dana，您的屋顶/],
    [
      'ja',
      'こんにちは、Danaさん。あなたの屋根はとても新しいので、工事は二日で終わります。',
      /^こんにちは、Danaさん。$/,
    ],
    ['th', 'สวัสดีครับ คุณ Dana หลังคาของคุณสวยมากและแข็งแรงมากจริงๆ', /คุณ Dana/],
  ])('of %s have no spaces between its words, and lines that a phone holds', (_, text, first) => {
    const lines = captions(estimateReadingTimes(text))
      .split('\n\n')
      .slice(1)
      .map((cue) => (cue.split('\n')[1] ?? '').replaceAll(/<[^>]+>/g, ''));
    expect(lines[0]).toMatch(first);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    for (const line of lines) {
      const letters = [...line.replaceAll(/\p{M}/gu, '')].length;
      expect(line).not.toMatch(/\p{sc=Thai} \p{sc=Thai}/u);
      expect(letters).toBeLessThanOrEqual(/\p{sc=Han}/u.test(text) ? 22 : 42);
    }
  });

  test('stay whole whatever their words hold: line breaks, arrows, tags', () => {
    const words = ['a\n\n00:00.000 --> 00:01.000\nb', ' ', '<c>&\r\n', '-->'];
    const text = captions(words.map((word, at) => ({ word, startTime: at, endTime: at + 1 })));
    expect(text).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n' +
        'a 00:00.000 --&gt; 00:01.000 b <00:00:01.000> <00:00:02.000>&lt;c&gt;&amp; <00:00:03.000>--&gt;\n',
    );
  });
});

describe('an audio storage that is unreachable', () => {
  const app = useApp({
    SPEECH: 'espeak',
    AUDIO_S3_URL: 'http://127.0.0.1:1/decks',
    AUDIO_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AUDIO_S3_SECRET_ACCESS_KEY: 'a-secret-of-the-test',
  });

  test('is reported to players as temporary, and fails narrations in the same way', async () => {
    const { status, headers, body } = await app.rest.get(`/api/audio/${'0'.repeat(64)}.mp3`);
    expect([status, headers.get('retry-after'), body.reason]).toEqual([503, '2', 'audio_storage_unavailable']);
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id);
    const { narration } = await create(app, deck.id, {}, { prefer: 'wait=20' });
    expect(narration?.failure).toMatchObject({ code: 'store_unavailable', isRetryable: true });
  });
});

describe('a voice that fails', () => {
  const fake = useServer(new FakeElevenLabs());
  fake.answer = (_request, response) => refuse(response, 401, 'invalid_api_key');
  const app = useApp(() => ({
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
    LOG_LEVEL: 'info',
  }));

  test('leaves the presentation failed with the reason, as an event, and it can be repeated', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, { narrationScript: 'Hello there.' });
    const created = await createPresentation(app.rest, deck.id);
    const failed = await finished(app, created.id);
    expect(failed).toMatchObject({
      status: 'failed',
      narration: {
        doneCount: 0,
        totalCount: 1,
        failure: { sourceSlideId: slide.id, code: 'invalid_api_key', isRetryable: false },
      },
    });
    const [event] = await app.events('types=presentation.failed');
    expect(event?.data).toEqual({
      presentationId: created.id,
      sourceSlideId: slide.id,
      code: 'invalid_api_key',
      failedCount: 1,
    });
    const key = { 'idempotency-key': 'narrate-once' };
    const { status, body } = await app.rest.post<Answer>(
      `/api/presentations/${created.id}/narration/retry`,
      undefined,
      key,
    );
    expect([status, body.presentation.status, body.presentation.narration?.failure]).toEqual([200, 'narrating', null]);
    await finished(app, created.id);
    expect((await app.rest.post(`/api/presentations/${created.id}/narration/retry`, undefined, key)).body).toEqual(
      body,
    );
    expect(fake.received.map(({ body: { text } }) => text)).toEqual(['Hello there.', 'Hello there.']);
    expect(app.log.join('\n')).not.toContain('a-key-of-the-test');
  }, 60_000);

  test('is not repeated while nothing has failed', async () => {
    const deck = await createDeck(app.rest);
    const { id } = await createPresentation(app.rest, deck.id);
    expect((await app.rest.post(`/api/presentations/${id}/narration/retry`)).status).toBe(409);
  });
});

describe('a presentation by a key that is limited to a deck', () => {
  const apiKey = 'a-key-of-more-than-16-characters';
  const app = useApp({ SPEECH: 'espeak', API_KEY: apiKey });
  const narrationScript = 'The margin of this offer is twelve percent.';

  test('shares recordings with those of the deck alone, so that it cannot find out what others contain', async () => {
    const [{ id: mine }, { id: hidden }] = [await createDeck(app.rest), await createDeck(app.rest)];
    for (const deckId of [mine, hidden]) await createSlide(app.rest, deckId, { narrationScript });
    const limitedHeaders = { authorization: await limitedKey(app, [mine]) };
    const limited = await new RestClient(app.base, limitedHeaders).open({
      authorization: `Bearer ${apiKey}`,
    });
    const spokenBy = async (rest: RestClient, deckId: string) => {
      const headers = { prefer: 'wait=20' };
      const { body } = await rest.post<Answer>(`/api/decks/${deckId}/presentations`, presentationInput(), headers);
      const { status, reusedCharacterCount, slides } = body.presentation;
      expect(status).toBe('ready');
      return { reusedCharacterCount, audio: slides[0]?.audioUrl?.replace(/\?.*/, '') };
    };
    const length = [...narrationScript].length;
    const ofHidden = await spokenBy(app.rest, hidden);
    const guess = await spokenBy(limited, mine);
    expect([ofHidden.reusedCharacterCount, guess.reusedCharacterCount]).toEqual([0, 0]);
    expect(guess.audio).not.toBe(ofHidden.audio);
    expect(await spokenBy(limited, mine)).toEqual({ reusedCharacterCount: length, audio: guess.audio });
    expect(await spokenBy(app.rest, mine)).toEqual({ reusedCharacterCount: length, audio: ofHidden.audio });
    const { body } = await limited.get<{ presentations: PresentationAnswer[] }>(`/api/decks/${mine}/presentations`);
    const [ofAll, ofMine] = body.presentations;
    const shown = await limited.get<{ presentation: PresentationAnswer }>(`/api/presentations/${ofAll?.id}`);
    const query = `{ presentation(id: "${ofAll?.id}") { billedCharacterCount reusedCharacterCount } }`;
    const { presentation } = await new GraphQLClient(app.base, limitedHeaders).data<{ presentation: object }>(query);
    const none = { billedCharacterCount: null, reusedCharacterCount: null };
    for (const seen of [ofAll, shown.body.presentation, presentation]) expect(seen).toMatchObject(none);
    expect(ofMine).toMatchObject({ reusedCharacterCount: length });
  }, 60_000);
});
