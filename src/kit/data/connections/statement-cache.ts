/** A statement is prepared once it has run this many times. */
const prepareAfter = 50;
/** PostgreSQL keeps the plan of each prepared statement in the memory of each connection. */
const maxPrepared = 100;
/** Bounds the memory of the counts: statements whose number of values varies have many texts, each of them rare. */
const maxCounted = 1_000;
const allColumns = /\.\*|\b(?:select|returning) \*/i;
const isPlannedAnew = /^\/\* plan anew \*\//;

/**
 * Decides which statements are prepared under a name, so that PostgreSQL keeps their plans. For some of them, such as
 * the insertion of a job, planning takes longer than running.
 */
export class StatementCache {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Counts one run of a statement. @returns the name to prepare it under; undefined to run it unprepared */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === maxPrepared) return name;
    if (isPlannedAnew.test(text) || returnsAllColumns(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count === prepareAfter) {
      this.#counts.delete(text);
      this.#names.set(text, `often_${this.#names.size + 1}`);
    } else {
      if (this.#counts.size === maxCounted) this.#counts.clear();
      this.#counts.set(text, count);
    }
    return this.#names.get(text);
  }
}

/**
 * Whether the result has all columns of a table. Such a statement is never prepared, because a migration that adds a
 * column invalidates it. Subqueries may read all columns: they do not decide which ones the statement returns.
 */
function returnsAllColumns(text: string): boolean {
  if (!allColumns.test(text)) return false;
  let [outermost, before] = [text, ''];
  while (outermost !== before) [outermost, before] = [outermost.replaceAll(/\([^()]*\)/g, ''), outermost];
  return allColumns.test(outermost);
}
