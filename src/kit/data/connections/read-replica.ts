import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../../core/index.ts';
import { StatementAbortedError } from './budgeted-statement.ts';
import type { PoolUse, ReadsByServer, Replica, ReplicaNeed } from './connection.ts';
import { observedKysely, type StatementObservers } from './observed-kysely.ts';
import { hasReplayed, type PrimaryState } from './replica-state.ts';
import { ReplicaWatch } from './replica-watch.ts';
import { ResilientPool } from './resilient-pool.ts';

/** Longest time that a read waits for the replica to have everything, and the pause between two looks, in milliseconds. */
const longestWaitMs = 500;
const pauseMs = 25;

/** How a replica is reached, and what it is compared with. */
export interface ReadReplicaOptions {
  /** Of the connections that read. */
  readonly pool: pg.PoolConfig;
  /** Of the one that watches. */
  readonly watchdog: pg.ClientConfig;
  /** Longest time for an answer, in milliseconds. */
  readonly limitMs: number;
  readonly readPrimary: () => Promise<PrimaryState>;
  readonly observers: StatementObservers;
  readonly log: Logger;
}

/** A read replica: connections of its own, and what watches how far it lags behind. */
export class ReadReplica implements Replica {
  readonly #counts = { replica: 0, primary: 0, repeated: 0 };
  readonly #watch: ReplicaWatch;
  readonly #pool: ResilientPool;
  readonly #kysely: Kysely<unknown>;

  private constructor(private readonly options: ReadReplicaOptions) {
    const { pool: config, watchdog, limitMs, readPrimary, observers, log } = options;
    this.#watch = new ReplicaWatch({ config: watchdog, readPrimary, log });
    this.#pool = new ResilientPool({ config, limitMs, isBudgeted: true, watchdog: this.#watch, log: null });
    this.#kysely = observedKysely(new PostgresDialect({ pool: this.#pool }), observers);
  }

  /** Comes back once it is known whether the replica can be read. @throws StartupError when that is none of the database */
  static async open(options: ReadReplicaOptions): Promise<ReadReplica> {
    const replica = new ReadReplica(options);
    await replica.#watch.start();
    const fault = replica.#watch.judge();
    // One that is away may come back, and after a failover the former primary may be the replica.
    if (fault?.name !== 'database' && fault?.name !== 'pooler') return replica;
    await replica.close();
    throw new StartupError(fault.sentence);
  }

  get use(): PoolUse {
    return this.#pool.use;
  }

  get reads(): ReadsByServer {
    return this.#counts;
  }

  get lagSeconds(): number | null {
    return this.#watch.lagSeconds;
  }

  problem(): string | null {
    return this.#watch.judge()?.sentence ?? null;
  }

  async read<Result>(
    work: (transaction: Transaction<unknown> | null) => Promise<Result>,
    need: ReplicaNeed,
  ): Promise<Result> {
    let server: keyof ReadsByServer = 'primary';
    try {
      const read = this.#watch.judge() === null ? await this.#readHere(work, need) : null;
      if (read !== null) {
        this.#counts.replica += 1;
        return read.result;
      }
    } catch (error) {
      if (error instanceof StatementAbortedError) throw error;
      // A conflict with what is replayed, a lost connection, a table that is not there yet: the primary decides.
      server = 'repeated';
      this.options.log.debug({ error }, 'a read failed on the replica and is repeated on the primary');
    }
    this.#counts[server] += 1;
    return work(null);
  }

  /** @returns null where the replica has not what the read needs */
  async #readHere<Result>(
    work: (transaction: Transaction<unknown>) => Promise<Result>,
    need: ReplicaNeed,
  ): Promise<{ readonly result: Result } | null> {
    const state = need === 'everything' ? await this.options.readPrimary() : null;
    // Within a transaction all statements reach one server, whatever the name of its host leads to.
    // A statement that waited for the replica must not leave the next ones its own, older snapshot.
    const transaction = this.#kysely.transaction().setIsolationLevel('read committed').setAccessMode('read only');
    return transaction.execute(async (replica) => {
      if (state !== null && !(await waitFor(replica, state))) return null;
      return { result: await work(replica) };
    });
  }

  async close(): Promise<void> {
    await this.#watch.stop();
    await this.#kysely.destroy();
  }
}

/** @returns whether the replica has everything that was committed on the primary before that state was read */
async function waitFor(replica: Kysely<unknown>, state: PrimaryState): Promise<boolean> {
  const endsAt = performance.now() + longestWaitMs;
  for (;;) {
    const { rows } = await sql<{ has: boolean }>`select ${hasReplayed(state)} as has`.execute(replica);
    if (rows[0]?.has === true) return true;
    if (performance.now() > endsAt) return false;
    await delay(pauseMs);
  }
}
