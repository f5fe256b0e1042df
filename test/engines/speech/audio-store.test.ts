import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FileStorage, FolderFiles } from '../../../src/engines/files/file-storage.ts';
import { AudioStore } from '../../../src/engines/audio/audio-store.ts';
import { ElevenLabsSpeaker } from '../../../src/engines/speech/elevenlabs.speaker.ts';
import { EspeakSpeaker } from '../../../src/engines/espeak/espeak.speaker.ts';
import { S3Files } from '../../../src/engines/files/s3-files.ts';
import { eventually } from '../../helpers/eventually.ts';
import { useServer } from '../../helpers/use.ts';
import { mp3Seconds } from '../../../src/engines/speech/mp3.ts';
import type { SpeechError } from '../../../src/engines/speech/speech.ts';
import { FakeElevenLabs, perCharacter, refuse, speak, tone } from './fake-elevenlabs.ts';
import { FakeS3 } from './fake-s3.ts';
import { decode, longTimeout, silentLog, utterance } from './utterances.ts';

const fake = useServer(new FakeElevenLabs());
let folder: string;
let speaker: ElevenLabsSpeaker;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-audio-'));
  const options = {
    apiKey: 'sk_secret',
    url: fake.url,
    model: 'eleven_multilingual_v2',
    voice: 'George',
    concurrency: 4,
  };
  speaker = new ElevenLabsSpeaker(options, { retryDelayMs: 1 });
  fake.received.length = 0;
  fake.answer = ({ body }, response) => speak(body.text, response);
});

afterEach(async () => {
  await speaker.close();
  await rm(folder, { recursive: true, force: true });
});

function filesIn(directory: string): Promise<string[]> {
  return readdir(directory, { recursive: true });
}

/** A promise to wait on, so that a test decides when the fake answers. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  fake.answer = async ({ body }, response) => {
    await promise;
    await speak(body.text, response);
  };
  return resolve;
}

describe.each<[string, () => Promise<{ files: FileStorage; close: () => Promise<void> }>]>([
  ['a folder', async () => ({ files: new FolderFiles(folder), close: () => Promise.resolve() })],
  [
    'S3-compatible storage',
    async () => {
      const s3 = await new FakeS3().open();
      return { files: new S3Files(s3), close: () => s3.close() };
    },
  ],
])('the audio store in %s', (_, openFiles) => {
  let files: FileStorage;
  let store: AudioStore;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ files, close } = await openFiles());
    store = new AudioStore(files);
  });

  afterEach(() => close());

  test('speaks a text once, and gives it again as it was', async () => {
    const first = await store.speakOnce(speaker, utterance('Hi Dana 😀'), longTimeout);
    const again = await new AudioStore(files).speakOnce(speaker, utterance('Hi Dana 😀'), longTimeout);
    expect(first).toMatchObject({ reused: false, billedCharacterCount: 9, reusedCharacterCount: 0, warnings: [] });
    expect(again).toEqual({ ...first, reused: true, billedCharacterCount: 0, reusedCharacterCount: 9 });
    expect(fake.received).toHaveLength(1);
    const audio = await store.audio(first.key);
    expect(audio?.length).toBeGreaterThan(1_000);
    expect(await store.audio('0'.repeat(64))).toBeNull();
    expect(await store.audio('../secret')).toBeNull();
  });

  test('speaks anew what sounds other, and only that', async () => {
    const keys = new Set<string>();
    for (const more of [
      {},
      { voice: 'Rachel' },
      { settings: { stability: 0.9 } },
      { settings: { similarityBoost: 0.1 } },
      { text: 'Hi Dan' },
    ]) {
      keys.add((await store.speakOnce(speaker, utterance('Hi Dana', more), longTimeout)).key);
    }
    expect(keys.size).toBe(5);
    const same = [
      { voice: 'George' },
      { settings: { stability: 0.5, similarityBoost: 0.75 } },
      { settings: { stability: 0.501 } },
      { language: 'en-GB' },
    ];
    for (const more of same) {
      expect(await store.speakOnce(speaker, utterance('Hi Dana', more), longTimeout)).toMatchObject({ reused: true });
    }
    expect(fake.received).toHaveLength(5);
  });

  test('speaks a text once for ten who ask at the same time', async () => {
    const letGo = holdAnswers();
    const asked = Promise.all(
      Array.from({ length: 10 }, () => store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)),
    );
    await eventually(() => fake.received.length === 1);
    letGo();
    const spoken = await asked;
    expect(fake.received).toHaveLength(1);
    expect(spoken.filter(({ reused }) => !reused)).toHaveLength(1);
    expect(spoken.reduce((sum, { billedCharacterCount }) => sum + billedCharacterCount, 0)).toBe(7);
    expect(spoken.reduce((sum, { reusedCharacterCount }) => sum + reusedCharacterCount, 0)).toBe(63);
    expect(new Set(spoken.map(({ key }) => key)).size).toBe(1);
  });

  test('keeps nothing of what failed, and tries it anew', async () => {
    fake.answer = (_request, response) => refuse(response, 401, 'quota_exceeded');
    await expect(store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    fake.answer = ({ body }, response) => speak(body.text, response);
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: false });
  });

  test('has the default voice speak for an unknown one, with a warning, until that is known', async () => {
    const known = new Set(['George']);
    fake.answer = ({ path: asked, body }, response) =>
      known.has(asked.split('/')[3] ?? '') ? speak(body.text, response) : refuse(response, 400, 'voice_does_not_exist');
    const asked = utterance('Hi Dana', { voice: 'Adam' });
    const substituted = await store.speakOnce(speaker, asked, longTimeout);
    const detail = 'elevenlabs has no voice "Adam"; its default voice spoke instead.';
    expect(substituted.warnings).toEqual([{ code: 'voice_substituted', detail }]);
    const own = await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    expect(own).toMatchObject({ key: substituted.key, reused: true, warnings: [] });
    known.add('Adam');
    expect(await store.speakOnce(speaker, asked, longTimeout)).toMatchObject({ reused: false, warnings: [] });
    known.clear();
    const unplayed = store.speakOnce(speaker, utterance('Hi Dan'), longTimeout);
    await expect(unplayed).rejects.toMatchObject({ code: 'voice_not_found' });
  });

  test('removes a text with its words, and no other, and speaks it anew', async () => {
    const [one, other] = [utterance('Hi Dana'), utterance('Hi Robin')];
    const { key } = await store.speakOnce(speaker, one, longTimeout);
    const { key: kept } = await store.speakOnce(speaker, other, longTimeout);
    expect(store.keysOf(speaker, one)).toEqual([key]);
    await store.remove(key);
    await store.remove(key);
    expect([await store.has(key), await store.has(kept)]).toEqual([false, true]);
    expect([await files.read(`${key}.mp3`), await files.read(`${key}.json`)]).toEqual([null, null]);
    expect(await store.speakOnce(speaker, one, longTimeout)).toMatchObject({ key, reused: false });
  });

  test('keeps no silence', async () => {
    const silence = (await tone(1, 0)).toString('base64');
    fake.answer = ({ body }, response) => speak(body.text, response, { audio_base64: silence });
    const silent = store.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    await expect(silent).rejects.toMatchObject({ code: 'no_sound' });
    fake.answer = ({ body }, response) => speak(body.text, response);
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: false });
  });

  test('speaks anew what lost its audio or cannot be read', async () => {
    const { key } = await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    await files.write(`${key}.mp3`, Buffer.from('half'), 'audio/mpeg');
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: false });
    await files.write(`${key}.json`, Buffer.from('{"bytes": 1'), 'application/json');
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: false });
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: true });
  });
});

describe('those who share a text that is being spoken', () => {
  test('go on when one of them leaves, even the one who came first', async () => {
    const store = new AudioStore(new FolderFiles(folder));
    const letGo = holdAnswers();
    const leaving = new AbortController();
    const first = store.speakOnce(speaker, utterance('Hi Dana'), leaving.signal);
    const second = store.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    await eventually(() => fake.received.length === 1);
    leaving.abort(new Error('no longer wanted'));
    await expect(first).rejects.toThrow('no longer wanted');
    letGo();
    expect(await second).toMatchObject({ reused: false, billedCharacterCount: 7 });
    expect(fake.received).toHaveLength(1);
  });

  test('end it when the last of them leaves, and whoever comes then has it spoken anew', async () => {
    const store = new AudioStore(new FolderFiles(folder));
    holdAnswers();
    const leaving = new AbortController();
    const asked = [1, 2].map(() => store.speakOnce(speaker, utterance('Hi Dana'), leaving.signal));
    await eventually(() => fake.busy === 1);
    leaving.abort(new Error('no longer wanted'));
    await Promise.all(asked.map((one) => expect(one).rejects.toThrow('no longer wanted')));
    await eventually(() => fake.busy === 0);
    fake.answer = ({ body }, response) => speak(body.text, response);
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: false });
    expect(await filesIn(folder)).toHaveLength(3);
  });
});

describe('audio in a folder', () => {
  test('is an MP3 and its times, in a subfolder, with nothing left beside', async () => {
    const { key } = await new AudioStore(new FolderFiles(folder)).speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    const within = (suffix: string): string => path.join(key.slice(0, 2), `${key}${suffix}`);
    expect((await filesIn(folder)).toSorted()).toEqual([key.slice(0, 2), within('.json'), within('.mp3')]);
    const sheet = JSON.parse(await readFile(path.join(folder, within('.json')), 'utf8')) as object;
    expect(Object.keys(sheet)).toEqual(['bytes', 'durationSeconds', 'words', 'warnings']);
  });

  test('that cannot be kept is reported as such, and nothing is billed for what cannot be read', async () => {
    const blocked = path.join(folder, 'file');
    await writeFile(blocked, '');
    const store = new AudioStore(new FolderFiles(path.join(blocked, 'audio')));
    await expect(store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).rejects.toMatchObject({
      code: 'store_unavailable',
      isRetryable: true,
    });
    expect(fake.received).toEqual([]);
  });
});

describe('audio in S3-compatible storage', () => {
  test('is signed, has its type, and is asked for with few requests', async () => {
    const s3 = await new FakeS3().open();
    const store = new AudioStore(new S3Files({ ...s3, url: `${s3.url}/tenant a/` }));
    const { key } = await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
    const at = (suffix: string): string => `/decks/tenant%20a/${key}${suffix}`;
    expect(s3.requests).toEqual([
      `GET ${at('.json')}`,
      `PUT ${at('.mp3')}`,
      `PUT ${at('.json')}`,
      `GET ${at('.json')}`,
      `HEAD ${at('.mp3')}`,
    ]);
    expect(s3.objects.get(at('.mp3'))?.contentType).toBe('audio/mpeg');
    await s3.close();
  });

  test('survives a temporary fault; a wrong key, a missing bucket and a dead server are reported', async () => {
    const s3 = await new FakeS3().open();
    const { region, accessKeyId, secretAccessKey, url } = s3;
    const access = { region, accessKeyId, secretAccessKey, url };
    s3.faults.push(503);
    const store = new AudioStore(new S3Files(access));
    expect(await store.speakOnce(speaker, utterance('Hi Dana'), longTimeout)).toMatchObject({ reused: false });
    for (const change of [
      { secretAccessKey: 'wrong' },
      { url: url.replace('/decks', '/others') },
      { url: 'http://127.0.0.1:1/decks' },
    ]) {
      const broken = new AudioStore(new S3Files({ ...access, ...change }));
      const asked = broken.speakOnce(speaker, utterance('Hi Dana'), longTimeout);
      await expect(asked).rejects.toMatchObject({ code: 'store_unavailable', isRetryable: true });
    }
    await s3.close();
  });
});

describe('a text that is longer than the speaker takes at a time', () => {
  const text =
    'Hi Dana, your roof has 24 squares. It is sound! 😀 The price, with all that you asked for, stays the same.';
  const parts = [
    'Hi Dana, your roof has 24 squares.',
    'It is sound! 😀 The price,',
    'with all that you asked for,',
    'stays the same.',
  ];
  let brief: ElevenLabsSpeaker;
  let store: AudioStore;
  const sent = (): string[] => fake.received.map(({ body }) => body.text);
  const lengthOf = (...texts: string[]): number => [...texts.join('')].length;

  beforeEach(() => {
    const options = {
      apiKey: 'sk_secret',
      url: fake.url,
      model: 'eleven_multilingual_v2',
      voice: 'George',
      concurrency: 4,
    };
    brief = new ElevenLabsSpeaker(options, { retryDelayMs: 1, mostCharacters: 40 });
    store = new AudioStore(new FolderFiles(folder));
  });

  afterEach(() => brief.close());

  test('is spoken in parts behind sentences and clauses, as one recording with the times of all words', async () => {
    const { key, words, durationSeconds, ...cost } = await store.speakOnce(brief, utterance(text), longTimeout);
    expect(sent()).toEqual(parts);
    expect(cost).toEqual({
      reused: false,
      billedCharacterCount: lengthOf(...parts),
      reusedCharacterCount: 0,
      warnings: [],
    });
    const { seconds } = await decode((await store.audio(key)) ?? Buffer.alloc(0));
    expect(durationSeconds).toBeCloseTo(seconds, 1);
    const expected: [string, number][] = [];
    let start = 0;
    for (const part of parts) {
      for (const { 0: word, index } of part.matchAll(/\S+/g)) {
        expected.push([word, start + lengthOf(part.slice(0, index)) * perCharacter]);
      }
      start += mp3Seconds(await tone(lengthOf(part) * perCharacter)) ?? NaN;
    }
    expect(words.map(({ word }) => word)).toEqual(expected.map(([word]) => word));
    for (const [at, [, startTime]] of expected.entries()) expect(words[at]?.startTime).toBeCloseTo(startTime, 2);
    expect(await store.speakOnce(brief, utterance(text), longTimeout)).toMatchObject({ key, reused: true });
    expect(fake.received).toHaveLength(4);
  });

  test('sends each part with the text around it, unless the model refuses that', async () => {
    await store.speakOnce(brief, utterance(text), longTimeout);
    const around = fake.received.map(({ body }) => [body.previous_text, body.next_text]);
    expect(around).toEqual(parts.map((_, at) => [parts[at - 1], parts[at + 1]]));
    const options = { apiKey: 'sk_secret', url: fake.url, model: 'eleven_v3', voice: 'George', concurrency: 4 };
    const third = new ElevenLabsSpeaker(options, { mostCharacters: 40 });
    await store.speakOnce(third, utterance(text), longTimeout);
    expect(fake.received.at(-1)?.body).not.toHaveProperty('previous_text');
    await third.close();
  });

  test('goes on at the part that failed, and nobody pays twice for the others', async () => {
    fake.answer = ({ body }, response) =>
      body.text === parts[2] ? refuse(response, 400, 'text_refused') : speak(body.text, response);
    const failed: unknown = await store.speakOnce(brief, utterance(text), longTimeout).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'rejected', concerns: 'text' });
    expect((failed as SpeechError).takeBilled()).toBe(lengthOf(...parts.slice(0, 2)));
    fake.answer = ({ body }, response) => speak(body.text, response);
    const spoken = await store.speakOnce(brief, utterance(text), longTimeout);
    expect(sent()).toEqual([...parts.slice(0, 3), ...parts.slice(2)]);
    expect(spoken.billedCharacterCount).toBe(lengthOf(...parts.slice(2)));
    expect(spoken.reusedCharacterCount).toBe(lengthOf(...parts.slice(0, 2)));
  });

  test('is removed with its parts, also those of a text that failed on the way', async () => {
    const mp3s = async (): Promise<string[]> => (await filesIn(folder)).filter((file) => file.endsWith('.mp3'));
    const { key } = await store.speakOnce(brief, utterance(text), longTimeout);
    expect(await mp3s()).toHaveLength(parts.length + 1);
    await store.remove(key);
    expect(await mp3s()).toEqual([]);
    fake.answer = ({ body }, response) =>
      body.text === parts[2] ? refuse(response, 400, 'text_refused') : speak(body.text, response);
    await store.speakOnce(brief, utterance(text), longTimeout).catch(() => undefined);
    expect(await mp3s()).toHaveLength(2);
    for (const one of store.keysOf(brief, utterance(text))) await store.remove(one);
    expect(await mp3s()).toEqual([]);
  });

  test('ends at the part that is being spoken once it is canceled', async () => {
    const leaving = new AbortController();
    fake.answer = async ({ body }, response, earlier) => {
      if (earlier === 0) await speak(body.text, response);
    };
    const asked = store.speakOnce(brief, utterance(text), leaving.signal);
    await eventually(() => fake.received.length === 2);
    leaving.abort(new Error('no longer wanted'));
    await expect(asked).rejects.toThrow('no longer wanted');
    await eventually(() => fake.busy === 0);
    expect(sent()).toEqual(parts.slice(0, 2));
  });

  test.each([
    ['has a word that is too long', `Hi ${'a'.repeat(41)}`, /41 characters; ElevenLabs speaks at most 40 at a time/],
    ['is longer than anybody listens', 'word '.repeat(9_000), /45000 characters; at most 40000 are spoken/],
  ])('is refused where it %s', async (_, tooLong, message) => {
    const asked = store.speakOnce(brief, utterance(tooLong), longTimeout);
    await expect(asked).rejects.toMatchObject({ code: 'too_long' });
    await expect(asked).rejects.toThrow(message);
  });

  test('is spoken by espeak in parts too, each word where it is heard', async () => {
    const espeak = new EspeakSpeaker(silentLog, {}, 30);
    const { key, words } = await store.speakOnce(
      espeak,
      utterance('Your roof is new. Every shingle lasts.'),
      longTimeout,
    );
    await espeak.close();
    const { samples, rate } = await decode((await store.audio(key)) ?? Buffer.alloc(0));
    const every = words.findIndex(({ word }) => word === 'Every');
    const { startTime = 0 } = words[every] ?? {};
    const from = Math.round((startTime - 0.2) * rate);
    const audibleFrom = samples.subarray(from).findIndex((sample) => Math.abs(sample) > 0.01);
    expect(Math.abs((from + audibleFrom) / rate - startTime)).toBeLessThan(0.03);
    expect(words).toHaveLength(7);
  });
});

describe('espeak through the store', () => {
  test('is kept like any other, and costs nothing', async () => {
    const espeak = new EspeakSpeaker(silentLog);
    const store = new AudioStore(new FolderFiles(folder));
    const first = await store.speakOnce(espeak, utterance('Hi Dana', { voice: 'Rachel' }), longTimeout);
    const again = await store.speakOnce(espeak, utterance('Hi Dana', { voice: 'Rachel' }), longTimeout);
    await espeak.close();
    expect(first).toMatchObject({ reused: false, billedCharacterCount: 0, warnings: [{ code: 'voice_substituted' }] });
    expect(again).toEqual({ ...first, reused: true, reusedCharacterCount: 7 });
  });
});
