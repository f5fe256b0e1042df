import type { WordTiming } from './slide.entity.ts';

/** An author's recording of a text. */
interface Recording {
  readonly audioUrl: string | null;
  readonly audioStale: boolean;
  readonly wordTimings: readonly WordTiming[];
}

/**
 * Whether a recording is stale after an update. A new URL is a new recording. A new text without a new URL makes it
 * stale, even with new timings. New timings alone mean that the file behind the URL was replaced.
 *
 * @param changed the fields that the update has changed
 * @param text the name of the text field
 */
export function isStale(
  { audioUrl, audioStale, wordTimings }: Recording,
  changed: readonly string[],
  text: string,
): boolean {
  if (audioUrl === null || changed.includes('audioUrl')) return false;
  if (changed.includes(text)) return true;
  return audioStale && !(changed.includes('wordTimings') && wordTimings.length > 0);
}
