import { setPriority } from 'node:os';
import loadEspeak, { type EspeakEvent, type EspeakVoice } from '@echogarden/espeak-ng-emscripten';
import { createMp3Encoder } from 'wasm-media-encoders';
import { canSpeak, withoutForeign } from './espeak-scripts.ts';
import { espeakTimings } from './espeak-timings.ts';
import { withoutMarkup } from '../speech/plain-text.ts';
import type { SpokenWord } from '../speech/speech.ts';

/** What the parent asks: the text is spoken by the first of the voices that espeak has and that speaks its script. */
export interface EspeakRequest {
  readonly text: string;
  readonly voices: readonly string[];
  /** How lively the voice is, from 0 to 99. */
  readonly range: number;
  /** Silence behind the text, in milliseconds. */
  readonly pauseMs: number;
}

export interface EspeakAnswer {
  /** The voice that spoke; null when there is none, and then the rest is empty. */
  readonly voice: string | null;
  readonly audio: Uint8Array;
  readonly words: readonly SpokenWord[];
  /** The loudest sample, from 0 to 1. */
  readonly peak: number;
}

/** Words a minute. */
const rate = 160;
const kilobits = 48;
/** Samples of silence that the encoder and every decoder put before the sound; the file has no tag that takes them off. */
const encoderDelay = 1_105;

/**
 * The program of the child process in which espeak runs: one request, one answer, in order. It is a process of its own
 * because espeak is under the GPL and speaks without a pause for others, and a lesser one because others wait for people.
 */
async function main(): Promise<void> {
  setPriority(5);
  // A signal to the whole group is the parent's to answer: it lets the last text be spoken. Without it this ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  const parent = process.ppid;
  const espeak = await loadEspeak();
  const encoder = await createMp3Encoder();
  const worker = new espeak.eSpeakNGWorker();
  const baseVoices = new Set(worker.list_voices().flatMap(baseNames));

  const hasVariant = (name: string): boolean =>
    espeak.FS.analyzePath(`/usr/share/espeak-ng-data/voices/!v/${name}`).exists;

  /** It takes folders and variants in any case for voices, which are silent, and an unknown variant for none. */
  function useVoice(voice: string): boolean {
    const [base = '', variant] = voice.split('+');
    const isKnown = baseVoices.has(base.toLowerCase()) && (variant === undefined || hasVariant(variant));
    return isKnown && worker.set_voice(voice) === 0;
  }

  /** It always reads SSML and phonemes, and keeps what a tag has changed for the texts that follow. */
  function synthesize(text: string, hear: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean): void {
    worker.synthesize(withoutMarkup(text, ' '), hear);
  }

  /** How many sounds a word has alone, in the voice that is set. */
  function soundsOf(word: string): number {
    let count = 0;
    synthesize(word, (_samples, events) => {
      count += events.filter(({ type, id }) => type === 'phoneme' && id !== '').length;
      return false;
    });
    return count;
  }

  function speak({ text, voices, range, pauseMs }: EspeakRequest): EspeakAnswer {
    const voice = voices.find((one) => canSpeak(text, one) && useVoice(one)) ?? null;
    if (voice === null) return { voice, audio: new Uint8Array(), words: [], peak: 0 };
    worker.set_rate(rate);
    worker.set_range(range);
    encoder.configure({ sampleRate: worker.samplerate, channels: 1, bitrate: kilobits });
    const frames: Buffer[] = [];
    const heard: EspeakEvent[] = [];
    let length = 0;
    let peak = 0;
    synthesize(withoutForeign(text, voice), (samples, events) => {
      // No event comes through while it speaks, not even that it has been left alone.
      if (process.ppid !== parent) process.exit();
      const sound = new Float32Array(samples).map((sample) => sample / 32_768);
      peak = sound.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), peak);
      frames.push(Buffer.from(encoder.encode([sound])));
      heard.push(...events.filter(({ type }) => type === 'word' || type === 'phoneme'));
      length += samples.length;
      return false;
    });
    const pause = new Float32Array(Math.round((pauseMs * worker.samplerate) / 1_000));
    frames.push(Buffer.from(encoder.encode([pause])), Buffer.from(encoder.finalize()));
    const audioMs = (length * 1_000) / worker.samplerate;
    const isSaid = (word: string): boolean => /[\p{L}\p{N}]/u.test(withoutForeign(word, voice));
    const listen = { soundsOf: remembered(soundsOf), isSaid };
    const words = espeakTimings(text, heard, audioMs, listen, encoderDelay / worker.samplerate);
    return { voice, audio: Buffer.concat(frames), words, peak };
  }

  process.on('message', (request: EspeakRequest) => process.send?.(speak(request)));
}

/** A voice is called by its languages, and by its file: `gmw/en-US` is `en-us`. */
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

await main();
