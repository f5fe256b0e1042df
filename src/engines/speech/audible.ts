import { MPEGDecoder } from 'mpg123-decoder';
import { inaudible } from './check-speech.ts';

/** Bytes to decode at a time: at 64 kbit/s a quarter of a second of sound. */
const slice = 2_048;

/** Whether an MP3 has audible sound. Decodes up to the first sound only. */
export async function isAudible(mp3: Buffer): Promise<boolean> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (let position = 0; position < mp3.length; position += slice) {
      const { channelData } = decoder.decode(mp3.subarray(position, position + slice));
      if (channelData.some((samples) => samples.some((sample) => Math.abs(sample) > inaudible))) return true;
      await new Promise(setImmediate);
    }
    return false;
  } finally {
    decoder.free();
  }
}
