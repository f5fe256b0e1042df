import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { currentBudget } from '../budget/budget.ts';
import { untilOver } from './budgeted-statement.ts';
import { ConnectionError, errorCode } from './connection-error.ts';
import { type LentClient, Loan } from './loan.ts';
import { StatementCache } from './statement-cache.ts';
import { TimedClient } from './timed-client.ts';
import type { Watchdog } from './watchdog.ts';

/** How a pool connects and how it limits statements. */
export interface ResilientPoolOptions {
  readonly config: pg.PoolConfig;
  /** Longest time that one statement may take, in milliseconds; null sets no limit. */
  readonly limitMs: number | null;
  /** Whether the budget of the current work counts and aborts the statements. */
  readonly isBudgeted: boolean;
  /** Reports when the database does not answer; null leaves that to the connections. */
  readonly watchdog: Watchdog | null;
  readonly log: Logger;
}

/**
 * A pool that replaces broken connections: one that ends, that exceeds its time limit or whose session state is unknown
 * is destroyed, and its slot is free at once. Frequent statements are prepared.
 */
export class ResilientPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #statements = new StatementCache();
  readonly #clients = new Set<TimedClient>();
  readonly #loans = new Set<Loan>();
  readonly #waiting = new Set<(refusal: Error) => void>();
  #ending: Promise<void> | null = null;

  constructor(private readonly given: ResilientPoolOptions) {
    this.#pool = new pg.Pool({ ...given.config, Client: TimedClient });
    this.#pool.on('connect', (client) => {
      if (client instanceof TimedClient) this.#clients.add(client);
    });
    this.#pool.on('remove', (client) => {
      if (client instanceof TimedClient) this.#clients.delete(client);
    });
    // Without a listener, an idle connection that the server drops would end the process.
    this.#pool.on('error', (error) => this.#report(error));
    given.watchdog?.onSilent((refusal) => this.#loseAll(refusal));
  }

  get options(): object {
    return this.#pool.options;
  }

  /** Lends a connection. @throws ConnectionError when none comes in time, or at once while the database is silent */
  async connect(): Promise<Loan> {
    const refusal = this.given.watchdog?.refusal ?? null;
    if (refusal !== null) throw ConnectionError.because(refusal);
    const { promise, resolve, reject } = Promise.withResolvers<Loan>();
    this.#waiting.add(reject);
    let hasLeft = false;
    this.#pool.connect((error, connected) => {
      const isWanted = this.#waiting.delete(reject);
      if (connected === undefined) return reject(this.#connectError(error));
      const client = connected as LentClient;
      if (hasLeft && isWanted) return client.release();
      // Lent right here: until then nothing handles the errors of the client.
      if (isWanted) return resolve(this.#lend(client));
      client.destroy();
      client.release(true);
    });
    const budget = this.given.isBudgeted ? currentBudget() : undefined;
    if (budget === undefined) return promise;
    return untilOver(budget, promise, () => {
      hasLeft = true;
      reject(budget.signal.reason as Error);
    });
  }

  /** Runs statements outside of a transaction of the caller's, as pg-boss wants it. */
  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: object[] }> {
    const loan = await this.connect();
    try {
      return await loan.query<object>(text, values);
    } catch (error) {
      // Several statements in one text may leave an open transaction.
      loan.discard();
      throw error;
    } finally {
      loan.release();
    }
  }

  async end(): Promise<void> {
    this.#ending ??= this.#pool.end();
    await this.#ending;
    if (this.given.watchdog?.refusal) for (const client of this.#clients) client.destroy();
  }

  #lend(client: LentClient): Loan {
    const loan = new Loan(client, {
      statements: this.#statements,
      limitMs: this.given.limitMs,
      isBudgeted: this.given.isBudgeted,
      onError: (error) => this.given.watchdog?.noteError(error),
      onEnd: (ended, lost) => {
        this.#loans.delete(ended);
        if (lost !== null) this.#report(lost);
      },
    });
    this.#loans.add(loan);
    return loan;
  }

  #loseAll(refusal: Error): void {
    for (const reject of this.#waiting) reject(ConnectionError.because(refusal));
    this.#waiting.clear();
    for (const loan of this.#loans) loan.lose(refusal);
    // Idle connections too: they may stay silent when new ones are not.
    for (const client of this.#clients) client.destroy();
  }

  #report(error: Error): void {
    // The watchdog has logged why all connections end.
    if (this.given.watchdog?.refusal) return;
    this.given.log.warn({ error }, 'database connection lost');
  }

  #connectError(error: Error | undefined): Error {
    if (error !== undefined && errorCode(error) !== null) return error;
    const isBusy = this.#loans.size >= this.#pool.options.max;
    return isBusy
      ? new ConnectionError('POOL_BUSY', 'All database connections stayed in use.', { cause: error })
      : new ConnectionError('CONNECT_OVERDUE', 'A new database connection did not open in time.', { cause: error });
  }
}
