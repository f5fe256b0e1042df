/** What to say, and how. */
export interface Utterance {
  /** Plain text, as it should be read aloud. */
  readonly text: string;
  /** A BCP 47 tag, such as `es-MX`. */
  readonly language: string;
  /** The speaker's own id of a voice; null takes the speaker's choice for the language. */
  readonly voice: string | null;
  readonly settings: VoiceSettings;
  /** Where it is a part of a text: what is said before and after it. Not spoken, but heard in how it is spoken. */
  readonly context?: { readonly before: string; readonly after: string };
}

/** Both from 0 to 1; what is not given is the speaker's choice. */
interface VoiceSettings {
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
  readonly code: 'voice_substituted' | 'language_substituted' | 'script_unsupported';
  readonly detail: string;
}

/** A text that was spoken. */
export interface Speech {
  /** MP3, one channel. */
  readonly audio: Buffer;
  readonly durationSeconds: number;
  /** One for each word of the text as `wordsOf` counts them, in order. */
  readonly words: readonly SpokenWord[];
  readonly warnings: readonly SpeechWarning[];
  /** Characters that the speaker charges for; 0 for one that is free. */
  readonly billedCharacters: number;
}

/** Turns text into audio with the time of every word. */
export interface Speaker {
  readonly name: string;
  /** Longest text that it speaks at a time, in UTF-16 units; a longer one comes in parts. */
  readonly mostCharacters: number;

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

/** Why nothing was spoken: whether the same may succeed later, and whether the next text would fail as well. */
const codes = {
  nothing_to_say: { retryable: false, concerns: 'text' },
  too_long: { retryable: false, concerns: 'text' },
  script_unsupported: { retryable: false, concerns: 'text' },
  rejected: { retryable: false, concerns: 'text' },
  timings_missing: { retryable: false, concerns: 'text' },
  no_sound: { retryable: false, concerns: 'text' },
  speaker_failed: { retryable: true, concerns: 'text' },
  voice_not_found: { retryable: false, concerns: 'speaker' },
  invalid_api_key: { retryable: false, concerns: 'speaker' },
  quota_exceeded: { retryable: false, concerns: 'speaker' },
  unavailable: { retryable: true, concerns: 'speaker' },
  store_unavailable: { retryable: true, concerns: 'speaker' },
} as const satisfies Record<string, { retryable: boolean; concerns: 'text' | 'speaker' }>;

/** A text was not spoken. The message is for people and holds neither the text nor a key. */
export class SpeechError extends Error {
  #billedCharacters = 0;

  constructor(
    readonly code: keyof typeof codes,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Notes characters that are charged although they cannot be used, or not yet. */
  addBilled(characters: number): void {
    this.#billedCharacters += characters;
  }

  /** The characters that are charged: to the first who asks, as several may have waited for the same speech. */
  takeBilled(): number {
    const characters = this.#billedCharacters;
    this.#billedCharacters = 0;
    return characters;
  }

  /** Whether it makes sense to try the same again later. */
  get retryable(): boolean {
    return codes[this.code].retryable;
  }

  /** Whether other texts may be spoken nevertheless. */
  get concerns(): 'text' | 'speaker' {
    return codes[this.code].concerns;
  }
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

/** Who speaks in this process, and why, in a sentence for people. */
export interface ChosenSpeaker {
  readonly provider: 'elevenlabs' | 'espeak' | 'none';
  /** Null for `none`: presentations are then text, with times that `estimateReadingTimes` makes for their captions. */
  readonly speaker: Speaker | null;
  readonly reason: string;
}
