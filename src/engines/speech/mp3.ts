/** Parameters by the version bits of a frame header: MPEG-1 (3) and MPEG-2 (2). No speaker sends MPEG-2.5 (0). */
const versions: Readonly<Record<number, { rates: readonly number[]; bitrates: readonly number[]; samples: number }>> = {
  3: {
    rates: [44_100, 48_000, 32_000],
    bitrates: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    samples: 1_152,
  },
  2: {
    rates: [22_050, 24_000, 16_000],
    bitrates: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    samples: 576,
  },
};

/** Duration in seconds, counted frame by frame, so that any bit rate works; null when it is no MP3. */
export function mp3Seconds(audio: Buffer): number | null {
  const { seconds } = framesFrom(audio, tagLength(audio));
  return seconds === 0 ? null : seconds;
}

/**
 * Joins MP3s of one format. Their tags and length frames are removed, because they would be wrong for the whole.
 * Encoder padding stays: about 0.05 s between two parts.
 *
 * @returns the MP3, its duration, and the start of each part, in seconds
 */
export function joinMp3s(recordings: readonly Buffer[]): { audio: Buffer; seconds: number; starts: number[] } {
  const starts: number[] = [];
  let seconds = 0;
  const sounds = recordings.map((audio) => {
    const start = soundStart(audio);
    const frames = framesFrom(audio, start);
    starts.push(seconds);
    seconds += frames.seconds;
    return audio.subarray(start, frames.end);
  });
  return { audio: Buffer.concat(sounds), seconds, starts };
}

/** All frames from a position: their duration, and the end of the last one. */
function framesFrom(audio: Buffer, start: number): { seconds: number; end: number } {
  let end = start;
  let seconds = 0;
  for (let frame = frameAt(audio, end); frame !== null; frame = frameAt(audio, end)) {
    seconds += frame.seconds;
    end += frame.bytes;
  }
  return { seconds, end };
}

/** Position of the first frame with sound: after a tag, and after a silent frame that holds the length (Xing, Info, VBRI). */
function soundStart(audio: Buffer): number {
  const start = tagLength(audio);
  const first = frameAt(audio, start);
  if (first === null) return start;
  const head = audio.toString('latin1', start + 4, start + Math.min(first.bytes, 48));
  return /Xing|Info|VBRI/.test(head) ? start + first.bytes : start;
}

function frameAt(audio: Buffer, position: number): { bytes: number; seconds: number } | null {
  if (position + 4 > audio.length) return null;
  const header = audio.readUInt32BE(position);
  const version = versions[(header >>> 19) & 3];
  const isLayer3 = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === 1;
  const rate = version?.rates[(header >>> 10) & 3];
  const kilobits = version?.bitrates[(header >>> 12) & 15];
  if (!isLayer3 || version === undefined || rate === undefined || !kilobits) return null;
  const padding = (header >>> 9) & 1;
  const bytes = Math.floor(((version.samples / 8) * kilobits * 1_000) / rate) + padding;
  return { bytes, seconds: version.samples / rate };
}

/** Length in bytes of an ID3v2 tag at the start. */
function tagLength(audio: Buffer): number {
  if (audio.length < 10 || audio.toString('latin1', 0, 3) !== 'ID3') return 0;
  return audio.subarray(6, 10).reduce((length, byte) => length * 128 + (byte & 127), 0) + 10;
}
