import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { type Budget, currentBudget } from '../../core/index.ts';
import { spendStatement, untilOver } from './budgeted-statement.ts';
import { ConnectionError, errorCode } from './connection-error.ts';
import type { StatementCache } from './statement-cache.ts';
import { begin, commit, type NamedStatement, type Statement, type TimedClient } from './timed-client.ts';
import { goesWithNext } from './with-next.ts';

/** A client of the pool, with the `release` that the pool adds to it. */
export type LentClient = TimedClient & Pick<pg.PoolClient, 'release'>;

/** The limits of every statement of a pool. */
export interface LoanTerms {
  /** Null where a session does not keep what is prepared in it. */
  readonly statements: StatementCache | null;
  /** Longest time that one statement may take, in milliseconds; null sets no limit. */
  readonly limitMs: number | null;
  /** Whether the budget of the current work counts and aborts the statements. */
  readonly isBudgeted: boolean;
  /** Called with each error of a statement. */
  readonly onError: (error: unknown) => void;
  /** Called once, when the loan ends; with the reason if the connection was lost. */
  readonly onEnd: (loan: Loan, lost: Error | null) => void;
}

/** A read-only session stays read-only when the database becomes writable again, so it is not used again. */
const readOnlyTransaction = '25006';

/** Also to a savepoint: what waits came behind it. */
const rollback = /^rollback\b/;

/** Most characters of values that wait. Larger rows are sent in portions, so that they are in memory one after the other. */
const mostWaiting = 262_144;

/** The result of a statement that is not sent. */
const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

/** The server ends a session after these (class 57P, and its time limits): its connection is lost a moment later. */
const endOfSession = /^(?:57P|25P0[34])/;

/**
 * One use of a pooled connection. The loan ends when its borrower releases it or when the connection is lost,
 * whichever comes first, because Kysely does not release a transaction whose rollback fails.
 */
export class Loan implements PostgresPoolClient {
  #hasEnded = false;
  #lost: Error | null = null;
  #isSpoiled = false;
  /** What goes with the next statement: `begin`, and statements whose result nobody reads. */
  #waiting: NamedStatement[] = [];

  constructor(
    private readonly client: LentClient,
    private readonly terms: LoanTerms,
  ) {
    client.on('error', this.#onError);
    client.on('end', this.#onEnd);
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('This pool does not open cursors.');
    return this.#run(text, values);
  }

  /** Gives the connection back, or ends it if the next borrower could not use it. */
  release(): void {
    const inTransaction = (this.client.getTransactionStatus() ?? 'I') !== 'I';
    if (this.#isSpoiled || inTransaction) this.discard();
    else if (this.#finish(null)) this.client.release();
  }

  /** Ends the connection in place of giving it back. */
  discard(): void {
    if (this.#finish(null)) this.client.release(true);
  }

  /** Destroys the connection: its statement fails with the reason, and its place in the pool is free. */
  lose(reason: Error): void {
    if (!this.#finish(reason)) return;
    this.client.destroy();
    this.client.release(true);
  }

  readonly #onError = (reason: Error): void => this.lose(reason);

  readonly #onEnd = (): void => this.lose(new Error('Connection terminated by the database.'));

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#hasEnded)
      throw ConnectionError.because(this.#lost ?? new Error('This connection was given back to the pool already.'));
    if (rollback.test(text) && this.#dropWaiting()) return nothing;
    if (text === commit && this.#waiting.length > 0) return this.#commit();
    const budget = this.terms.isBudgeted ? spendStatement(text, values) : undefined;
    const statement = { text, values: [...values], ...this.#nameOf(text, values) };
    if (this.#canWait(statement)) {
      this.#waiting.push(statement);
      return nothing;
    }
    // What has no values may be several statements, with which only `begin` can go.
    const last = this.#waiting.at(-1);
    if (values.length === 0 && last !== undefined && last.text !== begin) {
      this.#waiting.pop();
      await this.#send(last, budget);
    }
    return this.#send(statement, budget);
  }

  /** @returns whether the transaction had not begun */
  #dropWaiting(): boolean {
    const [first] = this.#waiting;
    this.#waiting = [];
    return first?.text === begin;
  }

  /** Sends `commit` with what waits. A transaction without statements does not begin. */
  async #commit(): Promise<unknown> {
    const last = this.#waiting.pop();
    if (last === undefined || last.text === begin) return nothing;
    return this.#send({ ...last, commits: true }, this.terms.isBudgeted ? currentBudget() : undefined);
  }

  /** Whether a statement can go with the next one of its transaction, which spares a round trip. */
  #canWait(statement: Statement): statement is NamedStatement {
    const { text, name } = statement;
    if (name === undefined || !this.client.hasPrepared(name)) return false;
    if (text === begin) return true;
    const isInTransaction = this.#waiting.length > 0 || this.client.getTransactionStatus() === 'T';
    return isInTransaction && goesWithNext(text) && lengthOf([...this.#waiting, statement]) < mostWaiting;
  }

  async #send(statement: Statement, budget: Budget | undefined): Promise<unknown> {
    const before = this.#waiting;
    this.#waiting = [];
    const sent = before.length > 0 ? { ...statement, before } : statement;
    try {
      if (budget === undefined) return await this.client.ask(sent, this.terms.limitMs);
      const answer = this.client.ask(sent, this.terms.limitMs, (bytes) => budget.count('read', bytes));
      const result = await untilOver(budget, answer, this.#endStatement);
      // Its rows alone may have been too many. What is committed has not failed.
      if (statement.commits !== true) budget.spend('statements', 0);
      return result;
    } catch (error) {
      this.#inspect(statement.text, error);
      // The error of a destroyed connection means only that it ended.
      throw this.#lost !== null && errorCode(error) === null ? ConnectionError.because(this.#lost) : error;
    }
  }

  /** The name to prepare a statement under. Without values it may be several statements, which cannot be prepared. */
  #nameOf(text: string, values: readonly unknown[]): { readonly name?: string } {
    const { statements } = this.terms;
    if (statements === null) return {};
    if (text === begin) return { name: begin };
    const name = values.length === 0 ? undefined : statements.nameOf(text);
    return name === undefined ? {} : { name };
  }

  /** A statement that cannot be canceled costs its connection. */
  readonly #endStatement = async (): Promise<void> => this.client.cancelStatement().catch(this.#onError);

  #inspect(text: string, error: unknown): void {
    this.terms.onError(error);
    const code = errorCode(error) ?? '';
    if (code === readOnlyTransaction || endOfSession.test(code)) this.#isSpoiled = true;
    if (error instanceof ConnectionError) this.lose(error);
    // After these Kysely does not release the connection.
    if (error instanceof Error && /^(begin|start transaction|rollback)\b(?! to)/i.test(text)) this.lose(error);
  }

  #finish(lost: Error | null): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    this.#lost = lost;
    this.client.off('error', this.#onError);
    this.client.off('end', this.#onEnd);
    this.terms.onEnd(this, lost);
    return true;
  }
}

/** The characters of the values that are texts. */
function lengthOf(statements: readonly Statement[]): number {
  const values: readonly unknown[] = statements.flatMap((statement): unknown[] => statement.values ?? []);
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
