import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { letArrive } from './arrivals.ts';
import { createLogger } from '../../src/kit/core/logging.ts';
import type { EventAnswer } from './answers.ts';
import { GraphQLClient } from './graphql-client.ts';
import { LiveClient } from './live-client.ts';
import { RestClient } from './rest-client.ts';
import { portableSettings } from './portable-database.ts';
import { createTestDatabase, databaseSettings, type TestDatabase } from './test-database.ts';
import { use } from './use.ts';

type Env = Record<string, string>;

/** A running Deckcast with its own empty database, and clients for its APIs. */
export class TestApp {
  database!: TestDatabase;
  base!: string;
  /** With HEALTH_PORT. */
  healthBase!: string;
  rest!: RestClient;
  graphql!: GraphQLClient;
  dataDir!: string;
  /** Lines that the console channel wrote. */
  readonly console: string[] = [];
  /** Lines of the process log, if `start` is given a LOG_LEVEL. */
  readonly log: string[] = [];
  readonly #live: LiveClient[] = [];
  #stop: () => Promise<void> = async () => {};
  #ownsDatabase = true;

  /** @param kept the database, which it leaves open; by default an empty one of its own */
  constructor(private readonly kept: TestDatabase | null = null) {}

  /**
   * @param beside the app whose database it shares, as a second process does; on PostgreSQL only
   * @param reader the headers that may read the OpenAPI document, where there is no API_KEY to do so
   */
  async start(env: Env = {}, beside: TestApp | null = null, reader?: Record<string, string>): Promise<this> {
    this.#ownsDatabase = beside === null && this.kept === null;
    this.database = beside?.database ?? this.kept ?? (await createTestDatabase());
    this.dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-test-'));
    const config = loadConfig({
      PORT: '0',
      DATA_DIR: this.dataDir,
      ...databaseSettings(this.database.url),
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      SEED_DEMO: 'off',
      SPEECH: 'none',
      DELIVERY_RETRY_DELAYS: '0.2,0.2,0.2',
      // Tests send as much as they need.
      RATE_PER_KEY: '0',
      RATE_PER_ADDRESS: '0',
      RATE_WRONG_KEYS: '0',
      ...portableSettings,
      ...env,
    });
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.console.push(...chunk.toString().trimEnd().split('\n'));
        done();
      },
    });
    const logger = createLogger(
      config.logLevel,
      'LOG_LEVEL' in env ? { write: (line) => void this.log.push(line) } : undefined,
    );
    const { connection } = this.database;
    const held = this.kept === null ? connection : { ...connection, close: async () => {} };
    const dependencies = beside === null ? { connection: held, stdout } : { stdout };
    const app = await startApp(config, logger, dependencies);
    this.#stop = () => app.stop();
    this.base = `http://127.0.0.1:${app.address?.port ?? 0}`;
    this.healthBase = `http://127.0.0.1:${app.healthAddress?.port ?? 0}`;
    const headers: Record<string, string> =
      config.http.apiKey === null ? {} : { authorization: `Bearer ${config.http.apiKey}` };
    this.rest = await new RestClient(this.base, headers).open(reader);
    this.graphql = new GraphQLClient(this.base, headers);
    return this;
  }

  live(connectionParams?: Record<string, unknown>): LiveClient {
    const client = new LiveClient(this.base, connectionParams);
    this.#live.push(client);
    return client;
  }

  /** Waits until all events have their positions, also those that a test has inserted below the APIs. */
  async logSettled(): Promise<void> {
    const { kysely } = this.database.connection;
    await letArrive(kysely);
    await sql`select count(*) from sequence_event(null, 0, 0)`.execute(kysely);
  }

  /** The events that a query of the REST API finds, once all are to be seen. */
  async events(query: string): Promise<EventAnswer[]> {
    await this.logSettled();
    return (await this.rest.get<{ events: EventAnswer[] }>(`/api/events?limit=200&${query}`)).body.events;
  }

  /** How many rows each table of ours has, to show that a refusal left no trace. */
  async rowCounts(): Promise<Record<string, number>> {
    const tables = [
      'deck',
      'slide',
      'faq',
      'presentation',
      'presentation_slide',
      'presentation_faq',
      'contract',
      'notification_subscription',
      'event',
      'delivery',
      'idempotency_key',
    ];
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
        this.database.connection.kysely,
      );
      counts[table] = rows[0]?.count ?? -1;
    }
    return counts;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#live.map((client) => client.close()));
    await this.#stop();
    // A worker keeps the modules of each test file, and so all that they refer to.
    this.#stop = async () => {};
    if (this.#ownsDatabase) await this.database.remove();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/**
 * One app for all tests of a file or block.
 *
 * @param env its settings; as a function where they name a server that the file opens first
 * @param beside as for `start`
 */
export function useApp(env: Env | (() => Env) = {}, beside: TestApp | null = null): TestApp {
  const app = new TestApp();
  use(async () => {
    await app.start(typeof env === 'function' ? env() : env, beside);
    return () => app.stop();
  });
  return app;
}
