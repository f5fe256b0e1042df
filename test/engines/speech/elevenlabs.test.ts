import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type ElevenLabsLimits,
  type ElevenLabsOptions,
  ElevenLabsSpeaker,
} from '../../../src/engines/speech/elevenlabs.speaker.ts';
import { SpeechError } from '../../../src/engines/speech/speech.ts';
import { eventually } from '../../helpers/eventually.ts';
import { FakeElevenLabs, perCharacter, refuse, speak, tone } from './fake-elevenlabs.ts';
import { longTimeout, utterance } from './utterances.ts';

describe('ElevenLabs', () => {
  let fake: FakeElevenLabs;
  let speakers: ElevenLabsSpeaker[] = [];

  beforeEach(async () => {
    fake = await new FakeElevenLabs().open();
  });

  afterEach(async () => {
    await Promise.all(speakers.map((speaker) => speaker.close()));
    speakers = [];
    await fake.close();
  });

  function open(more: Partial<ElevenLabsOptions> = {}, limits: Partial<ElevenLabsLimits> = {}): ElevenLabsSpeaker {
    const options = {
      apiKey: 'sk_secret',
      url: fake.url,
      model: 'eleven_multilingual_v2',
      voice: 'George',
      concurrency: 2,
    };
    const speaker = new ElevenLabsSpeaker({ ...options, ...more }, { retryDelayMs: 10, ...limits });
    speakers.push(speaker);
    return speaker;
  }

  async function failure(speaking: Promise<unknown>): Promise<SpeechError> {
    const error: unknown = await speaking.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SpeechError);
    expect(JSON.stringify([String(error), error])).not.toContain('sk_secret');
    return error as SpeechError;
  }

  test('sends what its reference asks for', async () => {
    const settings = { stability: 0.3333, similarityBoost: null };
    await open().speak(utterance('Hi Dana', { voice: 'Rachel_1', settings }), longTimeout);
    await open({ model: 'eleven_flash_v2_5' }).speak(utterance('Hola', { language: 'es-MX' }), longTimeout);
    const [first, second] = fake.received;
    expect(first?.path).toBe('/v1/text-to-speech/Rachel_1/with-timestamps?output_format=mp3_44100_64');
    expect(first?.headers).toMatchObject({ 'xi-api-key': 'sk_secret', 'content-type': 'application/json' });
    expect(first?.body).toEqual({
      text: 'Hi Dana',
      model_id: 'eleven_multilingual_v2',
      voice_settings: { stability: 0.33, similarity_boost: 0.75 },
    });
    expect(second?.path).toContain('/George/');
    expect(second?.body).toMatchObject({ model_id: 'eleven_flash_v2_5', language_code: 'es' });
  });

  test('is sent no markup: neither tags, entities nor directions; the words stay as written', async () => {
    const text = '<break time="3s" /> [laughs] R&D; &lt;phoneme\u0001\ue000 😀 \u{f0000}x <b>Dana';
    const { words } = await open().speak(utterance(text), longTimeout);
    expect(fake.received[0]?.body.text).toBe(',break time="3s" /, ,laughs, R&D, &lt,phoneme,, 😀 ,x ,b,Dana');
    expect(words.map(({ word }) => word)).toEqual(text.split(' '));
  });

  test.each([
    ['silent', 2, 0, /silent/],
    ['too short for its text', 0.1, 0.5, /lasts 0\.\d s, too short for 70 letters/],
  ])('fails on a recording that is %s', async (_, seconds, loudness, message) => {
    const text = 'roof deck '.repeat(10).slice(0, 87);
    const noTimes = Array<number>(text.length).fill(0);
    const alignment = {
      characters: [...text],
      character_start_times_seconds: noTimes,
      character_end_times_seconds: noTimes,
    };
    const audio = await tone(seconds, loudness);
    fake.answer = ({ body }, response) =>
      speak(body.text, response, { alignment, audio_base64: audio.toString('base64') });
    const error = await failure(open().speak(utterance(text), longTimeout));
    expect(error).toMatchObject({ code: 'no_sound', isRetryable: false });
    expect(error.message).toMatch(message);
  });

  test('times each word by its characters, accents and emoji too', async () => {
    const text = ' Señora  Müller 👩‍👩‍👧 — c’est 14700 e\u0301te\u0301 ';
    const { words, durationSeconds, billedCharacterCount } = await open().speak(utterance(text), longTimeout);
    const characters = [...text.trim()];
    expect(words.map(({ word }) => word)).toEqual(text.trim().split(/\s+/));
    let position = 0;
    for (const { word, startTime, endTime } of words) {
      while (characters[position] === ' ') position += 1;
      expect(startTime).toBeCloseTo(position * perCharacter);
      position += [...word].length;
      expect(endTime).toBeCloseTo(position * perCharacter);
    }
    expect(durationSeconds).toBeGreaterThanOrEqual(words.at(-1)?.endTime ?? Infinity);
    expect(billedCharacterCount).toBe(characters.length);
  });

  test.each([
    ['no alignment', { alignment: null }],
    ['the alignment of another text', { alignment: alignmentOf('Goodbye') }],
    ['times that are missing', { alignment: { ...alignmentOf('Hi Dana'), character_end_times_seconds: [1] } }],
    [
      'times that go back',
      { alignment: { ...alignmentOf('Hi Dana'), character_start_times_seconds: [9, 8, 7, 6, 5, 4, 3] } },
    ],
    [
      'times after the audio',
      { alignment: { ...alignmentOf('Hi Dana'), character_end_times_seconds: Array(7).fill(99) } },
    ],
  ])('fails on %s, and invents no times', async (_, changes) => {
    fake.answer = ({ body }, response) => speak(body.text, response, changes);
    expect(await failure(open().speak(utterance('Hi Dana'), longTimeout))).toMatchObject({
      code: 'timings_missing',
      isRetryable: false,
    });
    expect(fake.received).toHaveLength(1);
  });

  test.each([
    [401, 'invalid_api_key', 'invalid_api_key', /check ELEVENLABS_API_KEY/],
    [401, 'quota_exceeded', 'quota_exceeded', /no credits left/],
    [400, 'voice_not_found', 'voice_not_found', /no such voice/],
    [404, '', 'voice_not_found', /no such voice/],
    [400, 'voice_does_not_exist', 'voice_not_found', /no such voice/],
    [400, 'invalid_uid', 'voice_not_found', /check the voice id/],
    [400, 'max_character_limit_exceeded', 'too_long', /longer than the ElevenLabs account allows/],
    [422, 'invalid_model', 'rejected', /HTTP 422, invalid_model/],
    [302, '', 'rejected', /HTTP 302/],
  ])('reports HTTP %i %s as %s, without a second try', async (statusCode, status, code, message) => {
    fake.answer = (_, response) => refuse(response, statusCode, status, { location: `${fake.url}/elsewhere` });
    const error = await failure(open().speak(utterance('Hi Dana'), longTimeout));
    expect(error).toMatchObject({ code, isRetryable: false });
    expect(error.message).toMatch(message);
    expect(fake.received).toHaveLength(1);
  });

  test('refuses a voice that would change the URL, and a text over the limit, before it asks', async () => {
    expect(await failure(open().speak(utterance('Hi', { voice: '../v1' }), longTimeout))).toMatchObject({
      code: 'voice_not_found',
    });
    expect(await failure(open().speak(utterance('a'.repeat(5_001)), longTimeout))).toMatchObject({ code: 'too_long' });
    expect(await failure(open().speak(utterance('  '), longTimeout))).toMatchObject({ code: 'nothing_to_say' });
    expect(fake.received).toEqual([]);
  });

  test('tries again after 429 and 503, not before Retry-After', async () => {
    fake.answer = ({ body }, response, earlier) => {
      if (earlier === 0) return refuse(response, 429, 'too_many_concurrent_requests', { 'retry-after': '0.3' });
      if (earlier === 1) return refuse(response, 503, 'system_busy');
      return speak(body.text, response);
    };
    const started = Date.now();
    expect((await open().speak(utterance('Hi Dana'), longTimeout)).words).toHaveLength(2);
    expect(Date.now() - started).toBeGreaterThanOrEqual(290);
    expect(fake.received).toHaveLength(3);
  });

  test('gives up after three tries, to be asked again later', async () => {
    fake.answer = (_, response) => refuse(response, 429, 'system_busy', { 'retry-after': new Date(0).toUTCString() });
    const error = await failure(open().speak(utterance('Hi Dana'), longTimeout));
    expect(error).toMatchObject({ code: 'unavailable', isRetryable: true });
    expect(error.message).toMatch(/HTTP 429, system_busy/);
    expect(fake.received).toHaveLength(3);
  });

  test('tries again where the connection breaks, and reports that nobody is there', async () => {
    fake.answer = ({ body }, response, earlier) =>
      earlier === 0 ? response.socket?.destroy() : speak(body.text, response);
    expect((await open().speak(utterance('Hi Dana'), longTimeout)).words).toHaveLength(2);
    const error = await failure(open({ url: 'http://127.0.0.1:1' }).speak(utterance('Hi Dana'), longTimeout));
    expect(error).toMatchObject({ code: 'unavailable', message: 'ElevenLabs cannot be reached.' });
  });

  test('ends a request that hangs, once, because it may be charged', async () => {
    fake.answer = () => undefined;
    const error = await failure(open({}, { timeoutMs: 1_000 }).speak(utterance('Hi Dana'), longTimeout));
    expect(error).toMatchObject({ code: 'unavailable', isRetryable: true });
    expect(error.message).toBe('ElevenLabs did not answer within 1000 ms.');
    expect(fake.received).toHaveLength(1);
    await eventually(() => fake.busy === 0);
  });

  test.each([
    ['no JSON', '<html>', 'unavailable'],
    ['no MP3', JSON.stringify({ audio_base64: Buffer.from('hello').toString('base64') }), 'unavailable'],
    ['null', 'null', 'unavailable'],
  ])('fails on an answer that is %s', async (_, body, code) => {
    fake.answer = (_request, response) => response.end(body);
    expect(await failure(open().speak(utterance('Hi Dana'), longTimeout))).toMatchObject({ code });
  });

  test('reads no more of an answer than any speech can be', async () => {
    let sent = 0;
    fake.answer = async (_, response) => {
      const mebibyte = Buffer.alloc(1024 * 1024, 'a');
      const closed = once(response, 'close');
      for (; sent < 200 && !response.destroyed; sent += 1) {
        if (!response.write(mebibyte)) await Promise.race([once(response, 'drain'), closed]);
      }
    };
    const error = await failure(open().speak(utterance('Hi Dana'), longTimeout));
    expect(error.message).toMatch(/more than 67108864 bytes/);
    expect(sent).toBeLessThan(100);
  });

  test('has no more requests under way than it may', async () => {
    const held: (() => void)[] = [];
    fake.answer = async ({ body }, response) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await speak(body.text, response);
    };
    const speaker = open({ concurrency: 2 });
    const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
    const speaking = Promise.all(texts.map((text) => speaker.speak(utterance(text), longTimeout)));
    for (let answered = 0; answered < texts.length; answered += 1) {
      (await eventually(() => held.shift()))();
    }
    expect((await speaking).map(({ words }) => words[0]?.word)).toEqual(texts);
    expect(fake.mostBusy).toBe(2);
  });

  test('stops at once when it is no longer wanted: in line, while it waits to retry, and on the way', async () => {
    fake.answer = (_, response, earlier) =>
      earlier === 0 ? refuse(response, 429, 'system_busy', { 'retry-after': '30' }) : undefined;
    const speaker = open({ concurrency: 1 });
    const unwanted = new AbortController();
    const waiting = speaker.speak(utterance('One'), unwanted.signal);
    const inLine = speaker.speak(utterance('Two'), unwanted.signal);
    await eventually(() => fake.received.length === 1);
    unwanted.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    await expect(inLine).rejects.toThrow('no longer wanted');

    const stopped = new AbortController();
    const onTheWay = speaker.speak(utterance('Three'), stopped.signal);
    await eventually(() => fake.received.length === 2);
    stopped.abort(new Error('no longer wanted'));
    await expect(onTheWay).rejects.toThrow('no longer wanted');

    const closing = speaker.speak(utterance('Four'), longTimeout);
    await eventually(() => fake.received.length === 3);
    const [error] = await Promise.all([failure(closing), speaker.close()]);
    expect(error).toMatchObject({ code: 'unavailable', message: 'The speaker is closed.' });
  });
});

function alignmentOf(text: string): object {
  const characters = [...text];
  return {
    characters,
    character_start_times_seconds: characters.map((_, index) => index * perCharacter),
    character_end_times_seconds: characters.map((_, index) => (index + 1) * perCharacter),
  };
}
