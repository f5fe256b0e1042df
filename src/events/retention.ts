import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction, type RequestScope } from '../platform/database/scope.ts';

/** Events that one transaction deletes at most, and about how many bytes of their data. */
const batchSize = 500;
const batchBytes = 4_194_304;
const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** Any fixed number: of all processes one prunes at a time. */
const pruneLock = 7_241_933;

/** Deletes some of the deliveries that meet a condition. @returns how many; with none there are none left */
type PruneDeliveries = (em: SqlEntityManager, condition: RawBuilder<unknown>) => Promise<number>;

/**
 * Deletes events that are older than they have to be kept: at start, and then each hour.
 *
 * What goes is always a beginning of the log, up to the first event that is still to be kept. The last expired one
 * stays: a cursor that names any event of the log has therefore everything behind it. Their deliveries go first, and
 * each transaction is a short one: readers of the log wait for it.
 */
export class Retention {
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    private readonly newScope: () => RequestScope,
    private readonly days: number,
    /** Of `delivery/`, on which the event log must not depend. */
    private readonly pruneDeliveries: PruneDeliveries,
    /** Deletes some of the keys of old requests. @returns how many */
    private readonly pruneKeys: (scope: RequestScope) => Promise<number>,
  ) {}

  start(): void {
    this.#running = this.#prune().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.start(), everyMs);
    });
  }

  /** Ends after the batch that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #prune(): Promise<void> {
    const keepFrom = new Date(this.newScope().now().getTime() - this.days * dayMs);
    await this.#pruneAll('events', () => this.#pruneBatch(keepFrom));
    await this.#pruneAll('keys', async () => (await this.pruneKeys(this.newScope())) > 0);
  }

  /** What cannot be deleted holds up nothing else. */
  async #pruneAll(what: string, pruneSome: () => Promise<boolean>): Promise<void> {
    try {
      while (!this.#stopped && (await pruneSome()));
    } catch (error) {
      this.newScope().log.warn({ error }, `old ${what} could not be deleted; that is tried again in an hour`);
    }
  }

  /** @returns whether there may be more */
  async #pruneBatch(keepFrom: Date): Promise<boolean> {
    return inTransaction(this.newScope(), async ({ em }) => {
      const database = em.getKysely<unknown>();
      const lock = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${pruneLock}) as "isMine"`.execute(
        database,
      );
      if (lock.rows[0]?.isMine !== true) return false;
      const gone = await expiredBeginning(em, keepFrom);
      if (gone.length === 0) return false;
      const ids = sql.join(gone);
      const deliveries = await this.pruneDeliveries(em, sql`event_id in (${ids})`);
      if (deliveries === 0) await sql`delete from event where id in (${ids})`.execute(database);
      return true;
    });
  }
}

/** The ids of the first expired events but for the last of all. */
async function expiredBeginning(em: SqlEntityManager, keepFrom: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; isExpired: boolean; bytesBefore: string }>`
    select id, timestamp < ${keepFrom.toISOString()}::timestamptz as "isExpired",
      sum(size) over (order by transaction, sequence rows unbounded preceding) - size as "bytesBefore"
    from event order by transaction, sequence limit ${batchSize + 1}`.execute(em.getKysely<unknown>());
  const kept = rows.findIndex(({ isExpired }) => !isExpired);
  const expired = rows.slice(0, kept === -1 ? rows.length : kept).slice(0, -1);
  return expired.filter(({ bytesBefore }) => Number(bytesBefore) < batchBytes).map(({ id }) => id);
}
