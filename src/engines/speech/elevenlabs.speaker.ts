import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { isAudible } from './audible.ts';
import { checkSpeech } from './check-speech.ts';
import { isTransient, namedStatus, readBounded, refusal } from './elevenlabs-response.ts';
import { timedAudio } from './elevenlabs-timings.ts';
import { withoutMarkup } from './plain-text.ts';
import { checkLength, type Speaker, type Speech, SpeechError, type Utterance } from './speech.ts';
import { inCall, readRetryAfter, Semaphore } from '../../kit/core/index.ts';

/** Account, model and default voice; from the `ELEVENLABS_*` settings. */
export interface ElevenLabsOptions {
  readonly apiKey: string;
  /** Base URL of the API; regions have their own hosts. */
  readonly url: string;
  readonly model: string;
  /** Voice for utterances without one. */
  readonly voice: string;
  /** Concurrent requests; the API answers 429 above the limit of the plan. */
  readonly concurrency: number;
}

/** Limits of one request. Tests shorten them. */
export interface ElevenLabsLimits {
  /** Time-out of one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Delay before the first retry without Retry-After, in milliseconds; doubles with each retry. */
  readonly retryDelayMs: number;
  /** Longest text of one request, in UTF-16 units. */
  readonly mostCharacters: number;
}

const format = 'mp3_44100_64';
const attempts = 3;
/** Longest wait that a Retry-After causes, in milliseconds. */
const mostWaitMs = 30_000;
/** Within the limits of every model, and short enough to be spoken before the time-out. */
const defaultLimits: ElevenLabsLimits = { timeoutMs: 120_000, retryDelayMs: 1_000, mostCharacters: 5_000 };
const defaultSettings = { stability: 0.5, similarityBoost: 0.75 };
/** Largest response to read, in bytes; enough for the longest text of any model. */
const mostResponseBytes = 64 * 1024 * 1024;

/**
 * Speaks with the API of ElevenLabs. Word timings come from the alignment of the characters that were sent; without it
 * the speech fails. After a temporary error (408, 429, 5xx, network) a request is sent again, three times in all; after
 * a time-out it is not. Errors contain neither the key nor the body of a response.
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
      // Keys differ from those of versions that did not remove markup.
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
    const billedCharacterCount = [...text].length;
    try {
      const speech = { ...timedAudio(answer, written, text), warnings: [], billedCharacterCount };
      return checkSpeech(written, speech, await isAudible(speech.audio));
    } catch (error) {
      if (error instanceof SpeechError) error.addBilled(billedCharacterCount);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new SpeechError('unavailable', 'The speaker is closed.'));
    await this.#agent.destroy();
  }

  /** Sends the request, with retries. @returns the body */
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
      const { statusCode, headers, bytes } = await this.#post(voice, utterance, AbortSignal.any([signal, late]));
      if (statusCode === 200) return bytes;
      return {
        error: refusal(statusCode, namedStatus(bytes)),
        again: isTransient(statusCode),
        waitMs: readRetryAfter(headers['retry-after'], new Date(), mostWaitMs),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SpeechError) throw error;
      // A request that timed out may have been spoken and charged: the caller decides about a retry.
      const detail = late.aborted ? `did not answer within ${this.#limits.timeoutMs} ms` : 'cannot be reached';
      const failure = new SpeechError('unavailable', `ElevenLabs ${detail}.`, { cause: error });
      return { error: failure, again: !late.aborted, waitMs: null };
    }
  }

  #post(voice: string, utterance: Utterance, signal: AbortSignal): Promise<Answer> {
    const base = this.options.url.replace(/\/+$/, '');
    const url = `${base}/v1/text-to-speech/${voice}/with-timestamps?output_format=${format}`;
    return inCall({ name: 'ElevenLabs text-to-speech', method: 'POST', url }, async (answered) => {
      const { statusCode, headers, body } = await request(url, {
        method: 'POST',
        dispatcher: this.#agent,
        signal,
        headers: { 'xi-api-key': this.options.apiKey, 'content-type': 'application/json' },
        body: this.#bodyFor(utterance),
      });
      answered(statusCode);
      return { statusCode, headers, bytes: await readBounded(body, mostResponseBytes) };
    });
  }

  #bodyFor(utterance: Utterance): string {
    const { stability, similarityBoost } = settingsOf(utterance);
    const language = this.#languageCode(utterance);
    return JSON.stringify({
      text: utterance.text,
      model_id: this.options.model,
      voice_settings: { stability, similarity_boost: similarityBoost },
      ...(language === null ? {} : { language_code: language }),
      ...this.#context(utterance),
    });
  }

  /** The text before and after a part, for its intonation. The model eleven_v3 rejects these fields. */
  #context({ context }: Utterance): { previous_text?: string; next_text?: string } {
    if (context === undefined || this.options.model === 'eleven_v3') return {};
    const { before, after } = context;
    return {
      ...(before === '' ? {} : { previous_text: plain(before) }),
      ...(after === '' ? {} : { next_text: plain(after) }),
    };
  }

  /** The language for models that accept one; null for the others, which detect it. */
  #languageCode({ language }: Utterance): string | null {
    return /_(v2_5|v3)$/.test(this.options.model) ? new Intl.Locale(language).language : null;
  }
}

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { readonly bytes: Buffer };

interface Failure {
  readonly error: SpeechError;
  readonly again: boolean;
  readonly waitMs: number | null;
}

/** Replaces each character of markup by a comma, which keeps the number of words. */
function plain(text: string): string {
  return withoutMarkup(text, ',');
}

/** Rounds to hundredths: smaller differences are not audible, and would give equal sound another recipe. */
function settingsOf({ settings }: Utterance): { stability: number; similarityBoost: number } {
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return {
    stability: rounded(settings.stability ?? defaultSettings.stability),
    similarityBoost: rounded(settings.similarityBoost ?? defaultSettings.similarityBoost),
  };
}
