import { createHash } from 'node:crypto';
import type { AudioFiles } from './audio-files.ts';
import { SharedWork } from './shared-work.ts';
import { type Speaker, SpeechError, type SpeechWarning, type SpokenWord, type Utterance } from './speech.ts';

/** Speech that is kept. */
export interface KeptSpeech {
  /** Names the audio, for `audio` and for URLs; the same recipe and text always have the same. */
  readonly key: string;
  readonly durationSeconds: number;
  readonly words: readonly SpokenWord[];
  readonly warnings: readonly SpeechWarning[];
}

/** Kept speech, and what it cost this time. */
export interface SpokenOnce extends KeptSpeech {
  /** Whether it had been spoken already, or just was for somebody else. */
  readonly reused: boolean;
  /** Characters that the speaker charges for this time. */
  readonly billedCharacters: number;
  /** Characters that were not spoken again. */
  readonly reusedCharacters: number;
}

/** What is kept beside the audio. It is written last: where it is, the audio is. */
interface Sheet extends Omit<KeptSpeech, 'key'> {
  readonly bytes: number;
}

/** Raised when the meaning of keys or sheets changes: older ones are then spoken anew. */
const version = 1;

/**
 * Keeps what was spoken, by what it was spoken from: nothing is spoken twice, for however many homeowners. Two
 * processes, or a crash, may speak a text twice at worst; half a file is never kept.
 */
export class AudioStore {
  readonly #speaking = new SharedWork<{ kept: KeptSpeech; billedCharacters: number | null }>();

  constructor(private readonly files: AudioFiles) {}

  /**
   * The speech of an utterance, spoken only if it is not kept yet. Those who ask for the same at the same time share it.
   *
   * @throws SpeechError from the speaker, or with `store_unavailable`: before anything is spoken where nothing can be
   * read, after it where it cannot be kept.
   * @throws the signal's reason once that is aborted.
   */
  async speakOnce(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<SpokenOnce> {
    const key = keyOf(speaker, utterance);
    const { value, first } = await this.#speaking.join(
      key,
      (wanted) => this.#findOrSpeak(key, speaker, utterance, wanted),
      signal,
    );
    const reused = !first || value.billedCharacters === null;
    return {
      ...value.kept,
      reused,
      billedCharacters: reused ? 0 : (value.billedCharacters ?? 0),
      reusedCharacters: reused ? [...utterance.text].length : 0,
    };
  }

  /** The MP3 of a key; null when none is kept under it. */
  async audio(key: string): Promise<Buffer | null> {
    return /^[\da-f]{64}$/.test(key) ? this.#kept(() => this.files.read(`${key}.mp3`)) : null;
  }

  async #findOrSpeak(
    key: string,
    speaker: Speaker,
    utterance: Utterance,
    signal: AbortSignal,
  ): Promise<{ kept: KeptSpeech; billedCharacters: number | null }> {
    const found = await this.#kept(() => this.#find(key));
    if (found !== null) return { kept: { key, ...found }, billedCharacters: null };
    const { audio, billedCharacters, durationSeconds, words, warnings } = await speaker.speak(utterance, signal);
    const speech = { durationSeconds, words, warnings };
    await this.#kept(async () => {
      await this.files.write(`${key}.mp3`, audio, 'audio/mpeg');
      const sheet: Sheet = { bytes: audio.length, ...speech };
      await this.files.write(`${key}.json`, Buffer.from(JSON.stringify(sheet)), 'application/json');
    });
    return { kept: { key, ...speech }, billedCharacters };
  }

  /** Null also for what cannot be read or has lost its audio: it is then spoken and kept anew. */
  async #find(key: string): Promise<Omit<KeptSpeech, 'key'> | null> {
    const sheet = sheetIn(await this.files.read(`${key}.json`));
    if (sheet === null || (await this.files.size(`${key}.mp3`)) !== sheet.bytes) return null;
    const { durationSeconds, words, warnings } = sheet;
    return { durationSeconds, words, warnings };
  }

  /** @throws SpeechError with `store_unavailable` for whatever goes wrong with the files */
  async #kept<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new SpeechError('store_unavailable', 'The audio storage cannot be read or written.', { cause: error });
    }
  }
}

function keyOf(speaker: Speaker, utterance: Utterance): string {
  const parts = Object.entries({ ...speaker.recipe(utterance), version, spokenText: utterance.text });
  const canonical = JSON.stringify(parts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return createHash('sha256').update(canonical).digest('hex');
}

function sheetIn(bytes: Buffer | null): Sheet | null {
  try {
    return bytes === null ? null : (JSON.parse(bytes.toString()) as Sheet);
  } catch {
    return null;
  }
}
