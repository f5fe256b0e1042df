import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import { checkSpeech, inaudible } from '../speech/check-speech.ts';
import { type EspeakLimits, EspeakProcess } from './espeak-process.ts';
import { languageVoice, voicesToTry, voiceWarnings } from './espeak-voices.ts';
import { isPlainScript } from './espeak-scripts.ts';
import { mp3Seconds } from '../speech/mp3.ts';
import { endsSentence } from '../speech/words.ts';
import { checkLength, type Speaker, type Speech, SpeechError, type Utterance } from '../speech/speech.ts';

const defaultStability = 0.5;
/** About ten minutes of speech: other texts wait while they are synthesized. */
const defaultMostCharacters = 10_000;
const defaultLimits: EspeakLimits = { timeoutMs: 60_000, idleMs: 60_000 };

/** Whether the optional package is installed. */
export function espeakIsInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
    return true;
  } catch {
    return false;
  }
}

/**
 * Speaks with espeak-ng: about a hundred languages, offline and free, in a synthetic voice. `stability` flattens it;
 * `similarityBoost` is ignored. A missing voice or language is substituted, with a warning.
 */
export class EspeakSpeaker implements Speaker {
  readonly name = 'espeak';
  readonly #process: EspeakProcess;

  constructor(
    log: Logger,
    limits: Partial<EspeakLimits> = {},
    readonly mostCharacters = defaultMostCharacters,
  ) {
    this.#process = new EspeakProcess({ ...defaultLimits, ...limits }, log);
  }

  /** Process id of the child; null while it is not running. */
  get processId(): number | null {
    return this.#process.processId;
  }

  recipe({ language, voice, settings, ...utterance }: Utterance): Readonly<Record<string, string | number | null>> {
    return {
      provider: this.name,
      model: 'espeak-ng-emscripten 0.3.5',
      format: 'mp3_22050_48',
      reads: 'plain text',
      // es-MX and es-US have one voice, so they share audio.
      language: languageVoice(language),
      voice,
      range: rangeOf(settings),
      // Keys differ from those of versions in which espeak said "letter" for such characters.
      ...(isPlainScript(utterance.text) ? {} : { scripts: 'fitted' }),
      ...(utterance.context === undefined ? {} : { pauseMs: pauseBehind(utterance) }),
    };
  }

  async speak(utterance: Utterance, signal: AbortSignal): Promise<Speech> {
    const { text, language, voice, settings } = utterance;
    checkLength(this.name, text, this.mostCharacters);
    const voices = voicesToTry(voice, language, text);
    const request = { text, voices, range: rangeOf(settings), pauseMs: pauseBehind(utterance) };
    const answer = await this.#process.speak(request, signal);
    if (answer.voice === null) {
      const detail = `espeak has no voice that speaks the script of this text in the language ${language}.`;
      throw new SpeechError('script_unsupported', `${detail} Use another speaker, or record the slide.`);
    }
    const audio = Buffer.from(answer.audio);
    const durationSeconds = mp3Seconds(audio);
    if (durationSeconds === null) {
      throw new SpeechError(
        'unavailable',
        'espeak made no sound: the installed package is not the one that is expected.',
      );
    }
    const warnings = voiceWarnings(answer.voice, utterance);
    const speech = { audio, durationSeconds, words: answer.words, warnings, billedCharacterCount: 0 };
    return checkSpeech(text, speech, answer.peak > inaudible);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** Pitch range for a stability: 80 (stability 0) to 20 (stability 1). */
function rangeOf({ stability }: Utterance['settings']): number {
  return Math.round(80 - 60 * (stability ?? defaultStability));
}

/** Silence after a part of a longer text, in milliseconds: espeak makes none at the end. */
function pauseBehind({ text, context }: Pick<Utterance, 'text' | 'context'>): number {
  if (context === undefined || context.after === '') return 0;
  return endsSentence(text) ? 350 : 150;
}
