import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { spendStatement, untilOver } from './budgeted-statement.ts';
import { ConnectionError, errorCode } from './connection-error.ts';
import type { StatementCache } from './statement-cache.ts';
import { begin, commit, type Statement, type TimedClient } from './timed-client.ts';
import { isLastStatement } from './and-commit.ts';

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

const rollback = 'rollback';

type Sendable = Statement & { readonly values: unknown[] };

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
  /** Whether the next statement takes the `begin` of its transaction along. */
  #begins = false;
  /** The statement that waits for the `commit` of its transaction. */
  #last: Sendable | null = null;

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
    const last = this.#last;
    this.#last = null;
    if (last !== null && text === commit) return this.#send({ ...last, commits: true });
    if (last !== null && text !== rollback) await this.#send(last);
    if (this.#isDeferred(text)) return nothing;
    const statement = { text, values: [...values], ...this.#nameOf(text, values) };
    if (!this.client.hasPreparedBegin || !isLastStatement(text)) return this.#send(statement);
    this.#last = statement;
    return nothing;
  }

  async #send(statement: Sendable): Promise<unknown> {
    const { text, values } = statement;
    const budget = this.terms.isBudgeted ? spendStatement(text, values) : undefined;
    const sent = { ...statement, begins: this.#begins };
    this.#begins = false;
    try {
      if (budget === undefined) return await this.client.ask(sent, this.terms.limitMs);
      const answer = this.client.ask(sent, this.terms.limitMs, (bytes) => budget.count('read', bytes));
      const result = await untilOver(budget, answer, this.#endStatement);
      // Its rows alone may have been too many. What is committed has not failed.
      if (sent.commits !== true) budget.spend('statements', 0);
      return result;
    } catch (error) {
      this.#inspect(text, error);
      // The error of a destroyed connection means only that it ended.
      throw this.#lost !== null && errorCode(error) === null ? ConnectionError.because(this.#lost) : error;
    }
  }

  /**
   * Whether a text is not sent now: a transaction begins with its first statement, which spares a round trip, and one
   * without statements does not begin.
   */
  #isDeferred(text: string): boolean {
    const mayBeDeferred = this.#begins
      ? text === commit || text === rollback
      : text === begin && this.client.hasPreparedBegin;
    if (mayBeDeferred) this.#begins = !this.#begins;
    return mayBeDeferred;
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
