import type { Tier } from '../story/answers.ts';

/** What a tier contains beside the tier before it. */
export interface Contents {
  /** What the tier before it lacks; all of it, where there is none, or where nothing can be compared. */
  readonly added: readonly string[];
  /** What the tier before it contains, too. */
  readonly shared: readonly string[];
  /** The name of the tier before it; null where `added` does not follow from a comparison. */
  readonly beyond: string | null;
}

const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLocaleLowerCase();

/**
 * Compares the features of a tier with those of the tier before it. An author who names that tier among the features, as
 * in "Everything in Essential", has compared them already.
 */
export function contentsOf({ features = [] }: Tier, before: Tier | undefined): Contents {
  const known = new Set((before?.features ?? []).map(plain));
  const isNamed = before !== undefined && features.some((feature) => plain(feature).includes(plain(before.name)));
  if (before === undefined || known.size === 0 || isNamed) return { added: features, shared: [], beyond: null };
  return {
    added: features.filter((feature) => !known.has(plain(feature))),
    shared: features.filter((feature) => known.has(plain(feature))),
    beyond: before.name,
  };
}
