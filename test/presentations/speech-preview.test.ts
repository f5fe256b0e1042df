import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { removeRecordings } from '../../src/presentations/recordings/remove-recordings.task.ts';
import { FakeElevenLabs, refuse, speak } from '../engines/speech/fake-elevenlabs.ts';
import type { ProblemAnswer, Schemas } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createSlide, presentationInput } from '../helpers/factories.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
import { limitedKey } from '../kit/rights/sight/limited-key.ts';
import { bearer, issue } from '../trust/keys/issued.ts';

type Preview = Schemas['SpeechPreview'];
type Answer = { preview: Preview } & ProblemAnswer;

const key = 'a-key-of-more-than-16-characters';
const dana = { first_name: 'Dana', last_name: 'Whitaker' };

const fake = useServer(new FakeElevenLabs());
const settings = () => ({ SPEECH: 'elevenlabs', ELEVENLABS_API_KEY: 'a-key-of-the-test', ELEVENLABS_URL: fake.url });
const answer = fake.answer;
const spoken = (): string[] => fake.received.map(({ body }) => body.text);

beforeEach(() => {
  fake.received.length = 0;
  fake.answer = answer;
});

const send = (rest: RestClient, deckId: string, body: object, headers = {}) =>
  rest.post<Answer>(`/api/decks/${deckId}/speech/preview`, body, headers);

async function preview(rest: RestClient, deckId: string, body: object): Promise<Preview> {
  const { status, body: answered } = await send(rest, deckId, body);
  expect([status, answered.detail]).toEqual([200, undefined]);
  return answered.preview;
}

const statusOf = async ({ base }: TestApp, url: string | null): Promise<number> =>
  (await fetch(new URL(url ?? '', base))).status;

/** The name of the audio behind a signed link. */
const nameIn = (url: string | null | undefined): string | undefined => url?.split('?')[0];

async function clientOf(app: TestApp, input: object = {}): Promise<RestClient> {
  return new RestClient(app.base, bearer((await issue(app, input)).token)).open();
}

async function narrated({ rest }: TestApp, deckId: string) {
  const { status, body } = await rest.post<{ presentation: Schemas['Presentation'] }>(
    `/api/decks/${deckId}/presentations`,
    presentationInput({ homeowner: dana }),
    { prefer: 'wait=20' },
  );
  expect([status, body.presentation.status]).toEqual([201, 'ready']);
  return body.presentation;
}

describe('the preview of speech', () => {
  const app = useApp(() => ({ ...settings(), API_KEY: key }));

  test('speaks a draft for an invented homeowner, with a time for each shown word', async () => {
    const { id } = await createDeck(app.rest);
    const { slideId } = await createSlide(app.rest, id, { narrationScript: 'Stored.' });
    const made = await preview(app.rest, id, { slideId, text: 'Hi {{homeowner.first_name}}, it is $1,200.' });
    expect(made).toMatchObject({
      text: 'Hi Dana, it is $1,200.',
      language: 'en-US',
      timing: 'spoken',
      spokenBy: 'elevenlabs',
      warnings: [],
    });
    expect(made.wordTimings.map(({ word }) => word)).toEqual(['Hi', 'Dana,', 'it', 'is', '$1,200.']);
    expect(spoken()).toEqual(['Hi Dana, it is 1200 US dollars.']);
    expect(made.audioUrl).toMatch(/^\/api\/audio\/[0-9a-f]{64}\.mp3\?expires=/);
    expect(await statusOf(app, made.audioUrl)).toBe(200);
  });

  test('is spoken once, however often it is asked for and by whichever API', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const text = 'Once for all.';
    const both = await Promise.all([preview(app.rest, deckId, { text }), preview(app.rest, deckId, { text })]);
    const { previewSpeech } = await app.graphql.data<{ previewSpeech: { preview: Preview } }>(
      `mutation ($deckId: ID!, $input: PreviewSpeechInput!) { previewSpeech(deckId: $deckId, input: $input) {
        preview { text audioUrl wordTimings { word startTime endTime } timing durationSeconds } } }`,
      { deckId, input: { text } },
    );
    const [first] = both;
    expect(both[1]).toEqual(first);
    const { wordTimings, durationSeconds } = first;
    expect(previewSpeech.preview).toMatchObject({ text, wordTimings, durationSeconds, timing: 'SPOKEN' });
    expect(nameIn(previewSpeech.preview.audioUrl)).toBe(nameIn(first.audioUrl));
    expect(spoken()).toEqual([text]);
  });

  test('shares its audio with presentations, in both directions', async () => {
    const { id } = await createDeck(app.rest);
    const { slideId } = await createSlide(app.rest, id, { narrationScript: 'Shared with {{homeowner.first_name}}.' });
    const faq = await createFaq(app.rest, id, { cannedAnswer: 'An answer that is shared.' });
    const before = await preview(app.rest, id, { slideId, homeowner: dana });
    expect(spoken()).toEqual(['Shared with Dana.']);
    const made = await narrated(app, id);
    const { slides, faqs } = await eventually(async () => {
      const { body } = await app.rest.get<{ presentation: typeof made }>(`/api/presentations/${made.id}`);
      return body.presentation.faqs[0]?.timing === 'spoken' && body.presentation;
    });
    expect(spoken()).toEqual(['Shared with Dana.', 'An answer that is shared.']);
    expect(nameIn(slides[0]?.audioUrl)).toBe(nameIn(before.audioUrl));
    const after = await preview(app.rest, id, { faqId: faq.id });
    expect(nameIn(after.audioUrl)).toBe(nameIn(faqs[0]?.audioUrl));
    expect(spoken()).toHaveLength(2);
  });

  test('of a slide with a recording that fits is the recording, and of a changed text is speech', async () => {
    const { id } = await createDeck(app.rest);
    const audioUrl = 'https://example.com/recorded.mp3';
    const wordTimings = [{ word: 'Recorded.', startTime: 0, endTime: 1 }];
    const { slideId } = await createSlide(app.rest, id, { narrationScript: 'Recorded.', audioUrl, wordTimings });
    for (const text of [null, 'Recorded.']) {
      expect(await preview(app.rest, id, { slideId, text })).toMatchObject({
        audioUrl,
        wordTimings,
        timing: 'recorded',
      });
    }
    expect(spoken()).toEqual([]);
    expect(await preview(app.rest, id, { slideId, text: 'Recorded anew.' })).toMatchObject({ timing: 'spoken' });
  });

  test('speaks the prices of its slide, and those of the first pricing slide elsewhere', async () => {
    const { id } = await createDeck(app.rest);
    const offerOf = (price: number) => ({ slideType: 'product_pricing_v1', productData: { good: { price } } });
    await createSlide(app.rest, id, offerOf(100));
    const { slideId } = await createSlide(app.rest, id, offerOf(200));
    const text = 'It costs {{good.price}}.';
    expect((await preview(app.rest, id, { text })).text).toBe('It costs $100.');
    expect((await preview(app.rest, id, { slideId, text })).text).toBe('It costs $200.');
  });

  test('speaks a draft in the language of the homeowner, and the stored translation without one', async () => {
    const { id } = await createDeck(app.rest);
    const translations = { es: { title: 'Hola', bullets: [], narrationScript: 'Hola, {{homeowner.first_name}}.' } };
    const { slideId } = await createSlide(app.rest, id, { translations });
    const spanish = { slideId, language_settings: { language_code: 'es-MX' } };
    expect(await preview(app.rest, id, spanish)).toMatchObject({ text: 'Hola, Dana.', language: 'es' });
    const draft = await preview(app.rest, id, { ...spanish, text: 'Adiós, {{homeowner.first_name}}.' });
    expect(draft).toMatchObject({ text: 'Adiós, Dana.', language: 'es', warnings: [] });
    expect(spoken()).toEqual(['Hola, Dana.', 'Adiós, Dana.']);
    const french = { text: 'Bonjour.', language_settings: { language_code: 'fr' } };
    expect(await preview(app.rest, id, french)).toMatchObject({ language: 'fr', warnings: [] });
  });

  test('says what its author should know: a placeholder without a value', async () => {
    const { id } = await createDeck(app.rest);
    const { text, warnings } = await preview(app.rest, id, { text: 'Hello {{homeowner.frist_name}}!' });
    expect(text).toBe('Hello!');
    expect(warnings).toMatchObject([{ code: 'missing_value', sourceSlideId: null, faqId: null }]);
  });

  test.each([
    ['markup', '<break time="60s"/><script>alert(1)</script> Hi.'],
    ['a placeholder in the name of a placeholder', 'Hi {{{{homeowner.first_name}}}} {{'],
    ['both directions', 'שלום Dana \u0645\u0631\u062d\u0628\u0627.'],
    ['the parts of other texts', '","sharedWithin":null,"spokenText":"Stored.'],
  ])('speaks text with %s as text', async (_, text) => {
    const { id } = await createDeck(app.rest);
    const made = await preview(app.rest, id, { text });
    expect(made.timing).toBe('spoken');
    expect(spoken()[0]).not.toMatch(/[<>]/);
    expect(await statusOf(app, made.audioUrl)).toBe(200);
  });

  test.each([
    ['no text', {}, 422, 'reference_unknown', '/text'],
    ['two texts', { slideId: 'a', faqId: 'b' }, 422, 'reference_unknown', '/faqId'],
    ['an unknown slide', { slideId: 'nowhere' }, 422, 'reference_unknown', '/slideId'],
    ['an unknown FAQ', { faqId: 'nowhere' }, 422, 'reference_unknown', '/faqId'],
    ['an empty text', { text: '' }, 400, 'invalid_input', '/text'],
    ['a text that is too long', { text: 'a'.repeat(20_001) }, 400, 'invalid_input', '/text'],
    ['a text without words', { text: ' {{homeowner.phone}} ' }, 422, 'text_not_spoken', '/text'],
    [
      'a language that is none',
      { text: 'Hi.', language_settings: { language_code: 'en_' } },
      400,
      'invalid_input',
      '/language_settings/language_code',
    ],
  ])('refuses %s, and speaks nothing', async (_, body, status, reason, pointer) => {
    const { id } = await createDeck(app.rest);
    const refused = await send(app.rest, id, body);
    expect([refused.status, refused.body.reason, refused.body.errors?.[0]?.pointer]).toEqual([status, reason, pointer]);
    expect(spoken()).toEqual([]);
  });

  test('says that the speaker refuses the server, or does not answer', async () => {
    const { id } = await createDeck(app.rest);
    fake.answer = (_request, response) => refuse(response, 401, 'invalid_api_key');
    const { status, body } = await send(app.rest, id, { text: 'Refused.' });
    expect([status, body.reason]).toEqual([503, 'speaker_unavailable']);
    expect(JSON.stringify(body)).not.toMatch(/sk_secret|Refused\./);
  });

  test('is answered again under its Idempotency-Key', async () => {
    const { id } = await createDeck(app.rest);
    const headers = { 'idempotency-key': 'listen-once' };
    const { body } = await send(app.rest, id, { text: 'Kept.' }, headers);
    expect((await send(app.rest, id, { text: 'Kept.' }, headers)).body).toEqual(body);
    expect((await send(app.rest, id, { text: 'Another.' }, headers)).body.reason).toBe('idempotency_key_reused');
    expect(spoken()).toEqual(['Kept.']);
  });

  test('leaves an entry in the audit log when it speaks, and none when the audio is there', async () => {
    const { id } = await createDeck(app.rest);
    const entries = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
        where operation = 'previewSpeech' and result = 'done'`.execute(app.database.connection.kysely);
      return rows[0]?.count ?? 0;
    };
    const before = await entries();
    for (const _ of [1, 2]) await preview(app.rest, id, { text: 'Recorded who asked.' });
    expect(await entries()).toBe(before + 1);
  });

  test('is played by a key that is limited to its deck, and tells it nothing of what other decks had spoken', async () => {
    const [mine, other] = [await createDeck(app.rest), await createDeck(app.rest)];
    const theirs = await preview(app.rest, other.id, { text: 'A secret of the other deck.' });
    const limited = await new RestClient(app.base, { authorization: await limitedKey(app, [mine.id]) }).open();
    const guess = await preview(limited, mine.id, { text: 'A secret of the other deck.' });
    expect(spoken()).toHaveLength(2);
    expect(nameIn(guess.audioUrl)).not.toBe(nameIn(theirs.audioUrl));
    expect(await statusOf(app, guess.audioUrl)).toBe(200);
    expect((await send(limited, other.id, { text: 'Hi.' })).status).toBe(404);
  });

  test('is removed after a day, unless a presentation uses it by then', async () => {
    const { id } = await createDeck(app.rest);
    const { slideId } = await createSlide(app.rest, id, { narrationScript: 'Used by a presentation.' });
    const used = await preview(app.rest, id, { slideId });
    await narrated(app, id);
    const unused = await preview(app.rest, id, { text: 'Heard once.' });
    const { kysely } = app.database.connection;
    const mine = sql`name = ${removeRecordings.name} and data::text like ${`%${nameIn(unused.audioUrl)?.slice(-68, -4)}%`}`;
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from start_after - created_on)::float / 3600 as hours from pgboss.job where ${mine}`.execute(
      kysely,
    );
    expect(rows.map(({ hours }) => Math.round(hours))).toEqual([24]);
    await sql`update pgboss.job set start_after = now() where name = ${removeRecordings.name}`.execute(kysely);
    await eventually(async () => (await statusOf(app, unused.audioUrl)) === 404);
    expect(await statusOf(app, used.audioUrl)).toBe(200);
    await preview(app.rest, id, { text: 'Heard once.' });
    expect(spoken().filter((text) => text === 'Heard once.')).toHaveLength(2);
  });

  test('leaves the speaker to presentations while others are waiting to be heard', async () => {
    const { id } = await createDeck(app.rest);
    await createSlide(app.rest, id, { narrationScript: 'Presented meanwhile.' });
    const held: (() => void)[] = [];
    fake.answer = ({ body: { text } }, response) =>
      text.startsWith('Held') ? held.push(() => void speak(text, response)) : speak(text, response);
    const previews = [1, 2, 3].map((at) => preview(app.rest, id, { text: `Held ${at}.` }));
    await eventually(() => held.length === 1);
    await narrated(app, id);
    expect(held).toHaveLength(1);
    for (const at of [0, 1, 2]) {
      await eventually(() => held.length > at);
      held[at]?.();
    }
    expect((await Promise.all(previews)).map(({ text }) => text)).toEqual(['Held 1.', 'Held 2.', 'Held 3.']);
  });
});

describe('the preview of speech under a quota', () => {
  const app = useApp(() => ({ ...settings(), API_KEY: key, QUOTA_SPEECH_CHARACTERS_PER_DAY: '40' }));

  const used = async (rest: RestClient): Promise<number> => {
    const { body } = await rest.get<{ usage: { quota: string; used: number }[] }>('/api/usage');
    return body.usage.find(({ quota }) => quota === 'speech_characters')?.used ?? 0;
  };

  test('is charged once for a text, also where it is asked for twice at the same time', async () => {
    const { id } = await createDeck(app.rest);
    const rest = await clientOf(app, { scopes: ['decks:write'] });
    const text = 'Fifteen letters';
    await Promise.all([preview(rest, id, { text }), preview(rest, id, { text }), preview(rest, id, { text })]);
    await preview(rest, id, { text });
    expect([await used(rest), spoken()]).toEqual([15, [text]]);
  });

  test('is refused beyond it before anything is spoken, and still plays what is stored', async () => {
    const { id } = await createDeck(app.rest);
    const rest = await clientOf(app, { scopes: ['decks:write'] });
    const text = 'Thirty characters, more or less';
    await preview(rest, id, { text });
    fake.received.length = 0;
    const { status, body } = await send(rest, id, { text: 'Ten more, please.' });
    expect([status, body.reason]).toEqual([429, 'quota_used_up']);
    expect(body).toMatchObject({ quota: { name: 'speech_characters', limit: 40 } });
    expect((await preview(rest, id, { text })).timing).toBe('spoken');
    expect([await used(rest), spoken()]).toEqual([text.length, []]);
  });
});

describe('the preview of speech without a speaker', () => {
  const app = useApp();

  test('says so, and plays recordings', async () => {
    const { id } = await createDeck(app.rest);
    const { status, body } = await send(app.rest, id, { text: 'Hello.' });
    expect([status, body.reason]).toEqual([503, 'speech_off']);
    const audioUrl = 'https://example.com/recorded.mp3';
    const { slideId } = await createSlide(app.rest, id, { narrationScript: 'Recorded.', audioUrl });
    expect(await preview(app.rest, id, { slideId })).toMatchObject({ audioUrl, timing: 'recorded' });
  });
});
