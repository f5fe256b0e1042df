import { type Kysely, sql } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import type { Signer } from '../../rights/index.ts';
import type { DatabaseConnection } from '../connections/connection.ts';

/** How long the database may take to count, in milliseconds: then the process counts for itself. */
const idleTimeoutMs = 1_000;
/** Rows that one statement deletes at most. */
const pruneRows = 500;

/** What a process got of a rate. */
export interface Taken {
  /** Points that it may spend: fewer than requested when the window is used up. */
  readonly granted: number;
  /** Points that are left for all processes. */
  readonly remaining: number;
  /** When the window ends, in milliseconds from now. */
  readonly resetMs: number;
}

/** How many points each key may use in a window of time. */
export interface Allowance {
  /** Begins the keys of its rows. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/**
 * Counts for all processes on a database. The embedded database has one process, whose memory suffices. While
 * PostgreSQL does not answer, each process counts for itself, so that an outage neither refuses everyone nor lets
 * everyone in.
 */
export class SharedCounts {
  /**
   * @param signer makes the names of rows: an address in clear would identify the caller to whoever has a copy of the
   *   database
   */
  constructor(
    private readonly connection: Pick<DatabaseConnection, 'can' | 'queue'>,
    private readonly signer: Pick<Signer, 'sign'>,
  ) {}

  /** @returns what takes points of a key, and never fails */
  open({ name, points, seconds }: Allowance): (key: string, points: number) => Promise<Taken> {
    const limits = { keyPrefix: name, points, duration: seconds };
    const memory = new RateLimiterMemory(limits);
    const limiter = this.connection.can.processes ? this.#onDatabase(limits, memory) : memory;
    return (key, wanted) => take(limiter, points, this.signer.sign(key), wanted);
  }

  #onDatabase(
    limits: { readonly keyPrefix: string; readonly points: number; readonly duration: number },
    insuranceLimiter: RateLimiterMemory,
  ): RateLimiterAbstract {
    // The connections of the queue: a count must not wait behind the requests that wait for it.
    const { db } = this.connection.queue;
    const query = ({ text, values }: { text: string; values: unknown[] }) => db.executeSql(text, values);
    const limiter = new RateLimiterPostgres({
      ...limits,
      storeClient: { query },
      storeType: 'pool',
      tableName: 'rate_count',
      tableCreated: true,
      // Its timer would outlive the pool; see `pruneCounts`.
      clearExpiredByTimeout: false,
    });
    return new RLWrapperTimeouts({ limiter, timeoutMs: idleTimeoutMs, insuranceLimiter });
  }
}

/** @param allowed all points of a window, of which a refused request for several may still get some */
async function take(limiter: RateLimiterAbstract, allowed: number, key: string, wanted: number): Promise<Taken> {
  const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.consume(key, wanted).catch(refusalOf);
  return {
    granted: Math.min(Math.max(allowed - (consumedPoints - wanted), 0), wanted),
    remaining: remainingPoints,
    resetMs: Math.max(msBeforeNext, 0),
  };
}

function refusalOf(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
}

/** Deletes some counts whose window is over. @returns how many */
export async function pruneCounts(database: Kysely<unknown>, now: Date): Promise<number> {
  const { rows } = await sql`delete from rate_count where key in (
    select key from rate_count where expire < ${now.getTime()} limit ${pruneRows} for update skip locked
  ) returning key`.execute(database);
  return rows.length;
}
