import { createHash } from 'node:crypto';
import type { FileStorage } from '../files/file-storage.ts';
import { SingleFlight } from '../speech/single-flight.ts';
import { type PartedSpeech, partsOf, speakInParts } from '../speech/speak-in-parts.ts';
import { type Speaker, SpeechError, type SpeechWarning, type SpokenWord, type Utterance } from '../speech/speech.ts';
import { isUnspaced } from '../speech/words.ts';

export interface StoredSpeech {
  /** Key of the audio, a SHA-256 in hexadecimal: equal recipe and text give the same key. */
  readonly key: string;
  readonly durationSeconds: number;
  readonly words: readonly SpokenWord[];
  readonly warnings: readonly SpeechWarning[];
}

/** Cost of speech that was made for a request. */
type Cost = Pick<SpokenOnce, 'billedCharacterCount' | 'reusedCharacterCount'>;

/** Stored speech, and its cost for this request. */
export interface SpokenOnce extends StoredSpeech {
  /** Whether it was stored before, or was just spoken for another request. */
  readonly reused: boolean;
  /** Characters that the speaker charges for this request. */
  readonly billedCharacterCount: number;
  /** Characters that did not have to be spoken again. */
  readonly reusedCharacterCount: number;
}

/** Metadata file of an audio file. It is written last: where it exists, the audio does too. */
interface SpeechMetadata extends Omit<StoredSpeech, 'key'> {
  readonly bytes: number;
  /** Keys of the parts that a long text was spoken in; absent for a text spoken at once, and in older files. */
  readonly parts?: readonly string[];
}

/** Raised when the format of keys or metadata changes: older speech is then spoken again. */
const version = 1;

/**
 * Stores speech by the hash of its recipe, its text, and whom it is shared with, so that each text is spoken once for
 * all of their homeowners. It is spoken
 * twice when two processes need it at the same time, or after a crash. A partial file is never stored.
 */
export class AudioStore {
  readonly #speaking = new SingleFlight<{ stored: StoredSpeech; cost: Cost | null }>();
  /** How many texts this process was asked to speak, and the seconds of their speech, by where that came from. */
  readonly texts = { made: 0, kept: 0, failed: 0 };
  readonly seconds = { made: 0, kept: 0 };

  constructor(private readonly files: FileStorage) {}

  /**
   * Returns the speech of an utterance, and speaks it only if it is not stored. Concurrent requests for the same speech
   * share one call. If the speaker does not know the voice, its default voice speaks instead, with a warning; that
   * speech is stored under the default voice, so that the requested one is used as soon as it exists.
   *
   * @throws SpeechError from the speaker, or `store_unavailable` when the storage cannot be read (before speaking) or
   * written (after it)
   * @throws the reason of the signal once it is aborted
   */
  async speakOnce(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<SpokenOnce> {
    try {
      const speech = await this.#speakInSomeVoice(speaker, utterance, signal);
      const source = speech.reused ? 'kept' : 'made';
      this.texts[source] += 1;
      this.seconds[source] += speech.durationSeconds;
      return speech;
    } catch (error) {
      if (error instanceof SpeechError) this.texts.failed += 1;
      throw error;
    }
  }

  async #speakInSomeVoice(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<SpokenOnce> {
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

  /**
   * The speech of an utterance, if it is stored in the requested voice; null where `speakOnce` would speak it.
   *
   * @throws SpeechError `store_unavailable`
   */
  async stored(speaker: Speaker, utterance: Utterance): Promise<StoredSpeech | null> {
    const key = keyOf(speaker, utterance);
    const found = await this.#withStorage(() => this.#find(key));
    return found && { key, ...found };
  }

  /** The MP3 of a key; null when none is stored. @throws SpeechError `store_unavailable` */
  async audio(key: string): Promise<Buffer | null> {
    return /^[\da-f]{64}$/.test(key) ? this.#withStorage(() => this.files.read(`${key}.mp3`)) : null;
  }

  /** Whether a key is stored. @throws SpeechError `store_unavailable` */
  async has(key: string): Promise<boolean> {
    return this.#withStorage(async () => (await this.#find(key)) !== null);
  }

  /** Every key under which an utterance, or a part of it, may be stored. */
  keysOf(speaker: Speaker, utterance: Utterance): string[] {
    const voices = [...new Set([utterance.voice, null])].map((voice) => ({ ...utterance, voice }));
    const spoken = voices.flatMap((whole) => [whole, ...partsOf(whole, speaker.mostCharacters)]);
    return [...new Set(spoken.map((one) => keyOf(speaker, one)))];
  }

  /**
   * Removes a key with the parts that it was spoken in. Another text that shares a part speaks it again when it needs it.
   *
   * @throws SpeechError `store_unavailable`
   */
  async remove(key: string): Promise<void> {
    await this.#withStorage(async () => {
      const { parts = [] } = metadataIn(await this.files.read(`${key}.json`)) ?? {};
      // The metadata of the whole goes last: until then a repetition finds the parts.
      for (const one of [...parts, key]) {
        await this.files.remove(`${one}.mp3`);
        await this.files.remove(`${one}.json`);
      }
    });
  }

  async #speakAsAsked(speaker: Speaker, utterance: Utterance, signal: AbortSignal): Promise<SpokenOnce> {
    const key = keyOf(speaker, utterance);
    const { value, first } = await this.#speaking.join(
      key,
      (wanted) => this.#findOrSpeak(key, speaker, utterance, wanted),
      signal,
    );
    if (first && value.cost !== null) return { ...value.stored, reused: false, ...value.cost };
    return { ...value.stored, reused: true, billedCharacterCount: 0, reusedCharacterCount: [...utterance.text].length };
  }

  async #findOrSpeak(
    key: string,
    speaker: Speaker,
    utterance: Utterance,
    signal: AbortSignal,
  ): Promise<{ stored: StoredSpeech; cost: Cost | null }> {
    const stored = await this.stored(speaker, utterance);
    if (stored !== null) return { stored, cost: null };
    const parts: string[] = [];
    const spoken = await this.#speak(speaker, utterance, signal, parts);
    const { audio, durationSeconds, words, warnings, ...cost } = spoken;
    const speech = { durationSeconds, words, warnings };
    await this.#withStorage(async () => {
      await this.files.write(`${key}.mp3`, audio, 'audio/mpeg');
      const metadata: SpeechMetadata = { bytes: audio.length, ...speech, ...(parts.length === 0 ? {} : { parts }) };
      await this.files.write(`${key}.json`, Buffer.from(JSON.stringify(metadata)), 'application/json');
    });
    return { stored: { key, ...speech }, cost };
  }

  /**
   * Stores each part of a long text by itself, so that after a failure only the missing parts are spoken.
   *
   * @param parts receives their keys
   */
  async #speak(speaker: Speaker, utterance: Utterance, signal: AbortSignal, parts: string[]): Promise<PartedSpeech> {
    const isWhole = utterance.context !== undefined || utterance.text.length <= speaker.mostCharacters;
    if (isWhole) return { ...(await speaker.speak(utterance, signal)), reusedCharacterCount: 0 };
    return speakInParts(utterance, speaker.mostCharacters, async (part) => {
      if (part.context === undefined) return { ...(await speaker.speak(part, signal)), reusedCharacterCount: 0 };
      const spoken = await this.#speakAsAsked(speaker, part, signal);
      parts.push(spoken.key);
      const audio = await this.audio(spoken.key);
      if (audio === null) throw new SpeechError('store_unavailable', 'A part of the audio was lost.');
      return { ...spoken, audio };
    });
  }

  /** Also null when the metadata cannot be read or the audio is missing: the text is then spoken again. */
  async #find(key: string): Promise<Omit<StoredSpeech, 'key'> | null> {
    const metadata = metadataIn(await this.files.read(`${key}.json`));
    if (metadata === null || (await this.files.size(`${key}.mp3`)) !== metadata.bytes) return null;
    const { durationSeconds, words, warnings } = metadata;
    return { durationSeconds, words, warnings };
  }

  /** @throws SpeechError `store_unavailable` for every error of the storage */
  async #withStorage<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new SpeechError('store_unavailable', 'The audio storage cannot be read or written.', { cause: error });
    }
  }
}

function keyOf(speaker: Speaker, utterance: Utterance): string {
  // Keys for unspaced scripts differ from those of versions that did not segment words.
  const parted = isUnspaced(utterance.text) ? { words: 'segmented' } : {};
  // Keys of what all share stay those of versions that shared everything.
  const shared = typeof utterance.sharedWithin === 'string' ? { sharedWithin: utterance.sharedWithin } : {};
  const recipe = { ...speaker.recipe(utterance), ...parted, ...shared, version, spokenText: utterance.text };
  const parts = Object.entries(recipe);
  const canonical = JSON.stringify(parts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return createHash('sha256').update(canonical).digest('hex');
}

function metadataIn(bytes: Buffer | null): SpeechMetadata | null {
  try {
    return bytes === null ? null : (JSON.parse(bytes.toString()) as SpeechMetadata);
  } catch {
    return null;
  }
}
