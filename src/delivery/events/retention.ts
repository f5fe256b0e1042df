import type { SqlEntityManager } from '@mikro-orm/sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inTransaction, type RequestScope, tryLock } from '../../kit/data/index.ts';
import { daysAfter } from '../../kit/core/index.ts';

/** Limits of one deleting transaction: events, and about how many bytes of their data. */
const batchSize = 500;
const batchBytes = 4_194_304;
const everyMs = 3_600_000;

/** Deletes some of the deliveries that meet a condition. @returns how many; 0 when none are left */
type PruneDeliveries = (em: SqlEntityManager, condition: RawBuilder<unknown>) => Promise<number>;

/** Something that is deleted by its age. */
export interface Pruning {
  /** As the log names it. */
  readonly what: string;
  /** Deletes some of it. @returns how many; 0 when none are left, or another process is at it */
  readonly pruneSome: (scope: RequestScope) => Promise<number>;
}

/**
 * Deletes events that are older than the retention period, at start and then every hour.
 *
 * It always deletes from the beginning of the log, up to the first event that is kept, and keeps the last expired
 * event. So a cursor that names any event of the log has all later events behind it. Deliveries are deleted before
 * their events. Transactions are short, because readers of the log wait for them.
 */
export class Retention {
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    private readonly newScope: () => RequestScope,
    /** Retention period. */
    private readonly days: number,
    /** Given by the composition, because the event log does not import `notifications/`. */
    private readonly pruneDeliveries: PruneDeliveries,
    /** What else is deleted by age, each given by its owner. */
    private readonly others: readonly Pruning[],
    /** Makes the space of deleted rows usable for others; null where the database does so by itself. */
    private readonly reclaimSpace: (() => Promise<void>) | null,
  ) {}

  /** Deletes now, and an hour after the end of each run. */
  start(): void {
    this.#running = this.#prune().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.start(), everyMs);
    });
  }

  /** Resolves after the current batch. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #prune(): Promise<void> {
    const started = performance.now();
    const keepFrom = daysAfter(this.newScope().now(), -this.days);
    const events: Pruning = { what: 'events and deliveries', pruneSome: (scope) => this.#pruneBatch(scope, keepFrom) };
    const deleted: Record<string, number> = {};
    for (const { what, pruneSome } of [events, ...this.others]) {
      const count = await this.#pruneAll(what, pruneSome);
      if (count > 0) deleted[what] = count;
    }
    if (!this.#stopped) await this.#reclaim();
    const ms = Math.round(performance.now() - started);
    this.newScope().log.info({ deleted, ms }, 'retention has run: what was too old is deleted');
  }

  async #reclaim(): Promise<void> {
    try {
      await this.reclaimSpace?.();
    } catch (error) {
      this.newScope().log.warn({ error }, 'cannot reclaim the space of deleted rows; the next run is in an hour');
    }
  }

  /** A failure is logged, so that the other kinds are still deleted. @returns how many were deleted */
  async #pruneAll(what: string, pruneSome: Pruning['pruneSome']): Promise<number> {
    let count = 0;
    try {
      while (!this.#stopped) {
        const some = await pruneSome(this.newScope());
        if (some === 0) break;
        count += some;
      }
    } catch (error) {
      this.newScope().log.warn({ error }, `cannot delete old ${what}; the next run is in an hour`);
    }
    return count;
  }

  /** @returns how many rows are deleted; 0 when there are no more */
  async #pruneBatch(scope: RequestScope, keepFrom: Date): Promise<number> {
    return inTransaction(scope, async ({ em }) => {
      const database = em.getKysely<unknown>();
      if (!(await tryLock(database, 'event retention'))) return 0;
      const expired = await expiredBeginning(em, keepFrom);
      if (expired.length === 0) return 0;
      const deliveries = await this.pruneDeliveries(em, sql`event_id = any(${expired}::uuid[])`);
      if (deliveries > 0) return deliveries;
      await deleteEvents(database, expired);
      return expired.length;
    });
  }
}

async function deleteEvents(database: Kysely<unknown>, ids: readonly string[]): Promise<void> {
  const given = sql`any(${ids}::uuid[])`;
  await sql`with gone as (delete from event_position where event_id = ${given}),
      unsent as (delete from fan_out where event_id = ${given})
    delete from event where id = ${given}`.execute(database);
}

/**
 * Ids of the oldest expired events within the limits, without the last expired one. An event whose time is ahead, which a
 * wrong clock has given to it, goes with the expired ones behind it.
 */
async function expiredBeginning(em: SqlEntityManager, keepFrom: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; isExpired: boolean; isAhead: boolean; bytesBefore: string }>`
    select id, timestamp < ${keepFrom.toISOString()}::timestamptz as "isExpired",
      timestamp > now() + interval '1 day' as "isAhead",
      sum(size) over (order by position rows unbounded preceding) - size as "bytesBefore"
    from event_position join event on event.id = event_id order by position limit ${batchSize + 1}`.execute(
    em.getKysely<unknown>(),
  );
  const kept = rows.findIndex(({ isExpired, isAhead }) => !isExpired && !isAhead);
  const beginning = rows.slice(0, kept === -1 ? rows.length : kept);
  const last = beginning.findLastIndex(({ isExpired }) => isExpired);
  return beginning
    .slice(0, Math.max(last, 0))
    .filter(({ bytesBefore }) => Number(bytesBefore) < batchBytes)
    .map(({ id }) => id);
}
