/**
 * Where the classes of durations begin, in milliseconds: about half as long again each, so that a percentile is at most
 * a quarter off. Rows that are stored have one number for each, in this order.
 */
export const latencyBounds = [
  0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 7_000,
  10_000, 15_000, 20_000, 30_000, 60_000,
] as const;

/**
 * The duration that a share of the attempts did not exceed, as if those of one class lay evenly in it.
 *
 * @param counts attempts of each class
 * @param share from 0 to 1
 * @returns whole milliseconds; null without attempts
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let before = 0;
  for (const [at, count] of counts.entries()) {
    const from = latencyBounds[at] ?? 0;
    const to = latencyBounds[at + 1] ?? from;
    if (count > 0 && before + count >= wanted) return Math.round(from + ((to - from) * (wanted - before)) / count);
    before += count;
  }
  return latencyBounds.at(-1) ?? null;
}
