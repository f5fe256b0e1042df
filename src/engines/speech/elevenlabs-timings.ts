import { mp3Seconds } from './mp3.ts';
import { SpeechError, type SpokenWord } from './speech.ts';
import { wordPlaces } from './words.ts';

/** Characters of the text in order, with parallel lists of their times. */
interface Alignment {
  readonly characters: readonly string[];
  readonly character_start_times_seconds: readonly number[];
  readonly character_end_times_seconds: readonly number[];
}

/** How far a word may end after the audio by rounding, in seconds. */
const overshoot = 0.25;

/**
 * Reads an answer with timestamps. The times are those of `alignment`, which has the characters that were sent;
 * `normalized_alignment` re-spells numbers and other scripts, so that its words are not those of the text.
 *
 * @param written the text as it was written, whose words are timed
 * @param sent the same with other characters in place of markup, one for each
 * @throws SpeechError `timings_missing` when the alignment is not that of the text, because times are never invented;
 * `unavailable` when there is no MP3
 */
export function timedAudio(
  body: Buffer,
  written: string,
  sent: string,
): { audio: Buffer; durationSeconds: number; words: SpokenWord[] } {
  const { audio_base64: encoded, alignment } = parse(body);
  const audio = Buffer.from(typeof encoded === 'string' ? encoded : '', 'base64');
  const durationSeconds = mp3Seconds(audio);
  if (durationSeconds === null) throw new SpeechError('unavailable', 'ElevenLabs answered with no MP3.');
  if (!isAlignment(alignment) || alignment.characters.join('') !== sent) {
    throw new SpeechError('timings_missing', 'ElevenLabs answered without the times of the characters that were sent.');
  }
  return { audio, durationSeconds, words: wordTimes(alignment, written, durationSeconds) };
}

/** Finds times by code point: the texts sent and written have equally many, but not equally many UTF-16 units. */
function wordTimes(alignment: Alignment, written: string, durationSeconds: number): SpokenWord[] {
  const aligned = alignment.characters.flatMap((character, at) => Array<number>([...character].length).fill(at));
  const characterAt = [...written].flatMap((character, at) => Array<number>(character.length).fill(aligned[at] ?? 0));
  return wordPlaces(written).map(({ word, index }) => {
    const startTime = alignment.character_start_times_seconds[characterAt[index] ?? 0] ?? NaN;
    const end = alignment.character_end_times_seconds[characterAt[index + word.length - 1] ?? 0] ?? NaN;
    return { word, startTime, endTime: end <= durationSeconds + overshoot ? Math.min(end, durationSeconds) : end };
  });
}

function parse(body: Buffer): { audio_base64?: unknown; alignment?: unknown } {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isAlignment(value: unknown): value is Alignment {
  if (typeof value !== 'object' || value === null) return false;
  const {
    characters,
    character_start_times_seconds: starts,
    character_end_times_seconds: ends,
  } = value as Record<string, unknown>;
  return (
    isListOf(characters, 'string') &&
    isListOf(starts, 'number') &&
    isListOf(ends, 'number') &&
    starts.length === characters.length &&
    ends.length === characters.length
  );
}

function isListOf(value: unknown, type: 'string' | 'number'): value is unknown[] {
  return Array.isArray(value) && value.every((item) => typeof item === type);
}
