import { createRequire } from 'node:module';
import type { Logger } from 'pino';
import { type EspeakLimits, EspeakProcess } from './espeak-process.ts';
import { voicesToTry, voiceWarnings } from './espeak-voices.ts';
import { mp3Seconds } from './mp3.ts';
import { checkLength, checkTimings, type Speaker, type Speech, SpeechError, type Utterance } from './speech.ts';

const mostCharacters = 40_000;
const defaultStability = 0.5;
const defaultLimits: EspeakLimits = { timeoutMs: 60_000, idleMs: 60_000 };

/** Whether the optional package is there. */
export function espeakIsInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
    return true;
  } catch {
    return false;
  }
}

/**
 * Speaks by espeak-ng: about a hundred languages, offline and free, with the sound of a machine. `stability` makes the
 * voice flatter; `similarityBoost` means nothing here and is ignored. A voice or language that it lacks is substituted,
 * with a warning.
 */
export class EspeakSpeaker implements Speaker {
  readonly name = 'espeak';
  readonly #process: EspeakProcess;

  constructor(log: Logger, limits: Partial<EspeakLimits> = {}) {
    this.#process = new EspeakProcess({ ...defaultLimits, ...limits }, log);
  }

  /** The process that speaks; null while none is needed. */
  get processId(): number | null {
    return this.#process.processId;
  }

  recipe({ language, voice, settings }: Utterance): Readonly<Record<string, string | number | null>> {
    return {
      provider: this.name,
      model: 'espeak-ng-emscripten 0.3.5',
      format: 'mp3_22050_48',
      language,
      voice,
      range: rangeOf(settings),
    };
  }

  async speak({ text, language, voice, settings }: Utterance, signal: AbortSignal): Promise<Speech> {
    checkLength(this.name, text, mostCharacters);
    const voices = voicesToTry(voice, language);
    const answer = await this.#process.ask({ text, voices, range: rangeOf(settings) }, signal);
    const audio = Buffer.from(answer.audio);
    const durationSeconds = mp3Seconds(audio);
    if (answer.voice === null || durationSeconds === null) {
      throw new SpeechError(
        'unavailable',
        'espeak made no sound: the installed package is not the one that is expected.',
      );
    }
    const warnings = voiceWarnings(answer.voice, voice, language);
    return checkTimings(text, { audio, durationSeconds, words: answer.words, warnings, billedCharacters: 0 });
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** The steadier, the flatter: 0 to 1 is a range of pitch from 80 to 20. */
function rangeOf({ stability }: Utterance['settings']): number {
  return Math.round(80 - 60 * (stability ?? defaultStability));
}
