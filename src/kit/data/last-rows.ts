import type { SqlEntityManager } from '@mikro-orm/sql';
import type { AuditTrail } from './audit/audit-log.ts';
import type { TouchedObjects } from './audit/touched.ts';
import { withNext } from './connections/with-next.ts';

/** A transaction, as the writers of its last rows see it. */
export interface EndingTransaction {
  readonly em: SqlEntityManager;
  readonly touched: TouchedObjects;
  readonly trail?: AuditTrail;
  afterCommit(notify: () => void): void;
}

/**
 * Writes rows that were noted together.
 *
 * @param isLast whether the statement is the last one of the transaction: then it takes the audit entry and the commit along
 */
export type WriteRows<Row> = (transaction: EndingTransaction, rows: readonly Row[], isLast: boolean) => Promise<void>;

/**
 * The rows that a transaction writes by its last statement, which the commit goes with. For rows that nothing in the
 * transaction reads, such as events.
 */
export class LastRows {
  /** By what writes them. */
  readonly #noted = new Map<WriteRows<never>, unknown[]>();

  note<Row>(write: WriteRows<Row>, ...rows: readonly Row[]): void {
    const earlier = this.#noted.get(write);
    if (earlier === undefined) this.#noted.set(write, [...rows]);
    else earlier.push(...rows);
  }

  /** Adds the rows of a savepoint that is released. */
  addAll(inner: LastRows): void {
    for (const [write, rows] of inner.#noted) this.note(write, ...(rows as never[]));
  }

  /** Writes the rows now, in front of a statement that must follow them. */
  async write(transaction: EndingTransaction): Promise<void> {
    await this.#writeAll(transaction, false);
  }

  /** Writes the rows and the audit entry by the last statement of the transaction; nothing where there are neither. */
  async writeLast(transaction: EndingTransaction): Promise<void> {
    const { em, touched, trail } = transaction;
    if (this.#noted.size > 0) return this.#writeAll(transaction, true);
    const entry = trail?.done(touched) ?? null;
    if (entry !== null) await withNext(entry).execute(em.getKysely<unknown>());
  }

  async #writeAll(transaction: EndingTransaction, isEnd: boolean): Promise<void> {
    const noted = [...this.#noted];
    this.#noted.clear();
    for (const [at, [write, rows]] of noted.entries()) {
      await write(transaction, rows as never[], isEnd && at === noted.length - 1);
    }
  }
}
