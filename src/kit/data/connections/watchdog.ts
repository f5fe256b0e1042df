import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ConnectionError, errorCode } from './connection-error.ts';
import { TimedClient } from './timed-client.ts';

/** Pause between one ping and the next, in milliseconds. */
const pauseMs = 1_000;
/** Without an answer for this long the database is silent, in milliseconds. */
const idleTimeoutMs = 3_000;
/** The same while this process itself was busy: what it did not read is no silence of the database. */
const busyTimeoutMs = 10_000;
/** The share of its time that the event loop of a busy process works. */
const busyShare = 0.5;
/** How long a refused change counts against the database's readiness, in milliseconds. */
const refusalCountsMs = 10_000;

const readOnlyProblem = 'The database is read-only.';
/** The state of the database that a rejected change reveals, by SQLSTATE. */
const problemByCode = new Map([
  ['25006', readOnlyProblem],
  ['53100', 'The disk of the database is full.'],
]);

/**
 * Checks the database once a second, on a connection of its own, whether it answers. A frozen server or a link that
 * drops packets closes no connection: without the watchdog each statement would wait for its own time limit.
 */
export class Watchdog {
  readonly #listeners = new Set<(refusal: Error) => void>();
  readonly #stopping = new AbortController();
  #client: TimedClient | null = null;
  #watching: Promise<void> = Promise.resolve();
  #answeredAt = performance.now();
  #refusal: ConnectionError | null = null;
  #isReadOnly = false;
  #refused: { problem: string; at: number } | null = null;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly log: Logger,
  ) {}

  /** Why no statement may begin now; null while the database answers. */
  get refusal(): Error | null {
    return this.#refusal;
  }

  /** Calls the listener whenever the database falls silent. @returns what ends that */
  onSilent(listener: (refusal: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Records the state of the database that a failed statement reveals. */
  noteError(error: unknown): void {
    const problem = problemByCode.get(errorCode(error) ?? '');
    if (problem !== undefined) this.#refused = { problem, at: performance.now() };
  }

  problem(): string | null {
    if (this.#refusal !== null) return 'The database does not answer.';
    if (this.#isReadOnly) return readOnlyProblem;
    if (this.#refused === null || performance.now() - this.#refused.at > refusalCountsMs) return null;
    return this.#refused.problem;
  }

  start(): void {
    this.#answeredAt = performance.now();
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.destroy();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const start = performance.eventLoopUtilization();
      try {
        await this.#ping();
        this.#onAnswer();
      } catch (error) {
        this.#client?.destroy();
        this.#client = null;
        const isBusy = performance.eventLoopUtilization(start).utilization > busyShare;
        if (!signal.aborted) this.#onFailure(error, isBusy ? busyTimeoutMs : idleTimeoutMs);
      }
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #ping(): Promise<void> {
    this.#client ??= await this.#connect();
    const text = `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`;
    const { rows } = await this.#client.ask<{ isReadOnly: boolean }>({ text }, idleTimeoutMs);
    this.#isReadOnly = rows[0]?.isReadOnly === true;
    if (!this.#isReadOnly) return;
    // A session keeps the setting that it began with.
    this.#client.destroy();
    this.#client = null;
  }

  async #connect(): Promise<TimedClient> {
    const client = new TimedClient({ ...this.config, connectionTimeoutMillis: idleTimeoutMs });
    // Kept before it is connected, so that `stop` finds it.
    this.#client = client;
    await client.connect();
    return client;
  }

  #onAnswer(): void {
    this.#answeredAt = performance.now();
    if (this.#refusal === null) return;
    this.#refusal = null;
    this.log.info('the database answers again');
  }

  #onFailure(error: unknown, timeoutMs: number): void {
    // A server that refuses this connection answers all the same, and may serve the others.
    if (isFromServer(error)) this.#onAnswer();
    const silentMs = performance.now() - this.#answeredAt;
    if (this.#refusal !== null || silentMs < timeoutMs) return;
    const text = `The database has not answered for ${Math.floor(silentMs / 1_000)} seconds.`;
    const refusal = new ConnectionError('DATABASE_SILENT', text, { cause: error });
    this.#refusal = refusal;
    this.log.error({ error }, 'the database does not answer; statements are refused until it does');
    for (const listener of this.#listeners) listener(refusal);
  }
}

/** Errors that PostgreSQL sends carry a severity. */
function isFromServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}
