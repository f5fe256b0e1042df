import loadEspeak, { type EspeakEvent, type EspeakVoice } from '@echogarden/espeak-ng-emscripten';
import { createMp3Encoder } from 'wasm-media-encoders';
// Not by the face: the process loads what is imported here.
import { serveTasks } from '../../kit/core/limits/serve-tasks.ts';
import { canSpeak, withoutForeign } from './espeak-scripts.ts';
import { espeakTimings } from './espeak-timings.ts';
import { withoutMarkup } from '../speech/plain-text.ts';
import type { SpokenWord } from '../speech/speech.ts';

/** Request of the parent. The first of the voices that espeak has and that speaks the script of the text is used. */
export interface EspeakRequest {
  readonly text: string;
  readonly voices: readonly string[];
  /** Pitch range, 0 (flat) to 99 (lively). */
  readonly range: number;
  /** Silence after the text, in milliseconds. */
  readonly pauseMs: number;
}

/** What the child returns: the audio with the time of each word, or no voice. */
export interface EspeakResult {
  /** The voice that spoke; null when none can: there are no audio and no words then. */
  readonly voice: string | null;
  readonly audio: Uint8Array;
  readonly words: readonly SpokenWord[];
  /** The loudest sample, 0 to 1. */
  readonly peak: number;
}

/** Words per minute. */
const rate = 160;
/** Bit rate of the MP3, in kilobits per second. */
const kilobits = 48;
/** Samples of silence that encoder and decoder add before the sound. No tag of the file makes players skip them. */
const encoderDelay = 1_105;

/**
 * The program of the child process in which espeak runs: one request, one answer, in order. espeak runs in its own process
 * because it is under the GPL and blocks the event loop while it speaks.
 */
function main(): void {
  const ready = Promise.all([loadEspeak(), createMp3Encoder()]).then(
    ([espeak, encoder]) => new Synthesizer(espeak, encoder),
  );
  serveTasks(async (request: EspeakRequest) => (await ready).speak(request));
}

type Espeak = Awaited<ReturnType<typeof loadEspeak>>;
type Encoder = Awaited<ReturnType<typeof createMp3Encoder>>;

/** espeak and an MP3 encoder, for one text after the other. */
class Synthesizer {
  readonly #parent = process.ppid;
  readonly #espeak: Espeak;
  readonly #encoder: Encoder;
  readonly #worker: InstanceType<Espeak['eSpeakNGWorker']>;
  readonly #baseVoices: ReadonlySet<string>;

  constructor(espeak: Espeak, encoder: Encoder) {
    this.#espeak = espeak;
    this.#encoder = encoder;
    this.#worker = new espeak.eSpeakNGWorker();
    this.#baseVoices = new Set(this.#worker.list_voices().flatMap(baseNames));
  }

  speak({ text, voices, range, pauseMs }: EspeakRequest): EspeakResult {
    const voice = voices.find((one) => canSpeak(text, one) && this.#useVoice(one)) ?? null;
    if (voice === null) return { voice, audio: new Uint8Array(), words: [], peak: 0 };
    const { samplerate: sampleRate } = this.#worker;
    this.#worker.set_rate(rate);
    this.#worker.set_range(range);
    this.#encoder.configure({ sampleRate, channels: 1, bitrate: kilobits });
    const { frames, events, length, peak } = this.#encode(withoutForeign(text, voice));
    const pause = new Float32Array(Math.round((pauseMs * sampleRate) / 1_000));
    frames.push(Buffer.from(this.#encoder.encode([pause])), Buffer.from(this.#encoder.finalize()));
    const audioMs = (length * 1_000) / sampleRate;
    const isSaid = (word: string): boolean => /[\p{L}\p{N}]/u.test(withoutForeign(word, voice));
    const listen = { soundsOf: remembered((word) => this.#soundsOf(word)), isSaid };
    const words = espeakTimings(text, events, audioMs, listen, encoderDelay / sampleRate);
    return { voice, audio: Buffer.concat(frames), words, peak };
  }

  /** Speaks a text into MP3 frames. @returns also its word and phoneme events, the number of samples, and the loudest one */
  #encode(text: string): { frames: Buffer[]; events: EspeakEvent[]; length: number; peak: number } {
    const recorded = { frames: [] as Buffer[], events: [] as EspeakEvent[], length: 0, peak: 0 };
    this.#synthesize(text, (samples, events) => {
      // No event of this process arrives while espeak speaks, not even the disconnect from a dead parent.
      if (process.ppid !== this.#parent) process.exit();
      const sound = new Float32Array(samples).map((sample) => sample / 32_768);
      recorded.peak = sound.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), recorded.peak);
      recorded.frames.push(Buffer.from(this.#encoder.encode([sound])));
      recorded.events.push(...events.filter(({ type }) => type === 'word' || type === 'phoneme'));
      recorded.length += samples.length;
      return false;
    });
    return recorded;
  }

  /** espeak takes the name of a folder or a variant for a voice, which is silent, and ignores an unknown variant. */
  #useVoice(voice: string): boolean {
    const [base = '', variant] = voice.split('+');
    const isKnown = this.#baseVoices.has(base.toLowerCase()) && (variant === undefined || this.#hasVariant(variant));
    return isKnown && this.#worker.set_voice(voice) === 0;
  }

  #hasVariant(name: string): boolean {
    return this.#espeak.FS.analyzePath(`/usr/share/espeak-ng-data/voices/!v/${name}`).exists;
  }

  /** Removes markup first: espeak interprets SSML and phonemes in any text, and a tag changes how it speaks later texts. */
  #synthesize(text: string, onSamples: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean): void {
    this.#worker.synthesize(withoutMarkup(text, ' '), onSamples);
  }

  /** The number of phonemes of a word that is spoken alone, in the current voice. */
  #soundsOf(word: string): number {
    let count = 0;
    this.#synthesize(word, (_samples, events) => {
      count += events.filter(({ type, id }) => type === 'phoneme' && id !== '').length;
      return false;
    });
    return count;
  }
}

/** The names of a voice: its languages and its file name, so `gmw/en-US` is `en-us`. */
function baseNames({ identifier, languages }: EspeakVoice): string[] {
  return [identifier.replace(/^.*\//, ''), ...languages.map(({ name }) => name)].map((name) => name.toLowerCase());
}

function remembered(count: (word: string) => number): (word: string) => number {
  const counts = new Map<string, number>();
  return (word) => {
    const known = counts.get(word) ?? count(word);
    counts.set(word, known);
    return known;
  };
}

main();
