/** A statement is prepared once it has run this many times. */
const prepareAfter = 50;
/** PostgreSQL keeps the plan of each prepared statement in the memory of each connection. */
const maxPrepared = 100;
/** Bounds the memory of the counts: statements whose number of values varies have many texts, each of them rare. */
const maxCounted = 1_000;
/** A statement that returns all columns is never prepared: a migration that adds a column invalidates its plan. */
const returnsAllColumns = /\.\*|^select \*|returning \*/i;
/** See `plan-anew.ts`. */
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
    if (returnsAllColumns.test(text) || isPlannedAnew.test(text)) return undefined;
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
