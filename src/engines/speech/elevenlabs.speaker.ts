import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { isAudible } from './audible.ts';
import { checkSpeech } from './check-speech.ts';
import { isTransient, namedStatus, readBounded, refusal } from './elevenlabs-answer.ts';
import { timedAudio } from './elevenlabs-timings.ts';
import { withoutMarkup } from './plain-text.ts';
import { checkLength, type Speaker, type Speech, SpeechError, type Utterance } from './speech.ts';
import { readRetryAfter } from '../../platform/kernel/retry-after.ts';
import { Semaphore } from '../../platform/limits/semaphore.ts';

/** Account, model and default voice; from the `ELEVENLABS_*` settings. */
export interface ElevenLabsOptions {
  readonly apiKey: string;
  /** Where the API is; regions have hosts of their own. */
  readonly url: string;
  readonly model: string;
  /** The voice of those who ask for none. */
  readonly voice: string;
  /** Requests at a time; what a plan allows beyond that is refused with 429. */
  readonly concurrency: number;
}

/** Limits of one request. Tests shorten them. */
export interface ElevenLabsLimits {
  /** Longest time for one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Before the first retry, where the answer names no time; doubles with each. */
  readonly retryDelayMs: number;
  /** Of one text, in UTF-16 units. */
  readonly mostCharacters: number;
}

const format = 'mp3_44100_64';
const attempts = 3;
/** Longest wait that a Retry-After may ask for, in milliseconds. */
const mostWaitMs = 30_000;
/** Every model takes so many characters at a time, and answers within the time-out. */
const defaultLimits: ElevenLabsLimits = { timeoutMs: 120_000, retryDelayMs: 1_000, mostCharacters: 5_000 };
const defaultSettings = { stability: 0.5, similarityBoost: 0.75 };
/** Enough for the longest text of any model. */
const mostAnswerBytes = 64 * 1024 * 1024;

/**
 * Speaks by ElevenLabs' API. Word timings come from the alignment of the original text, which the answer has for each
 * character; where it has none, the speech fails. What may pass (429, 5xx, a broken connection) is tried three times.
 * Only what is fixed here is told of a failure: neither the key nor what the API answered.
 */
export class ElevenLabsSpeaker implements Speaker {
  readonly name = 'elevenlabs';
  readonly mostCharacters: number;
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  readonly #closing = new AbortController();
  readonly #semaphore: Semaphore;
  readonly #limits: ElevenLabsLimits;

  constructor(
    private readonly options: ElevenLabsOptions,
    limits: Partial<ElevenLabsLimits> = {},
  ) {
    this.#semaphore = new Semaphore(options.concurrency);
    this.#limits = { ...defaultLimits, ...limits };
    this.mostCharacters = this.#limits.mostCharacters;
  }

  recipe(utterance: Utterance): Readonly<Record<string, string | number | null>> {
    const { stability, similarityBoost } = settingsOf(utterance);
    return {
      provider: this.name,
      model: this.options.model,
      format,
      language: this.#languageCode(utterance),
      voice: utterance.voice ?? this.options.voice,
      stability,
      similarityBoost,
      ...this.#context(utterance),
      // What was kept before markup was taken out is spoken anew.
      ...(plain(utterance.text) === utterance.text ? {} : { reads: 'plain text' }),
    };
  }

  async speak(utterance: Utterance, signal: AbortSignal): Promise<Speech> {
    const written = utterance.text.trim();
    const text = plain(written);
    checkLength('ElevenLabs', text, this.mostCharacters);
    const voice = utterance.voice ?? this.options.voice;
    if (!/^[\w-]{1,64}$/.test(voice)) throw refusal(404, 'voice_not_found');
    const wanted = AbortSignal.any([signal, this.#closing.signal]);
    const answer = await this.#semaphore.run(() => this.#request(voice, { ...utterance, text }, wanted), wanted);
    const billedCharacters = [...text].length;
    try {
      const speech = { ...timedAudio(answer, written, text), warnings: [], billedCharacters };
      return checkSpeech(written, speech, await isAudible(speech.audio));
    } catch (error) {
      if (error instanceof SpeechError) error.addBilled(billedCharacters);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new SpeechError('unavailable', 'The speaker is closed.'));
    await this.#agent.destroy();
  }

  /** The body of the answer, after as many attempts as that takes. */
  async #request(voice: string, utterance: Utterance, signal: AbortSignal): Promise<Buffer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(voice, utterance, signal);
      if (Buffer.isBuffer(outcome)) return outcome;
      if (!outcome.again || attempt === attempts) throw outcome.error;
      const backoffMs = this.#limits.retryDelayMs * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4);
      await sleep(outcome.waitMs ?? backoffMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  async #attempt(voice: string, utterance: Utterance, signal: AbortSignal): Promise<Buffer | Failure> {
    const late = AbortSignal.timeout(this.#limits.timeoutMs);
    try {
      const { statusCode, headers, body } = await this.#post(voice, utterance, AbortSignal.any([signal, late]));
      const bytes = await readBounded(body, mostAnswerBytes);
      if (statusCode === 200) return bytes;
      return {
        error: refusal(statusCode, namedStatus(bytes)),
        again: isTransient(statusCode),
        waitMs: readRetryAfter(headers['retry-after'], new Date(), mostWaitMs),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SpeechError) throw error;
      // What took so long was perhaps spoken, and is charged: whether it is asked for again is for others to decide.
      const detail = late.aborted ? `did not answer within ${this.#limits.timeoutMs} ms` : 'cannot be reached';
      const told = new SpeechError('unavailable', `ElevenLabs ${detail}.`, { cause: error });
      return { error: told, again: !late.aborted, waitMs: null };
    }
  }

  #post(voice: string, utterance: Utterance, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { stability, similarityBoost } = settingsOf(utterance);
    const language = this.#languageCode(utterance);
    const base = this.options.url.replace(/\/+$/, '');
    return request(`${base}/v1/text-to-speech/${voice}/with-timestamps?output_format=${format}`, {
      method: 'POST',
      dispatcher: this.#agent,
      signal,
      headers: { 'xi-api-key': this.options.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        text: utterance.text,
        model_id: this.options.model,
        voice_settings: { stability, similarity_boost: similarityBoost },
        ...(language === null ? {} : { language_code: language }),
        ...this.#context(utterance),
      }),
    });
  }

  /** What is said around a part of a text, by which its melody goes on; version 3 refuses to be told. */
  #context({ context }: Utterance): { previous_text?: string; next_text?: string } {
    if (context === undefined || this.options.model === 'eleven_v3') return {};
    const { before, after } = context;
    return {
      ...(before === '' ? {} : { previous_text: plain(before) }),
      ...(after === '' ? {} : { next_text: plain(after) }),
    };
  }

  /** Null for a model that finds the language by itself, and refuses to be told. */
  #languageCode({ language }: Utterance): string | null {
    return /_(v2_5|v3)$/.test(this.options.model) ? new Intl.Locale(language).language : null;
  }
}

interface Failure {
  readonly error: SpeechError;
  readonly again: boolean;
  readonly waitMs: number | null;
}

/** With a comma for each character of markup: the words between white space stay as many. */
function plain(text: string): string {
  return withoutMarkup(text, ',');
}

/** With all decimals that can be heard, so that what sounds the same has the same recipe. */
function settingsOf({ settings }: Utterance): { stability: number; similarityBoost: number } {
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return {
    stability: rounded(settings.stability ?? defaultSettings.stability),
    similarityBoost: rounded(settings.similarityBoost ?? defaultSettings.similarityBoost),
  };
}
