import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Budget, currentBudget, Semaphore } from '../../core/index.ts';
import { StatementAbortedError, untilOver } from './budgeted-statement.ts';
import type { PoolUse } from './connection.ts';
import { ConnectionError, errorCode } from './connection-error.ts';
import { type LentClient, Loan, type LoanTerms } from './loan.ts';
import { StatementCache } from './statement-cache.ts';
import { TimedClient } from './timed-client.ts';
import type { Watchdog } from './watchdog.ts';

/** How a pool connects and how it limits statements. */
interface ResilientPoolOptions extends Pick<LoanTerms, 'limitMs' | 'isBudgeted'> {
  readonly config: pg.PoolConfig;
  /** Whether a session keeps what is prepared in it; by default it does. */
  readonly prepares?: boolean;
  /** Reports when the database does not answer; null leaves that to the connections. */
  readonly watchdog: Pick<Watchdog, 'refusal' | 'onSilent' | 'noteError'> | null;
  /** Null leaves it to the watchdog to log that connections are lost. */
  readonly log: Logger | null;
}

/** Connections of a pool that names no number, as in `pg`. */
const usualSize = 10;

/**
 * A pool that replaces broken connections: one that ends, that exceeds its time limit or whose session state is unknown
 * is destroyed, and its slot is free at once. Frequent statements are prepared. Where more work wants connections than
 * there are, the holders of its budgets take turns: the many requests of one do not keep them from the others.
 */
export class ResilientPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #places: Semaphore;
  readonly #statements: StatementCache | null;
  readonly #clients = new Set<TimedClient>();
  readonly #loans = new Few<Loan>();
  readonly #waiting = new Few<(refusal: Error) => void>();
  readonly #unwatch: (() => void) | undefined;
  #ending: Promise<void> | null = null;

  constructor(private readonly given: ResilientPoolOptions) {
    this.#statements = given.prepares === false ? null : new StatementCache();
    this.#places = new Semaphore(given.config.max ?? usualSize);
    this.#pool = new pg.Pool({ ...given.config, Client: TimedClient });
    this.#pool.on('connect', (client) => {
      if (client instanceof TimedClient) this.#clients.add(client);
    });
    this.#pool.on('remove', (client) => {
      if (client instanceof TimedClient) this.#clients.delete(client);
    });
    // Without a listener, an idle connection that the server drops would end the process.
    this.#pool.on('error', (error) => this.#report(error));
    this.#unwatch = given.watchdog?.onSilent((refusal) => this.#loseAll(refusal));
  }

  get options(): object {
    return this.#pool.options;
  }

  get use(): PoolUse {
    const { waiting } = this.#places;
    return { size: this.#pool.options.max, used: this.#loans.size, idle: this.#pool.idleCount, waiting };
  }

  /** Lends a connection. @throws ConnectionError when none comes in time, or at once while the database is silent */
  async connect(): Promise<Loan> {
    this.#requireAnswers();
    const budget = this.given.isBudgeted ? currentBudget() : undefined;
    const leave = this.#places.take() ?? (await this.#waitForPlace(budget));
    try {
      this.#requireAnswers();
    } catch (refusal) {
      leave();
      throw refusal;
    }
    return this.#open(leave, budget);
  }

  /** @param leave gives back the place of the connection */
  async #open(leave: () => void, budget: Budget | undefined): Promise<Loan> {
    const { promise, resolve, reject } = Promise.withResolvers<Loan>();
    this.#waiting.add(reject);
    let hasLeft = false;
    this.#pool.connect((error, connected) => {
      const isWanted = this.#waiting.delete(reject);
      // Lent right here: until then nothing handles the errors of the client.
      if (connected !== undefined && isWanted && !hasLeft) return resolve(this.#lend(connected as LentClient, leave));
      leave();
      if (connected === undefined) return reject(this.#connectError(error));
      const client = connected as LentClient;
      if (isWanted) return client.release();
      client.destroy();
      client.release(true);
    });
    if (budget === undefined) return promise;
    return untilOver(budget, promise, () => {
      hasLeft = true;
      reject(budget.signal.reason as Error);
    });
  }

  #requireAnswers(): void {
    const refusal = this.given.watchdog?.refusal ?? null;
    if (refusal !== null) throw ConnectionError.because(refusal);
  }

  async #waitForPlace(budget: Budget | undefined): Promise<() => void> {
    const { connectionTimeoutMillis: waitMs = 0 } = this.given.config;
    const overdue = waitMs > 0 ? [AbortSignal.timeout(waitMs)] : [];
    const ends = budget === undefined ? overdue : [budget.signal, ...overdue];
    try {
      return await this.#places.acquire(AbortSignal.any(ends), 1, budget?.holder);
    } catch (error) {
      throw budget?.signal.aborted === true ? new StatementAbortedError(error) : poolBusy(error);
    }
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
    this.#unwatch?.();
    if (this.given.watchdog?.refusal) for (const client of this.#clients) client.destroy();
  }

  #lend(client: LentClient, leave: () => void): Loan {
    const loan = new Loan(client, {
      statements: this.#statements,
      limitMs: this.given.limitMs,
      isBudgeted: this.given.isBudgeted,
      onError: (error) => this.given.watchdog?.noteError(error),
      onEnd: (ended, lost) => {
        this.#loans.delete(ended);
        leave();
        if (lost !== null) this.#report(lost);
      },
    });
    this.#loans.add(loan);
    return loan;
  }

  #loseAll(refusal: Error): void {
    for (const reject of this.#waiting.takeAll()) reject(ConnectionError.because(refusal));
    for (const loan of this.#loans.takeAll()) loan.lose(refusal);
    // Idle connections too: they may stay silent when new ones are not.
    for (const client of this.#clients) client.destroy();
  }

  #report(error: Error): void {
    // The watchdog has logged why all connections end.
    if (this.given.watchdog?.refusal) return;
    this.given.log?.warn({ error }, 'database connection lost');
  }

  #connectError(error: Error | undefined): Error {
    if (error !== undefined && errorCode(error) !== null) return error;
    const isBusy = this.#loans.size >= this.#pool.options.max;
    return isBusy
      ? poolBusy(error)
      : new ConnectionError('CONNECT_OVERDUE', 'A new database connection did not open in time.', { cause: error });
  }
}

function poolBusy(cause: unknown): ConnectionError {
  return new ConnectionError('POOL_BUSY', 'All database connections stayed in use.', { cause });
}

/**
 * A few objects, each for a short time. A Set that changes with every statement leaves tables behind, which keep what was
 * in them until a full collection.
 */
class Few<Item> {
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  /** @returns whether it was there */
  delete(item: Item): boolean {
    const at = this.#items.indexOf(item);
    if (at === -1) return false;
    this.#items.splice(at, 1);
    return true;
  }

  takeAll(): readonly Item[] {
    return this.#items.splice(0);
  }
}
