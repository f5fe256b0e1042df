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

const inOneLine = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const plain = (text: string): string => inOneLine(text).toLocaleLowerCase();

/**
 * Finds in the languages of the page that a feature is all of something: "everything" and, with some words of what,
 * "all". No lookbehind: older browsers of Apple do not know it.
 */
const allOf = String.raw`(?:^|[^\p{L}\p{M}\p{N}])(?:(?:[Ee]verything|[Aa]lles|[Tt]odo lo)(?:,? [\p{L}\p{M}]+){0,4}|(?:[Aa]ll|[Aa]lle[mnrs]?|[Tt]od[ao]s?)(?: [\p{L}\p{M}]+){1,4})`;

/** Whether a feature is all that a tier contains, as "Everything in Better" is, and "Better gutters" and "All in better order" are not. */
function isAllOf(name: string, feature: string): boolean {
  const literal = inOneLine(name).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const named = new RegExp(String.raw`${allOf} ["'“„«‘‚‹]?${literal}(?![\p{L}\p{M}\p{N}])`, 'u');
  return literal !== '' && named.test(inOneLine(feature));
}

/**
 * Compares the features of a tier with those of the tier before it. An author who lists that tier among the features, as
 * in "Everything in Essential", has compared them already.
 */
export function contentsOf({ features = [] }: Tier, before: Tier | undefined): Contents {
  const known = new Set((before?.features ?? []).map(plain));
  const isNamed = before !== undefined && features.some((feature) => isAllOf(before.name, feature));
  if (before === undefined || known.size === 0 || isNamed) return { added: features, shared: [], beyond: null };
  return {
    added: features.filter((feature) => !known.has(plain(feature))),
    shared: features.filter((feature) => known.has(plain(feature))),
    beyond: before.name,
  };
}
