import pg from 'pg';

/** The sessions that a test's database has, seen and ended from a session of the test's own. */
export class Sessions {
  readonly #client: pg.Client;

  constructor(url: string | null) {
    this.#client = new pg.Client({ connectionString: url ?? '', application_name: 'test' });
    this.#client.on('error', () => undefined);
  }

  async open(): Promise<this> {
    await this.#client.connect();
    return this;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async run(statement: string): Promise<object[]> {
    return (await this.#client.query<object>(statement)).rows;
  }

  /** Process ids of the sessions of one role that meet a condition on `pg_stat_activity`. */
  async of(role: string, condition = 'true'): Promise<number[]> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = $1 and ${condition}`,
      [`deckcast ${role}`],
    );
    return rows.map(({ pid }) => pid);
  }

  async terminate(pids: readonly number[]): Promise<void> {
    await this.#client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
  }
}
