import { describe, expect, test } from '@jest/globals';
import { createMp3Encoder } from 'wasm-media-encoders';
import { joinMp3s, mp3Seconds } from '../../../src/engines/speech/mp3.ts';
import { decode } from './utterances.ts';

async function encode(
  sampleRate: number,
  settings: { bitrate: 48 | 64 | 128 } | { vbrQuality: number },
): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, ...settings });
  const tone = Float32Array.from({ length: sampleRate * 3 }, (_, index) => Math.sin((index * 2_000) / sampleRate) / 2);
  return Buffer.concat([Buffer.from(encoder.encode([tone])), encoder.finalize()]);
}

describe('the length of an MP3', () => {
  test.each([
    [22_050, { bitrate: 48 } as const],
    [44_100, { bitrate: 64 } as const],
    [48_000, { bitrate: 128 } as const],
    [44_100, { vbrQuality: 4 }],
  ])('is what a player plays, at %i Hz with %p, with a tag and without', async (rate, settings) => {
    const audio = await encode(rate, settings);
    const { seconds } = await decode(audio);
    const tag = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0002\u0001'), Buffer.alloc(257)]);
    expect(Math.abs((mp3Seconds(audio) ?? 0) - seconds)).toBeLessThan(0.06);
    expect(mp3Seconds(Buffer.concat([tag, audio]))).toBe(mp3Seconds(audio));
    const joined = joinMp3s([Buffer.concat([tag, audio, Buffer.from('TAG'.padEnd(128))]), audio]);
    expect(Math.abs(joined.seconds - (await decode(joined.audio)).seconds)).toBeLessThan(0.06);
    expect(mp3Seconds(joined.audio)).toBeCloseTo(joined.seconds, 6);
    expect(joined.starts[1]).toBeCloseTo(joined.seconds / 2, 6);
    expect(joined.audio.toString('latin1')).not.toMatch(/Info|Xing|TAG /);
  });

  test.each(['', 'hello', '<html></html>', 'ID3', `ID3${'\0'.repeat(40)}`, '\u00ff'.repeat(400)])(
    'is none for what is no MP3: %p',
    (text) => {
      expect(mp3Seconds(Buffer.from(text, 'latin1'))).toBeNull();
    },
  );
});
