import { attributeNames, isNarrated, type Attributes, type RequestScope } from '../../kit/data/index.ts';
import type { WordTiming } from './word-timing.attributes.ts';

interface AudioInput {
  audioUrl?: string | null;
}

/**
 * Reads the audio that an author names: without a signature, and only if the author may have it.
 *
 * @throws AppError `UNPROCESSABLE` for stored audio that the author does not see
 */
export type AdmitAudio = <Input extends AudioInput>(scope: RequestScope, input: Input) => Promise<Input>;

interface Recording {
  readonly audioUrl: string | null;
  readonly isAudioStale: boolean;
  readonly wordTimings: readonly WordTiming[];
}

/**
 * Whether a recording is stale after an update. A new URL is a new recording. A new text without a new URL makes it
 * stale, even with new timings. New timings alone mean that the file behind the URL was replaced.
 *
 * @param set the attributes, of which one is narrated
 * @param changed the attributes that the update has changed
 */
export function isStale(
  set: Attributes,
  { audioUrl, isAudioStale, wordTimings }: Recording,
  changed: readonly string[],
): boolean {
  if (audioUrl === null || changed.includes('audioUrl')) return false;
  if (attributeNames(set, isNarrated).some((name) => changed.includes(name))) return true;
  return isAudioStale && !(changed.includes('wordTimings') && wordTimings.length > 0);
}
