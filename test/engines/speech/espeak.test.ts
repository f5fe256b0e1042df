import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, test } from '@jest/globals';
import { demoFile } from '../../../src/demo/demo-deck.ts';
import type { PlaceholderValue } from '../../../src/engines/template/placeholder-filters.ts';
import { parseTemplate } from '../../../src/engines/template/placeholders.ts';
import { renderNarration, timeShownWords } from '../../../src/engines/narration/spoken.ts';
import { EspeakSpeaker } from '../../../src/engines/espeak/espeak.speaker.ts';
import type { SpokenWord } from '../../../src/engines/speech/speech.ts';
import { wordsOf } from '../../../src/engines/speech/words.ts';
import { eventually } from '../../helpers/eventually.ts';
import { decode, longTimeout, silentLog, utterance } from './utterances.ts';

const texts = {
  'en-US':
    'Hi {{name}} 😀 — in the end, one of the best roofs on the street has 24.5 squares… and costs {{price}}. ' +
    'That is $500 off, with a 7.2 kW system, by the end of {{date}}; you could have a look for a while - ok?',
  'es-MX':
    'Hola {{name}} 😀 — el techo de la casa tiene 24.5 cuadros… y cuesta {{price}}. ' +
    '¡Es un descuento de $500, con un sistema de 7.2 kW, hasta el {{date}}; no se ha dicho a los dueños - ¿verdad?',
  'de-DE':
    'Guten Tag {{name}} 😀 – Ihr Dach in der Straße hat 24,5 Quadrate… und kostet {{price}}. ' +
    'Das sind 500 € weniger, mit 7,2 kW auf dem Dach, bis zum {{date}}; in der Regel - so wie es üblich ist.',
};

const values = new Map<string, PlaceholderValue>([
  ['name', 'Dana'],
  ['price', { amount: '14700.00', currency: 'USD' }],
  ['date', { day: '2026-08-03' }],
]);

describe('espeak', () => {
  const speaker = new EspeakSpeaker(silentLog);

  afterAll(() => speaker.close());

  test.each(Object.entries(texts))(
    'times every shown word of a text in %s, in order, inside the audio',
    async (language, text) => {
      const options = { locale: language, voiceLocale: language, currency: 'USD', missing: 'blank' } as const;
      const { text: shown, spoken, words } = renderNarration(parseTemplate(text), values, options);
      const speech = await speaker.speak(utterance(spoken, { language }), longTimeout);
      const { seconds } = await decode(speech.audio);
      const timings = timeShownWords(words, speech.words);

      expect(timings.length).toBeGreaterThanOrEqual(39);
      expect(timings.map(({ word }) => word)).toEqual(wordsOf(shown));
      expect(speech.durationSeconds).toBeCloseTo(seconds, 1);
      let before = { startTime: 0, endTime: 0 };
      for (const timing of timings) {
        expect(timing.startTime).toBeGreaterThanOrEqual(before.endTime);
        expect(timing.endTime).toBeGreaterThanOrEqual(timing.startTime);
        expect(timing.endTime).toBeLessThanOrEqual(seconds);
        // Only pictures and dashes make no sound; two words that are spoken as one are parted.
        if (/[\p{L}\p{N}]/u.test(timing.word)) expect(secondsOf(timing)).toBeGreaterThan(0.04);
        before = timing;
      }
      expect(speech).toMatchObject({ warnings: [], billedCharacterCount: 0 });
    },
  );

  test('says when each word after a pause begins, within 30 ms of what is heard', async () => {
    const text =
      'Anna is here. Our roofs last. Every shingle is new. Into the attic. All in all. Some of us. Many more.';
    const { audio, words } = await speaker.speak(utterance(text), longTimeout);
    const { samples, rate } = await decode(audio);
    const begins = words.filter((_, index) => index === 0 || words[index - 1]?.word.endsWith('.'));
    expect(begins).toHaveLength(7);
    for (const { word, startTime } of begins) {
      const from = Math.max(0, Math.round((startTime - 0.1) * rate));
      const audibleFrom = samples.subarray(from).findIndex((sample) => Math.abs(sample) > 0.01);
      expect({ word, late: Math.abs((from + audibleFrom) / rate - startTime) < 0.03 }).toEqual({ word, late: true });
    }
  });

  test.each([
    [
      'en-US',
      'look from the roof of the house for a while - ok? Mr. and Mrs. Smith have been at 5th Ave. at 12:30 - or not',
    ],
    ['es-MX', 'el techo - de la casa - no es del Sr. López, es por eso que lo paga la Sra. García'],
    ['de-DE', 'Das ist z. B. nicht so - wie es d. h. am Haus usw. mit 24,5 kW in der Regel ist'],
  ])('gives each word its own sound where several are spoken as one, in %s', async (language, text) => {
    const { words } = await speaker.speak(utterance(text, { language }), longTimeout);
    const silent = words.filter((word) => secondsOf(word) < 0.04);
    expect(silent.filter(({ word }) => word !== '-')).toEqual([]);
  });

  test('parts words that are spoken as one where the next begins', async () => {
    const { words } = await speaker.speak(utterance('look from the roof'), longTimeout);
    const alone = await speaker.speak(utterance('look from. the roof'), longTimeout);
    expect(words.map(({ word }) => word)).toEqual(['look', 'from', 'the', 'roof']);
    expect(secondsOf(words[1])).toBeGreaterThan(1.5 * secondsOf(words[2]));
    expect(secondsOf(words[2])).toBeCloseTo(secondsOf(alone.words[2]), 1);
  });

  test('speaks in a voice by name, and by language in place of one it lacks, always the same, with a warning', async () => {
    const named = await speaker.speak(utterance('Hello there', { voice: 'de+f2' }), longTimeout);
    expect(named.warnings).toEqual([]);
    for (const voice of ['21m00Tcm4TlvDq8ikWAM', 'en-us+nobody', '../x', 'max', 'Adam', 'roa', 'mb-us1']) {
      const { warnings } = await speaker.speak(utterance('Hello there', { voice }), longTimeout);
      const again = await speaker.speak(utterance('Hello there', { voice }), longTimeout);
      expect(await loudness(again.audio)).toBeGreaterThan(0.01);
      expect(warnings.map(({ code }) => code)).toEqual(['voice_substituted']);
      expect(warnings[0]?.detail).toMatch(/has no voice ".+"; en-us\+[fm]\d spoke instead/);
      expect(again.warnings).toEqual(warnings);
    }
  });

  test.each([
    ['Hi <break time="60s"/> bye', 'Hi break time="60s"/ bye'],
    ['Hi <average bye now', 'Hi average bye now'],
    ['Hi <emphasis level="strong">Dana</emphasis> bye', 'Hi emphasis level="strong" Dana /emphasis bye'],
    ['Hi <!-- Dana --> bye', 'Hi !-- Dana -- bye'],
    ['R&D, AT&T & R&lt; bye', 'R&D, AT&T & R& lt bye'],
    ['Hi [[h@loU]] bye', 'Hi h@loU bye'],
    ['Hi \u0001200S\u0001V Dana', 'Hi 200S V Dana'],
    ['Hi \u0557\ue000 Dana', 'Hi Dana'],
    ['5 < 10 > 3', '5 10 3'],
  ])('says the words of "%s", and obeys none', async (text, plain) => {
    const speech = await speaker.speak(utterance(text), longTimeout);
    const expected = await speaker.speak(utterance(plain), longTimeout);
    expect(speech.words.map(({ word }) => word)).toEqual(wordsOf(text));
    expect(speech.durationSeconds).toBeCloseTo(expected.durationSeconds, 1);
    expect(speech.words.at(-1)?.startTime).toBeCloseTo(expected.words.at(-1)?.startTime ?? NaN, 1);
    expect((await loudness(speech.audio)) / (await loudness(expected.audio))).toBeCloseTo(1, 1);
  });

  test('is as loud after a text with markup as before it', async () => {
    const before = await loudness((await speaker.speak(utterance('Hello there'), longTimeout)).audio);
    await speaker.speak(utterance('<prosody volume="silent"><emphasis level="strong">Dana'), longTimeout);
    const after = await loudness((await speaker.speak(utterance('Hello there'), longTimeout)).audio);
    expect(after / before).toBeCloseTo(1, 1);
  });

  test('speaks a language it lacks in English, with a warning', async () => {
    const { warnings, audio } = await speaker.speak(utterance('Kumusta po kayo', { language: 'tl' }), longTimeout);
    expect(audio.length).toBeGreaterThan(1_000);
    expect(warnings).toEqual([
      { code: 'language_substituted', detail: 'espeak has no voice for the language tl; en-us spoke instead.' },
    ]);
  });

  test.each([
    ['zh-CN', '您好，您的屋顶很好。', 1.5],
    ['ja', 'こんにちは、ありがとう。', 1],
    ['th', 'สวัสดีครับ หลังคาของคุณสวยมาก', 2],
    ['ru', 'Здравствуйте, ваша крыша новая.', 1.2],
    ['el', 'Γεια σας, η στέγη σας είναι νέα.', 1],
    ['ar', 'مرحبا، سقفك جديد.', 1],
    ['he', 'שלום, הגג שלך חדש.', 1],
    ['hi', 'नमस्ते, आपकी छत नई है।', 1],
    ['ko', '안녕하세요, 지붕이 새것입니다.', 1.5],
  ])(
    'speaks %s in its script, each word in its time, and in another language with a warning',
    async (language, text, least) => {
      const own = await speaker.speak(utterance(text, { language }), longTimeout);
      expect(own.words.map(({ word }) => word)).toEqual(wordsOf(text));
      expect(own.warnings).toEqual([]);
      const said = own.words.reduce((sum, word) => sum + secondsOf(word), 0);
      expect(said).toBeGreaterThan(least);
      expect(own.durationSeconds).toBeLessThan(5);
      for (const word of own.words) expect(secondsOf(word)).toBeGreaterThan(0.05);
      const other = await speaker.speak(utterance(text, { language: 'en-US' }), longTimeout);
      expect(other.durationSeconds).toBeCloseTo(own.durationSeconds, 0);
    },
  );

  test('leaves out a name whose script it does not speak, and no letter that has a name', async () => {
    const text = 'Hello 李明 and Дана, welcome: your new battery has 5 kΩ.';
    const { words, warnings } = await speaker.speak(utterance(text), longTimeout);
    expect(words.map(({ word }) => word)).toEqual(wordsOf(text));
    const silent = words.filter((word) => secondsOf(word) === 0).map(({ word }) => word);
    expect(silent.join(' ')).toBe('李 明 Дана,');
    expect(warnings.map(({ code }) => code)).toEqual(['script_unsupported']);
    expect(warnings[0]?.detail).toMatch(/^The voice en-us cannot speak the script of 3 words/);
    const asked = await speaker.speak(utterance('Здравствуйте', { voice: 'de' }), longTimeout);
    const unknown = await speaker.speak(utterance('Здравствуйте', { voice: 'Adam', language: 'ru' }), longTimeout);
    expect(unknown.warnings.map(({ code }) => code)).toEqual(['voice_substituted']);
    expect(asked.warnings).toMatchObject([
      { code: 'voice_substituted', detail: expect.stringMatching(/^The voice "de" cannot speak this script; ru\+/) },
      { code: 'language_substituted' },
    ]);
  });

  test('takes stability for how flat the voice is, and no notice of similarity', () => {
    const recipe = (settings: object): unknown => speaker.recipe(utterance('Hi', { settings }));
    expect(recipe({ stability: 0 })).toMatchObject({ range: 80 });
    expect(recipe({ stability: 1 })).toMatchObject({ range: 20 });
    expect(recipe({ similarityBoost: 0.3 })).toEqual(recipe({ stability: 0.5, similarityBoost: null }));
  });

  test.each([
    [' \n', 'nothing_to_say', /nothing to speak/],
    ['ꦄꦧ', 'script_unsupported', /no voice that speaks the script/],
    ['屋根の価格は百万円です。', 'script_unsupported', /in the language en-US/],
    ['word '.repeat(10_000), 'too_long', /50000 characters; espeak speaks at most 10000/],
  ])('refuses a text it cannot speak', async (text, code, message) => {
    const refused = speaker.speak(utterance(text), longTimeout);
    await expect(refused).rejects.toMatchObject({ code, isRetryable: false });
    await expect(refused).rejects.toThrow(message);
  });

  test('leaves the event loop of its parent free while it speaks a deck', async () => {
    const delays: number[] = [];
    // Whatever else keeps this machine busy delays the loop as well: one run of a few shows what speaking does.
    while (delays.length < 4 && Math.min(...delays) >= 30) delays.push(await delayWhileSpeaking());
    expect(Math.min(...delays)).toBeLessThan(30);
  });

  async function delayWhileSpeaking(): Promise<number> {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const deck = demoFile.slides.map(({ narrationScript }) => speaker.speak(utterance(narrationScript), longTimeout));
    expect(await Promise.all(deck)).toHaveLength(12);
    delay.disable();
    return delay.percentile(99) / 1e6;
  }
});

async function loudness(mp3: Buffer): Promise<number> {
  const { samples } = await decode(mp3);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function secondsOf(timing: Pick<SpokenWord, 'startTime' | 'endTime'> | undefined): number {
  return timing === undefined ? NaN : timing.endTime - timing.startTime;
}

describe('the speech process', () => {
  const speakers: EspeakSpeaker[] = [];
  const longText = 'We measure the roof and give you one clear price. '.repeat(10);

  function open(limits: { timeoutMs?: number; idleMs?: number } = {}): EspeakSpeaker {
    const speaker = new EspeakSpeaker(silentLog, limits);
    speakers.push(speaker);
    return speaker;
  }

  function isAlive(processId: number): boolean {
    try {
      return process.kill(processId, 0);
    } catch {
      return false;
    }
  }

  afterAll(() => Promise.all(speakers.map((speaker) => speaker.close())));

  test('starts with the first text and ends after a while without requests', async () => {
    const speaker = open({ idleMs: 50 });
    expect(speaker.processId).toBeNull();
    await speaker.speak(utterance('Hello'), longTimeout);
    await eventually(() => speaker.processId === null);
    await speaker.speak(utterance('Hello again'), longTimeout);
  });

  test('is replaced when it is killed, and the text is spoken all the same', async () => {
    const speaker = open();
    await speaker.speak(utterance('Hello'), longTimeout);
    const first = speaker.processId ?? 0;
    const speaking = speaker.speak(utterance(longText), longTimeout);
    const next = speaker.speak(utterance('And another one'), longTimeout);
    process.kill(first, 'SIGKILL');
    expect((await speaking).words).toHaveLength(100);
    expect((await next).words).toHaveLength(3);
    expect(speaker.processId).not.toBe(first);
  });

  test('fails a text over which it dies twice, and speaks the next', async () => {
    const speaker = open();
    const speaking = speaker.speak(utterance(longText), longTimeout);
    const outcome = speaking.catch((error: unknown) => error);
    const killed = new Set<number>();
    while (killed.size < 2) {
      const processId = await eventually(() => (killed.has(speaker.processId ?? 0) ? null : speaker.processId));
      process.kill(processId, 'SIGKILL');
      killed.add(processId);
    }
    expect(await outcome).toMatchObject({ code: 'speaker_failed', isRetryable: true, concerns: 'text' });
    expect((await speaker.speak(utterance('Hello'), longTimeout)).words).toHaveLength(1);
  });

  test('is ended when its text is no longer wanted or takes too long', async () => {
    const speaker = open({ timeoutMs: 20_000 });
    await speaker.speak(utterance('Hello'), longTimeout);
    const processId = speaker.processId ?? 0;
    const unwanted = new AbortController();
    const speaking = speaker.speak(utterance(longText), unwanted.signal);
    const waiting = speaker.speak(utterance('Never'), unwanted.signal);
    unwanted.abort(new Error('no longer wanted'));
    await expect(speaking).rejects.toThrow('no longer wanted');
    await expect(waiting).rejects.toThrow('no longer wanted');
    expect(isAlive(processId)).toBe(false);

    const slow = open({ timeoutMs: 10 });
    const late = slow.speak(utterance('Hello'), longTimeout);
    await expect(late).rejects.toMatchObject({ code: 'speaker_failed', isRetryable: true });
    await expect(late).rejects.toThrow('longer than 10 ms');
  });

  test('ends what is under way when it is closed, and speaks no more', async () => {
    const speaker = open();
    await speaker.speak(utterance('Hello'), longTimeout);
    const processId = speaker.processId ?? 0;
    const outcome = speaker.speak(utterance(longText), longTimeout).catch((error: unknown) => error);
    await speaker.close();
    expect(await outcome).toMatchObject({ code: 'unavailable' });
    expect(isAlive(processId)).toBe(false);
    await expect(speaker.speak(utterance('Hello'), longTimeout)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
