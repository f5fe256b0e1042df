import { sql } from 'kysely';
import { inTransaction, type RequestScope } from '../scope.ts';

/** Events that one transaction deletes at most, with their deliveries and attempts. */
const batchSize = 1_000;
const everyMs = 3_600_000;
const dayMs = 86_400_000;
/** Any fixed number: of all processes one prunes at a time. */
const pruneLock = 7_241_933;

/**
 * Deletes events that are older than they have to be kept: at start, and then each hour.
 *
 * What goes is always a beginning of the log, up to the first event that is still to be kept. The last expired one
 * stays: a cursor that names any event of the log has therefore everything behind it.
 */
export class Retention {
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    private readonly newScope: () => RequestScope,
    private readonly days: number,
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
    const { log, now } = this.newScope();
    const keepFrom = new Date(now().getTime() - this.days * dayMs);
    try {
      while (!this.#stopped && (await pruneBatch(this.newScope(), keepFrom)));
    } catch (error) {
      log.warn({ error }, 'old events could not be deleted; that is tried again in an hour');
    }
  }
}

/** @returns whether there may be more */
async function pruneBatch(scope: RequestScope, keepFrom: Date): Promise<boolean> {
  return inTransaction(scope, async ({ em }) => {
    const database = em.getKysely<unknown>();
    const lock = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${pruneLock}) as "isMine"`.execute(
      database,
    );
    if (lock.rows[0]?.isMine !== true) return false;
    const { rows } = await sql<{ id: string; isExpired: boolean }>`
      select id, timestamp < ${keepFrom.toISOString()}::timestamptz as "isExpired" from event
      order by transaction, sequence limit ${batchSize + 1}`.execute(database);
    const kept = rows.findIndex(({ isExpired }) => !isExpired);
    const gone = rows.slice(0, kept === -1 ? rows.length : kept).slice(0, -1);
    if (gone.length === 0) return false;
    await sql`delete from event where id in (${sql.join(gone.map(({ id }) => id))})`.execute(database);
    return gone.length === batchSize;
  });
}
