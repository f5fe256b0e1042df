import { createHash } from 'node:crypto';
import type { AudioFiles } from './audio-files.ts';
import { SingleFlight } from '../speech/single-flight.ts';
import { type PartedSpeech, speakInParts } from '../speech/speak-in-parts.ts';
import { type Speaker, SpeechError, type SpeechWarning, type SpokenWord, type Utterance } from '../speech/speech.ts';
import { isUnspaced } from '../speech/words.ts';

/** Speech that is kept. */
export interface KeptSpeech {
  /** Names the audio, for `audio` and for URLs; the same recipe and text always have the same. */
  readonly key: string;
  readonly durationSeconds: number;
  readonly words: readonly SpokenWord[];
  readonly warnings: readonly SpeechWarning[];
}

/** What speech cost that was not kept yet. */
type Cost = Pick<SpokenOnce, 'billedCharacters' | 'reusedCharacters'>;

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
  readonly #speaking = new SingleFlight<{ kept: KeptSpeech; cost: Cost | null }>();

  constructor(private readonly files: AudioFiles) {}

  /**
   * The speech of an utterance, spoken only if it is not kept yet. Those who ask for the same at the same time share it.
   * In place of a voice that the speaker does not know, its own speaks, with a warning; that is kept as its own, so the
   * voice speaks as soon as the speaker knows it.
   *
   * @throws SpeechError from the speaker, or with `store_unavailable`: before anything is spoken where nothing can be
   * read, after it where it cannot be kept.
   * @throws the signal's reason once that is aborted.
   */
  async speakOnce(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<SpokenOnce> {
    try {
      return await this.#speakAsAsked(speaker, utterance, signal);
    } catch (error) {
      const isUnknownVoice = error instanceof SpeechError && error.code === 'voice_not_found';
      if (!isUnknownVoice || utterance.voice === null) throw error;
      const speech = await this.#speakAsAsked(speaker, { ...utterance, voice: null }, signal);
      const detail = `${speaker.name} has no voice "${utterance.voice}"; its default voice spoke instead.`;
      return { ...speech, warnings: [...speech.warnings, { code: 'voice_substituted', detail }] };
    }
  }

  /** The MP3 of a key; null when none is kept under it. */
  async audio(key: string): Promise<Buffer | null> {
    return /^[\da-f]{64}$/.test(key) ? this.#kept(() => this.files.read(`${key}.mp3`)) : null;
  }

  async #speakAsAsked(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<SpokenOnce> {
    const key = keyOf(speaker, utterance);
    const { value, first } = await this.#speaking.join(
      key,
      (wanted) => this.#findOrSpeak(key, speaker, utterance, wanted),
      signal,
    );
    if (first && value.cost !== null) return { ...value.kept, reused: false, ...value.cost };
    return { ...value.kept, reused: true, billedCharacters: 0, reusedCharacters: [...utterance.text].length };
  }

  async #findOrSpeak(
    key: string,
    speaker: Speaker,
    utterance: Utterance,
    signal: AbortSignal,
  ): Promise<{ kept: KeptSpeech; cost: Cost | null }> {
    const found = await this.#kept(() => this.#find(key));
    if (found !== null) return { kept: { key, ...found }, cost: null };
    const { audio, durationSeconds, words, warnings, ...cost } = await this.#speak(speaker, utterance, signal);
    const speech = { durationSeconds, words, warnings };
    await this.#kept(async () => {
      await this.files.write(`${key}.mp3`, audio, 'audio/mpeg');
      const sheet: Sheet = { bytes: audio.length, ...speech };
      await this.files.write(`${key}.json`, Buffer.from(JSON.stringify(sheet)), 'application/json');
    });
    return { kept: { key, ...speech }, cost };
  }

  /** Each part of a long text is kept by itself, so that after a failure only the others are spoken. */
  async #speak(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<PartedSpeech> {
    const isWhole = utterance.context !== undefined || utterance.text.length <= speaker.mostCharacters;
    if (isWhole) return { ...(await speaker.speak(utterance, signal)), reusedCharacters: 0 };
    return speakInParts(utterance, speaker.mostCharacters, async (part) => {
      if (part.context === undefined) return { ...(await speaker.speak(part, signal)), reusedCharacters: 0 };
      const spoken = await this.#speakAsAsked(speaker, part, signal);
      const audio = await this.audio(spoken.key);
      if (audio === null) throw new SpeechError('store_unavailable', 'A part of the audio was lost.');
      return { ...spoken, audio };
    });
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
  // What was kept before such scripts were parted into words is spoken anew.
  const parted = isUnspaced(utterance.text) ? { words: 'segmented' } : {};
  const parts = Object.entries({ ...speaker.recipe(utterance), ...parted, version, spokenText: utterance.text });
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
