/**
 * Reads a Retry-After header: seconds, of which some servers send fractions, or an HTTP date.
 *
 * @returns milliseconds from now, at most `mostMs`; null for anything else: no header, or several
 */
export function readRetryAfter(
  header: string | readonly string[] | null | undefined,
  now: Date,
  mostMs: number,
): number | null {
  if (typeof header !== 'string') return null;
  const isSeconds = /^\d{1,9}(\.\d{1,9})?$/.test(header);
  // Date.parse alone makes a date of almost anything.
  if (!isSeconds && !/^[A-Z][a-z]{2}, \d{2} /.test(header)) return null;
  const ms = isSeconds ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), mostMs);
}
