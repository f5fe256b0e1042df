/** What to say, and how. */
export interface Utterance {
  /** Plain text, as it should be read aloud. */
  readonly text: string;
  /** A BCP 47 tag, such as `es-MX`. */
  readonly language: string;
  /** The speaker's own id of a voice; null takes the speaker's choice for the language. */
  readonly voice: string | null;
  readonly settings: VoiceSettings;
}

/** Both from 0 to 1; what is not given is the speaker's choice. */
export interface VoiceSettings {
  readonly stability?: number | null;
  readonly similarityBoost?: number | null;
}

/** When a word is heard, in seconds from the start of the audio. */
export interface SpokenWord {
  readonly word: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** What was done other than asked, and what was done in its place. */
export interface SpeechWarning {
  readonly code: 'voice_substituted' | 'language_substituted';
  readonly detail: string;
}

/** A text that was spoken. */
export interface Speech {
  /** MP3, one channel. */
  readonly audio: Buffer;
  readonly durationSeconds: number;
  /** One for each word of the text (between white space), in order. */
  readonly words: readonly SpokenWord[];
  readonly warnings: readonly SpeechWarning[];
  /** Characters that the speaker charges for; 0 for one that is free. */
  readonly billedCharacters: number;
}

/** Turns text into audio with the time of every word. */
export interface Speaker {
  readonly name: string;

  /**
   * All but the text that decides how an utterance sounds, defaults filled in: two utterances with the same recipe and
   * text are the same audio, and need to be spoken once.
   */
  recipe(utterance: Utterance): Readonly<Record<string, string | number | null>>;

  /**
   * @throws SpeechError when it cannot be spoken, or not with timings that hold.
   * @throws the signal's reason once that is aborted; nothing goes on in the background then.
   */
  speak(utterance: Utterance, signal: AbortSignal): Promise<Speech>;

  /** Ends what is under way; nothing is spoken afterwards. */
  close(): Promise<void>;
}

/** Why nothing was spoken, and whether the same may succeed later. */
const retryableByCode = {
  nothing_to_say: false,
  too_long: false,
  voice_not_found: false,
  invalid_api_key: false,
  quota_exceeded: false,
  rejected: false,
  timings_missing: false,
  unavailable: true,
  store_unavailable: true,
} as const;

/** A text was not spoken. The message is for people and holds neither the text nor a key. */
export class SpeechError extends Error {
  constructor(
    readonly code: keyof typeof retryableByCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether it makes sense to try the same again later. */
  get retryable(): boolean {
    return retryableByCode[this.code];
  }
}

/** The words of a text as timings count them. */
export function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

/** Whether a sentence ends with a word of a text. */
export function endsSentence(word: string): boolean {
  return /[.!?…]["')”»]*$/.test(word);
}

/** @throws SpeechError when there is nothing to say, or more than the speaker takes at a time. */
export function checkLength(speaker: string, text: string, mostCharacters: number): void {
  if (text.trim() === '') throw new SpeechError('nothing_to_say', 'The text is empty: there is nothing to say.');
  if (text.length > mostCharacters) {
    throw new SpeechError(
      'too_long',
      `The text has ${text.length} characters; ${speaker} speaks at most ${mostCharacters} at a time. Shorten it, or divide it among slides.`,
    );
  }
}

/**
 * Lets only speech through whose timings hold: one for each word of the text, none that starts or ends before the one
 * before it, all inside the audio.
 * @throws SpeechError with `timings_missing` that says which word is wrong.
 */
export function checkTimings(text: string, speech: Speech): Speech {
  const expected = wordsOf(text);
  const fault = (detail: string): SpeechError =>
    new SpeechError('timings_missing', `The timings do not fit: ${detail}.`);
  if (speech.words.length !== expected.length) {
    throw fault(`there are ${speech.words.length} for ${expected.length} words`);
  }
  let previous = { startTime: 0, endTime: 0 };
  for (const [index, timing] of speech.words.entries()) {
    const { word, startTime, endTime } = timing;
    if (word !== expected[index]) throw fault(`word ${index + 1} is another one`);
    if (!(startTime >= previous.startTime && endTime >= previous.endTime && endTime >= startTime)) {
      throw fault(`word ${index + 1} is out of order`);
    }
    if (!(endTime <= speech.durationSeconds)) throw fault(`word ${index + 1} ends after the audio`);
    previous = timing;
  }
  return speech;
}
