import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import array from 'postgres-array';
import { currentBudget, Semaphore, turns } from '../../core/index.ts';
import { spendStatement, StatementAbortedError } from './budgeted-statement.ts';
import type { EmbeddedDatabase, EmbeddedTransaction } from './embedded-database.ts';
import type { Parsers } from './embedded-statements.ts';

/**
 * Kysely on an embedded PGlite, one borrower at a time.
 *
 * PGlite is a single session. Kysely's own dialect hands that session to everyone at once, so two overlapping
 * transactions commit each other and a plain read runs inside another's open transaction. Here a connection is
 * lent to one borrower until it is released, as by a pool of size one.
 */
export class EmbeddedDialect implements Dialect {
  constructor(private readonly pglite: EmbeddedDatabase) {}

  createDriver(): Driver {
    return new EmbeddedDriver(this.pglite);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(kysely: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(kysely);
  }
}

class EmbeddedDriver implements Driver {
  readonly #session = new Semaphore(1);
  #parsers: Parsers = {};

  constructor(private readonly pglite: EmbeddedDatabase) {}

  async init(): Promise<void> {
    await this.pglite.waitReady;
    this.#parsers = { ...this.pglite.parsers, ...ownParsers };
  }

  /** @throws StatementAbortedError when the budget of the work ends first */
  async acquireConnection(): Promise<EmbeddedLoan> {
    const budget = currentBudget();
    const release = await this.#session.acquire(budget?.signal, 1, budget?.holder).catch((reason: unknown) => {
      throw new StatementAbortedError(reason);
    });
    // Statements of PGlite run in this thread: waiting ones would run in one long turn of the event loop.
    await turns.next();
    return new EmbeddedLoan(this.pglite, this.#parsers, release);
  }

  async releaseConnection(loan: EmbeddedLoan): Promise<void> {
    loan.release();
  }

  async beginTransaction(loan: EmbeddedLoan): Promise<void> {
    await loan.begin();
  }

  async commitTransaction(loan: EmbeddedLoan): Promise<void> {
    await loan.finish('commit');
  }

  async rollbackTransaction(loan: EmbeddedLoan): Promise<void> {
    await loan.finish('rollback');
  }

  async savepoint(loan: EmbeddedLoan, name: string): Promise<void> {
    await loan.command(`savepoint "${name}"`);
  }

  async rollbackToSavepoint(loan: EmbeddedLoan, name: string): Promise<void> {
    await loan.command(`rollback to savepoint "${name}"`);
  }

  async releaseSavepoint(loan: EmbeddedLoan, name: string): Promise<void> {
    await loan.command(`release savepoint "${name}"`);
  }

  async destroy(): Promise<void> {
    if (!this.pglite.closed) await this.pglite.close();
  }
}

/** Why a transaction callback was left on purpose, so that PGlite rolls back without an error being reported. */
const rolledBack = new Error('rolled back');

/** As `pg_type` numbers it. */
const int8 = 20;

/**
 * MikroORM reads dates as text and converts them itself; the job queue on the same session does not. Large numbers are
 * text as well, as those of the driver of PostgreSQL are.
 */
const ownParsers = {
  ...createPostgreSqlTypeParsers((text) => array.parse(text)),
  [int8]: (text: string) => text,
};

/**
 * One loan of the session. It ends by itself when a begin or a rollback fails, because Kysely then does not release the
 * connection; a later release does nothing.
 */
class EmbeddedLoan implements DatabaseConnection {
  #open: {
    transaction: EmbeddedTransaction;
    settle: (end: 'commit' | 'rollback') => void;
    closed: Promise<unknown>;
  } | null = null;

  constructor(
    private readonly pglite: EmbeddedDatabase,
    private readonly parsers: Parsers,
    readonly release: () => void,
  ) {}

  async begin(): Promise<void> {
    const begun = Promise.withResolvers<EmbeddedTransaction>();
    const ending = Promise.withResolvers<'commit' | 'rollback'>();
    // It also keeps the job queue, which shares the session, from stepping in between.
    const closed = this.pglite
      .openTransaction(async (transaction) => {
        begun.resolve(transaction);
        if ((await ending.promise) === 'rollback') throw rolledBack;
      })
      .catch((error: unknown) => {
        begun.reject(error);
        if (error !== rolledBack) throw error;
      });
    closed.catch(() => undefined);
    try {
      this.#open = { transaction: await begun.promise, settle: ending.resolve, closed };
    } catch (error) {
      this.release();
      throw error;
    }
  }

  async finish(end: 'commit' | 'rollback'): Promise<void> {
    const open = this.#open;
    this.#open = null;
    open?.settle(end);
    try {
      await open?.closed;
    } catch (error) {
      // After a failed commit Kysely rolls back, and then releases the connection.
      if (end === 'rollback') this.release();
      throw error;
    }
  }

  async command(statement: string): Promise<void> {
    await (this.#open?.transaction ?? this.pglite).exec(statement);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // It ends within its budget by `EmbeddedStatements`, between two portions of its rows.
    spendStatement(query.sql, query.parameters);
    const session = this.#open?.transaction ?? this.pglite;
    const { rows, affectedRows } = await session.run<Row>(query.sql, query.parameters, this.parsers);
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  }

  // oxlint-disable-next-line require-yield -- the interface requires a generator; the session cannot stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('The embedded database cannot stream a result.');
  }
}
