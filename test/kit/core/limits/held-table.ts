import pg from 'pg';
import { eventually } from '../../../helpers/eventually.ts';

/** A lock of a test's own, by default on the table of decks, which makes each statement on it wait. On PostgreSQL only. */
export class HeldTable {
  readonly #holder: pg.Client;
  /** On a session of its own: within a transaction the view of the sessions stays as it is at first. */
  readonly #watcher: pg.Client;

  constructor(url: string | null) {
    this.#holder = new pg.Client({ connectionString: url ?? '', application_name: 'test' });
    this.#watcher = new pg.Client({ connectionString: url ?? '', application_name: 'test' });
  }

  async open(): Promise<this> {
    await Promise.all([this.#holder.connect(), this.#watcher.connect()]);
    return this;
  }

  async close(): Promise<void> {
    await Promise.all([this.#holder.end(), this.#watcher.end()]);
  }

  /** Does work while the table is locked, or what the SQL locks. */
  async whileHeld<Result>(
    work: () => Promise<Result>,
    lock = 'lock table deck in access exclusive mode',
  ): Promise<Result> {
    await this.#holder.query(`begin; ${lock}`);
    try {
      return await work();
    } finally {
      await this.#holder.query('rollback');
    }
  }

  /** How many statements of requests wait for the lock. */
  async waiting(): Promise<number> {
    const { rows } = await this.#watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'deckcast requests' and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? -1;
  }

  /** Waits until so many statements wait for the lock. */
  async waited(count: number, timeoutMs = 5_000): Promise<void> {
    let waiting = -1;
    await eventually(async () => (waiting = await this.waiting()) === count, { timeoutMs }).catch(() => {
      throw new Error(`${waiting} statements wait for the lock, not ${count}`);
    });
  }
}
