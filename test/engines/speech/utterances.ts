import { Writable } from 'node:stream';
import { MPEGDecoder } from 'mpg123-decoder';
import type { Logger } from 'pino';
import { createLogger } from '../../../src/kit/core/logging.ts';
import type { Utterance } from '../../../src/engines/speech/speech.ts';

export function utterance(text: string, more: Partial<Utterance> = {}): Utterance {
  return { text, language: 'en-US', voice: null, settings: {}, ...more };
}

/** For tests that abort nothing. */
export const longTimeout = new AbortController().signal;

export const silentLog: Logger = createLogger('silent', new Writable({ write: (_line, _encoding, done) => done() }));

/** What a player hears: an MP3 as samples from -1 to 1. */
export async function decode(mp3: Buffer): Promise<{ samples: Float32Array; rate: number; seconds: number }> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate, samplesDecoded } = decoder.decode(mp3);
  decoder.free();
  return { samples: channelData[0] ?? new Float32Array(), rate: sampleRate, seconds: samplesDecoded / sampleRate };
}
