/** A text to speak, with language and voice. */
export interface Utterance {
  /** Plain text. */
  readonly text: string;
  /** BCP 47 tag, such as `es-MX`. */
  readonly language: string;
  /** The speaker's own id of a voice; null for its default voice of the language. */
  readonly voice: string | null;
  readonly settings: VoiceSettings;
  /**
   * Whose recordings alone are shared with this one; null shares those that were made for null. Absent where nothing is
   * stored.
   */
  readonly sharedWithin?: string | null;
  /** For a part of a longer text: the text before and after it, which is not spoken but affects the intonation. */
  readonly context?: { readonly before: string; readonly after: string };
}

/** Each 0 to 1; the speaker has defaults. */
interface VoiceSettings {
  readonly stability?: number | null;
  readonly similarityBoost?: number | null;
}

/** Time span of a word, in seconds from the start of the audio. */
export interface SpokenWord {
  readonly word: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** A deviation from the request: the code, and what was done instead. */
export interface SpeechWarning {
  readonly code: 'voice_substituted' | 'language_substituted' | 'script_unsupported';
  readonly detail: string;
}

/** Synthesized speech. */
export interface Speech {
  /** MP3, one channel. */
  readonly audio: Buffer;
  readonly durationSeconds: number;
  /** One per word of the text as `wordsOf` counts them, in order. */
  readonly words: readonly SpokenWord[];
  readonly warnings: readonly SpeechWarning[];
  /** Characters that the speaker charges for; 0 for a free one. */
  readonly billedCharacterCount: number;
}

/** A text-to-speech engine with word timings. */
export interface Speaker {
  readonly name: string;
  /** Longest text of one call, in UTF-16 units; longer texts are spoken in parts. */
  readonly mostCharacters: number;

  /**
   * Everything except the text that determines the sound, with defaults: equal recipe and text mean equal audio, which
   * needs to be synthesized once.
   */
  recipe(utterance: Utterance): Readonly<Record<string, string | number | null>>;

  /**
   * Speaks an utterance.
   *
   * @throws SpeechError when it cannot be spoken, or has no valid timings
   * @throws the reason of the signal once it is aborted; no work continues in the background
   */
  speak(utterance: Utterance, signal: AbortSignal): Promise<Speech>;

  /** Aborts all calls; later calls fail. */
  close(): Promise<void>;
}

/** Error codes: whether a retry may succeed, and whether the cause is the text or the speaker. */
const codes = {
  nothing_to_say: { isRetryable: false, concerns: 'text' },
  too_long: { isRetryable: false, concerns: 'text' },
  script_unsupported: { isRetryable: false, concerns: 'text' },
  rejected: { isRetryable: false, concerns: 'text' },
  timings_missing: { isRetryable: false, concerns: 'text' },
  no_sound: { isRetryable: false, concerns: 'text' },
  speaker_failed: { isRetryable: true, concerns: 'text' },
  voice_not_found: { isRetryable: false, concerns: 'speaker' },
  invalid_api_key: { isRetryable: false, concerns: 'speaker' },
  quota_exceeded: { isRetryable: false, concerns: 'speaker' },
  unavailable: { isRetryable: true, concerns: 'speaker' },
  store_unavailable: { isRetryable: true, concerns: 'speaker' },
} as const satisfies Record<string, { isRetryable: boolean; concerns: 'text' | 'speaker' }>;

/** A text was not spoken. The message contains neither the text nor a key. */
export class SpeechError extends Error {
  #billedCharacterCount = 0;

  constructor(
    readonly code: keyof typeof codes,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Adds characters that are charged although the speech cannot be used. */
  addBilled(characters: number): void {
    this.#billedCharacterCount += characters;
  }

  /** Takes the charged characters: of several callers that get this error, the first is charged. */
  takeBilled(): number {
    const characters = this.#billedCharacterCount;
    this.#billedCharacterCount = 0;
    return characters;
  }

  /** Whether a later retry may succeed. */
  get isRetryable(): boolean {
    return codes[this.code].isRetryable;
  }

  /** Whether the cause is this text, or the speaker: then other texts would fail too. */
  get concerns(): 'text' | 'speaker' {
    return codes[this.code].concerns;
  }
}

/** Checks the length of a text. @throws SpeechError `nothing_to_say` or `too_long` */
export function checkLength(speaker: string, text: string, mostCharacters: number): void {
  if (text.trim() === '') throw new SpeechError('nothing_to_say', 'The text is empty: there is nothing to speak.');
  if (text.length > mostCharacters) {
    throw new SpeechError(
      'too_long',
      `The text has ${text.length} characters; ${speaker} speaks at most ${mostCharacters} at a time. Shorten it, or divide it among slides.`,
    );
  }
}

/** The configured speaker, and the reason for the choice, for the log. */
export interface ChosenSpeaker {
  readonly provider: 'elevenlabs' | 'espeak' | 'none';
  /** Null for `none`: presentations then have estimated times instead of audio. */
  readonly speaker: Speaker | null;
  readonly reason: string;
}
