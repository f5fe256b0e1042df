import type { SqlEntityManager } from '@mikro-orm/sql';
import { sightOf } from '../../kit/rights/index.ts';
import type { Presentation } from './presentation.entity.ts';

/** What was spoken for a presentation, and what was stored already. */
type Counts = Pick<Presentation, 'billedCharacterCount' | 'reusedCharacterCount'>;

export const audioCountColumns = ['billedCharacterCount', 'reusedCharacterCount', 'audioSharedWithin'] as const;

/** The same for somebody who may not see them. */
export type AudioCounts = { readonly [Count in keyof Counts]: number | null };

/**
 * How much was spoken, and how much was stored already. Null for an actor that sees some decks alone, where the audio is
 * shared with other decks: that a text was stored, or was not charged for, would disclose what those contain.
 */
export function audioCountsFor(
  em: SqlEntityManager,
  {
    billedCharacterCount,
    reusedCharacterCount,
    audioSharedWithin,
  }: Pick<Presentation, (typeof audioCountColumns)[number]>,
): AudioCounts {
  const isHidden = audioSharedWithin === null && sightOf(em).decks !== null;
  return isHidden
    ? { billedCharacterCount: null, reusedCharacterCount: null }
    : { billedCharacterCount, reusedCharacterCount };
}
