/** A statement that came so often is prepared. */
const often = 50;
/** PostgreSQL keeps a plan of each prepared statement in the memory of each connection. */
const maxPrepared = 100;
/** Statements whose number of values varies have many texts, each of which is rare. */
const maxCounted = 1_000;
/** A statement that returns all columns is never prepared: a migration that adds a column invalidates its plan. */
const returnsAllColumns = /\.\*|^select \*|returning \*/i;
/** See `plan-anew.ts`. */
const isPlannedAnew = /^\/\* plan anew \*\//;

/**
 * Names the statements that come often, so that PostgreSQL keeps their plans. Planning takes longer than running for
 * some of them, such as the insertion of a job.
 */
export class OftenUsed {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === maxPrepared) return name;
    if (returnsAllColumns.test(text) || isPlannedAnew.test(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count === often) {
      this.#counts.delete(text);
      this.#names.set(text, `often_${this.#names.size + 1}`);
    } else {
      if (this.#counts.size === maxCounted) this.#counts.clear();
      this.#counts.set(text, count);
    }
    return this.#names.get(text);
  }
}
