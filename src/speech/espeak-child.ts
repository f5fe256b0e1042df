import { setPriority } from 'node:os';
import loadEspeak, { type EspeakEvent } from '@echogarden/espeak-ng-emscripten';
import { createMp3Encoder } from 'wasm-media-encoders';
import { espeakTimings } from './espeak-timings.ts';
import type { SpokenWord } from './speech.ts';

/** What the parent asks: the text is spoken by the first of the voices that espeak has. */
export interface EspeakRequest {
  readonly text: string;
  readonly voices: readonly string[];
  /** How lively the voice is, from 0 to 99. */
  readonly range: number;
}

export interface EspeakAnswer {
  /** The voice that spoke; null when espeak has none of them, and then the rest is empty. */
  readonly voice: string | null;
  readonly audio: Uint8Array;
  readonly words: readonly SpokenWord[];
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

  const hasVariant = (name: string): boolean =>
    espeak.FS.analyzePath(`/usr/share/espeak-ng-data/voices/!v/${name}`).exists;

  /** It takes a variant alone for a voice, and an unknown variant for none: both would be other than asked. */
  function useVoice(voice: string): boolean {
    const [base = '', variant] = voice.split('+');
    return !hasVariant(base) && (variant === undefined || hasVariant(variant)) && worker.set_voice(voice) === 0;
  }

  /** How many sounds a word has alone, in the voice that is set. */
  function soundsOf(word: string): number {
    let count = 0;
    worker.synthesize(word, (_samples, events) => {
      count += events.filter(({ type, id }) => type === 'phoneme' && id !== '').length;
      return false;
    });
    return count;
  }

  function speak({ text, voices, range }: EspeakRequest): EspeakAnswer {
    const voice = voices.find(useVoice) ?? null;
    if (voice === null) return { voice, audio: new Uint8Array(), words: [] };
    worker.set_rate(rate);
    worker.set_range(range);
    encoder.configure({ sampleRate: worker.samplerate, channels: 1, bitrate: kilobits });
    const frames: Buffer[] = [];
    const heard: EspeakEvent[] = [];
    let length = 0;
    worker.synthesize(text, (samples, events) => {
      // No event comes through while it speaks, not even that it has been left alone.
      if (process.ppid !== parent) process.exit();
      frames.push(Buffer.from(encoder.encode([new Float32Array(samples).map((sample) => sample / 32_768)])));
      heard.push(...events.filter(({ type }) => type === 'word' || type === 'phoneme'));
      length += samples.length;
      return false;
    });
    frames.push(Buffer.from(encoder.finalize()));
    const audioMs = (length * 1_000) / worker.samplerate;
    const words = espeakTimings(text, heard, audioMs, remembered(soundsOf), encoderDelay / worker.samplerate);
    return { voice, audio: Buffer.concat(frames), words };
  }

  process.on('message', (request: EspeakRequest) => process.send?.(speak(request)));
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
