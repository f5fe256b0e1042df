import { expect } from '@jest/globals';
import { pino } from 'pino';
import { allSubscriptions } from '../../../src/delivery/statistics/delivery-statistic.entity.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import type { DatabaseConnection } from '../../../src/kit/data/connections/connection.ts';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import type { Schemas } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import type { ReplicaPair } from '../../helpers/replica-pair.ts';
import { scrape, total } from '../../helpers/scrape.ts';
import { TcpProxy } from '../../helpers/tcp-proxy.ts';
import { TestApp } from '../../helpers/test-app.ts';
import { use } from '../../helpers/use.ts';

type Statistics = Schemas['DeliveryStatistics'];
type Server = 'replica' | 'primary' | 'repeated';

/** The line of the log where the replica begins to be read. */
export const isRead = 'the replica is read';

/** SQL that counts dead deliveries in the present bucket of an hour. */
export const countDead = (more: number): string => `insert into delivery_statistic
  (subscription_id, seconds, start, dead_count) values ('${allSubscriptions}', 3600, date_trunc('hour', now()), ${more})
  on conflict (subscription_id, seconds, start) do update set dead_count = delivery_statistic.dead_count + ${more}`;

/** An app on a pair of servers, and what it does with them. */
export class ReplicaApp {
  app!: TestApp;
  /** Lies between the app and the replica. */
  link!: TcpProxy;
  readonly #lines: string[] = [];

  constructor(private readonly pair: ReplicaPair) {}

  async open(): Promise<this> {
    this.link = await new TcpProxy(this.pair.replica.port).open();
    const url = this.pair.primary.url('deckcast');
    const replicaUrl = `postgresql://postgres@127.0.0.1:${this.link.port}/deckcast`;
    const log = createLogger('info', { write: (line) => void this.#lines.push(line) });
    const connection = await openDatabase({ url, replicaUrl, poolSize: 4, dataDir: '', log });
    this.app = await new TestApp({ connection, statements: [], url, remove: async () => {} }).start({
      HEALTH_PORT: '0',
      DELIVERY_RETRY_DELAYS: Array<string>(20).fill('0.3').join(),
      DISABLE_AFTER_SECONDS: '1',
      PROBE_DELAYS: '0.2',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    });
    await this.reads(true);
    return this;
  }

  async close(): Promise<void> {
    await this.app.stop();
    await this.app.database.connection.close();
    await this.link.cut();
  }

  /** A further connection to the primary, with another replica. */
  openBeside(replicaUrl: string, url = this.pair.primary.url('deckcast')): Promise<DatabaseConnection> {
    return openDatabase({ url, replicaUrl, poolSize: 2, dataDir: '', log: pino({ level: 'silent' }) });
  }

  /** What the log says of the replica since the last call, in order. */
  said(): string[] {
    return this.#lines
      .splice(0)
      .map((line) => JSON.parse(line) as { msg: string; reason?: string })
      .flatMap(({ msg, reason }) => (msg.startsWith('the replica is') ? [reason ?? msg] : []));
  }

  async metric(name: 'lag_seconds' | 'used'): Promise<number> {
    return total(await scrape(this.app.healthBase), `deckcast_database_replica_${name}`);
  }

  /** How many reads that may go to the replica were made there, or not. */
  async readsAt(server: Server): Promise<number> {
    return total(await scrape(this.app.healthBase), 'deckcast_database_replica_reads_total', { server });
  }

  /** Waits until the replica is read, or is not. */
  async reads(isUsed: boolean): Promise<void> {
    await eventually(async () => (await this.metric('used')) === Number(isUsed), {
      timeoutMs: 30_000,
      what: `the replica to be ${isUsed ? 'read' : 'given up'}`,
    });
  }

  /** Dead deliveries of the last month, as the API answers. */
  async deadCount(): Promise<number> {
    const address = '/api/notifications/statistics?period=month';
    const { status, body } = await this.app.rest.get<{ statistics: Statistics }>(address);
    expect(status).toBe(200);
    return body.statistics.buckets.reduce((sum, bucket) => sum + bucket.deadCount, 0);
  }
}

/** The same for all tests of a block. */
export function useReplicaApp(pair: ReplicaPair): ReplicaApp {
  const on = new ReplicaApp(pair);
  use(async () => {
    await on.open();
    return () => on.close();
  });
  return on;
}
