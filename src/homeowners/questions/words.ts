/** The words of a text without case and accents. */
export function searchWordsOf(text: string): string[] {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The trigrams of a word in the order of its letters, with the two blanks before it and the one behind it of `pg_trgm`. */
export function trigramsOf(word: string): string[] {
  const letters = [' ', ' ', ...word, ' '];
  return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
}

/**
 * How much of what is searched for stands in a word: the trigrams that both share, as a part of those of either, in the
 * stretch of the word where this is highest. A stretch makes the start of a compound as similar as a word of its own.
 *
 * @param wanted the trigrams that are searched for, as far as any word has them
 * @param count how many distinct trigrams are searched for
 * @param found the trigrams of the word in order
 * @param least a lower similarity is answered as 0
 */
export function stretchSimilarity(
  wanted: ReadonlySet<number>,
  count: number,
  found: readonly number[],
  least: number,
): number {
  let best = 0;
  for (const [start, first] of found.entries()) {
    if (!wanted.has(first)) continue;
    const seen = new Set<number>();
    let shared = 0;
    for (let end = start; end < found.length; end += 1) {
      const trigram = found[end] ?? first;
      if (seen.has(trigram)) continue;
      seen.add(trigram);
      if (wanted.has(trigram)) {
        shared += 1;
        best = Math.max(best, shared / (count + seen.size - shared));
      } else if (count / (count + seen.size - shared) <= Math.max(best, least)) break;
    }
  }
  return best >= least ? best : 0;
}
