import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type App, startApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import type { DatabaseConnection } from '../../../src/kit/data/connections/connection.ts';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { dumpTables } from '../../helpers/dump.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { createProcessData, type ProcessData } from '../../helpers/test-database.ts';

/** A Deckcast in this process on a data folder, which can be stopped and started again. */
export class ServerOnFolder {
  rest!: RestClient;
  base = '';
  readonly log: string[] = [];
  #data!: ProcessData;
  #app: App | null = null;
  #connection!: DatabaseConnection;

  constructor(private readonly env: () => Record<string, string>) {}

  async open(): Promise<this> {
    this.#data = await createProcessData('canary');
    await this.start();
    return this;
  }

  async start(): Promise<void> {
    const shared = { PORT: '0', SEED_DEMO: 'off', DELIVERY_RETRY_DELAYS: '0.1' };
    const config = loadConfig({ ...shared, ...this.#data.env, ...this.env() });
    this.#connection = await openDatabase({
      ...config.database,
      dataDir: config.dataDir,
      log: pino({ level: 'silent' }),
    });
    const log = createLogger('trace', { write: (line) => void this.log.push(line) });
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
    this.#app = await startApp(config, log, { connection: this.#connection, stdout });
    this.base = `http://127.0.0.1:${this.#app.address?.port ?? 0}`;
    this.rest = await new RestClient(this.base).open();
  }

  /** Lets the jobs of a kind run now that wait for their time. @returns how many */
  async hurry(kind: string): Promise<number> {
    const { rows } = await sql`update pgboss.job set start_after = now()
      where name = ${kind} and state = 'created' returning 1`.execute(this.#connection.kysely);
    return rows.length;
  }

  async stop(): Promise<void> {
    await this.#app?.stop();
    this.#app = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#data.remove();
  }

  /** How many deliveries have an attempt to come, or are not created yet. @param channel those of this one alone */
  async pending(channel: string | null = null): Promise<number> {
    const { rows } = await sql<{ count: number }>`select (select count(*) from fan_out)::int
      + (select count(*) from delivery join notification_subscription on notification_subscription.id = subscription_id
        where status = 'pending' and channel = coalesce(${channel}, channel))::int as count`.execute(
      this.#connection.kysely,
    );
    return rows[0]?.count ?? 0;
  }

  /** All that is kept: each table, each file of the data folder but those of the database, with its name, and the log. */
  async kept(): Promise<Map<string, string>> {
    const places = new Map([...(await dumpTables(this.#connection)), ['log', this.log.join('\n')]]);
    for (const file of await this.files()) places.set(file, `${file}\n${await readFile(this.#path(file), 'latin1')}`);
    return places;
  }

  /** Files of the data folder but those of the database. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.#path('.'), { recursive: true });
    const ours = entries.filter((entry) => entry.split(path.sep)[0] !== 'database');
    const isFile = await Promise.all(ours.map(async (entry) => (await stat(this.#path(entry))).isFile()));
    return ours.filter((_entry, at) => isFile[at]).toSorted();
  }

  #path(file: string): string {
    return path.join(this.#data.env['DATA_DIR'] ?? '', file);
  }
}
