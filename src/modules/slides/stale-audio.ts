import type { WordTiming } from './slide.entity.ts';

/** An author's recording of a text. */
interface Recording {
  readonly audioUrl: string | null;
  readonly audioStale: boolean;
  readonly wordTimings: readonly WordTiming[];
}

/**
 * Whether a recording says other words than its text, after an update. A new URL is a new recording; a new text without
 * one makes it stale, whatever timings come along. Timings alone say that what is behind the URL was recorded anew.
 *
 * @param changed the fields that the update has changed
 * @param text the field of the text
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
