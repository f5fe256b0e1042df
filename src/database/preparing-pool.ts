import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** A statement that came so often is prepared. */
const often = 50;
/** PostgreSQL keeps a plan of each prepared statement in the memory of each connection. */
const maxPrepared = 100;
/** Statements whose number of values varies have many texts, which come once in a while. */
const maxCounted = 1_000;
/** What gives all columns of a table is never prepared: when a newer version adds one, its plan would be refused. */
const givesAllColumns = /\.\*|^select \*|returning \*/i;

/**
 * A pool whose connections have PostgreSQL keep its plan of statements that come often. Else it plans each one each
 * time: for the insertion of a job, which comes with each event, that takes longer than to run it.
 */
export class PreparingPool implements PostgresPool {
  readonly #statements = new OftenUsed();
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>();

  constructor(private readonly pool: pg.Pool) {}

  get options(): object {
    return this.pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.pool.connect();
    let preparing = this.#clients.get(client);
    if (preparing === undefined) {
      preparing = new PreparingClient(client, this.#statements);
      this.#clients.set(client, preparing);
    }
    return preparing;
  }

  async end(): Promise<void> {
    await this.pool.end();
  }
}

class PreparingClient implements PostgresPoolClient {
  constructor(
    private readonly client: pg.PoolClient,
    private readonly statements: OftenUsed,
  ) {}

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(text: string | PostgresCursor<R>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('cursors are not opened here');
    // Without values it may be several statements, which cannot be prepared.
    const name = values.length === 0 ? undefined : this.statements.nameOf(text);
    return this.client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  }

  release(): void {
    this.client.release();
  }
}

/** Gives names to the texts of statements that come often. */
class OftenUsed {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === maxPrepared) return name;
    if (givesAllColumns.test(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count === often) {
      this.#counts.delete(text);
      this.#names.set(text, `often_${this.#names.size + 1}`);
    } else {
      if (this.#counts.size === maxCounted) this.#counts.clear();
      this.#counts.set(text, count);
    }
    return this.#names.get(text);
  }
}
