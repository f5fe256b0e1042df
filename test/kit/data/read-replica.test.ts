import { expect, jest, test } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Deck } from '../../../src/authoring/decks/deck.entity.ts';
import type { Finding } from '../../../src/composition/finding.ts';
import { inspect } from '../../../src/composition/inspection.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { loadConfig } from '../../../src/config.ts';
import { allSubscriptions } from '../../../src/delivery/statistics/delivery-statistic.entity.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import type { DatabaseConnection } from '../../../src/kit/data/connections/connection.ts';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { openOrm } from '../../../src/kit/data/orm.ts';
import { select } from '../../../src/kit/data/reads.ts';
import { readOnReplica } from '../../../src/kit/data/replica-reads.ts';
import { sightOf, withSight } from '../../../src/kit/rights/sight.ts';
import type { EventAnswer, Schemas, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { freePort } from '../../helpers/free-port.ts';
import { describeWithReplica, ReplicaPair } from '../../helpers/replica-pair.ts';
import { scrape, total } from '../../helpers/scrape.ts';
import { TcpProxy } from '../../helpers/tcp-proxy.ts';
import { TestApp } from '../../helpers/test-app.ts';
import { testDatabaseUrl } from '../../helpers/test-database.ts';
import { use, useServer } from '../../helpers/use.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish } from '../../delivery/deliveries.ts';

// Two servers are made and started.
jest.setTimeout(60_000);

type Statistics = Schemas['DeliveryStatistics'];
type Server = 'replica' | 'primary' | 'repeated';

const lines: string[] = [];
const log = createLogger('info', { write: (line) => void lines.push(line) });

/** What the log says of the replica, in order. */
const said = (): string[] =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; reason?: string })
    .flatMap(({ msg, reason }) => (msg.startsWith('the replica is') ? [reason ?? msg] : []));

const silent = pino({ level: 'silent' });
const isRead = 'the replica is read';

describeWithReplica('a process with a read replica', () => {
  const pair = useServer(new ReplicaPair());
  const receiver = useReceiver();
  let app: TestApp;
  let link: TcpProxy;
  /** A replica that has nothing of what the former primary does after the promotion. */
  let follower: ReplicaPair['replica'];

  use(async () => {
    link = await new TcpProxy(pair.replica.port).open();
    const [url, replicaUrl] = [pair.primary.url('deckcast'), `postgresql://postgres@127.0.0.1:${link.port}/deckcast`];
    const statements: string[] = [];
    const connection = await openDatabase({ url, replicaUrl, poolSize: 4, dataDir: '', log });
    app = await new TestApp({ connection, statements, url, remove: async () => {} }).start({
      HEALTH_PORT: '0',
      DELIVERY_RETRY_DELAYS: Array<string>(20).fill('0.3').join(),
      DISABLE_AFTER_SECONDS: '1',
      PROBE_DELAYS: '0.2',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    });
    await eventually(() => connection.replica?.problem() === null, { what: 'the replica to be read' });
    return async () => {
      await app.stop();
      await connection.close();
      await link.cut();
    };
  });

  const openBeside = (replicaUrl: string): Promise<DatabaseConnection> =>
    openDatabase({ url: pair.primary.url('deckcast'), replicaUrl, poolSize: 2, dataDir: '', log: silent });

  const readsAt = async (server: Server): Promise<number> =>
    total(await scrape(app.healthBase), 'deckcast_database_replica_reads_total', { server });

  const usesReplica = async (): Promise<boolean> =>
    total(await scrape(app.healthBase), 'deckcast_database_replica_used') === 1;

  /** Dead deliveries of the last month, as the API answers. */
  async function deadCount(): Promise<number> {
    const { status, body } = await app.rest.get<{ statistics: Statistics }>(
      '/api/notifications/statistics?period=month',
    );
    expect(status).toBe(200);
    return body.statistics.buckets.reduce((sum, bucket) => sum + bucket.deadCount, 0);
  }

  /** Counts dead deliveries at a server, in the present bucket of an hour. */
  const count = (more: number): string => `insert into delivery_statistic
    (subscription_id, seconds, start, dead_count) values ('${allSubscriptions}', 3600, date_trunc('hour', now()), ${more})
    on conflict (subscription_id, seconds, start) do update set dead_count = delivery_statistic.dead_count + ${more}`;

  /** Events that a subscription has missed, which was switched off for its failures. */
  async function withGap(path: string): Promise<EventAnswer[]> {
    const type = `gap.${path}`;
    receiver.answer = () => 500;
    const channelConfig = { url: `${receiver.url}/${path}` };
    const one = await createSubscription(app.rest, { eventType: type, channel: 'webhook', channelConfig });
    const address = `/api/notifications/subscriptions/${one.id}`;
    await app.rest.put(`${address}/policy`, { isAutoRecoverEnabled: true });
    const missed = [await publish(app, type)];
    await eventually(async () => !(await app.rest.get<SubscriptionAnswer>(address)).body.isActive, {
      timeoutMs: 20_000,
      what: 'the switching off',
    });
    for (let nth = 0; nth < 60; nth += 1) missed.push(await publish(app, type));
    return missed;
  }

  async function expectReplayed(path: string, missed: readonly EventAnswer[]): Promise<void> {
    receiver.answer = () => 204;
    const arrived = (): string[] => receiver.at(`/${path}`).map(({ headers }) => String(headers['webhook-id']));
    await eventually(() => missed.every(({ id }) => arrived().includes(id)), { timeoutMs: 40_000, what: 'the replay' });
  }

  test('reads charts and the events of a gap from the replica, and misses none', async () => {
    const before = await readsAt('replica');
    await deadCount();
    expect(await readsAt('replica')).toBe(before + 1);
    const missed = await withGap('followed');
    await expectReplayed('followed', missed);
    expect(await readsAt('replica')).toBeGreaterThan(before + 1);
    expect(said()).toEqual([isRead]);
    const sessions = await pair.replica.ask(
      `select distinct application_name as name from pg_stat_activity where datname = 'deckcast' order by 1`,
    );
    expect(sessions.map(({ name }) => name)).toEqual(['deckcast replica', 'deckcast replica watchdog']);
  });

  test('sees on the replica the rows that it sees on the primary', async () => {
    const [mine, other] = [await createDeck(app.rest), await createDeck(app.rest)];
    const { connection } = app.database;
    const orm = await openOrm(connection, catalogue.entities, log);
    const em = withSight(orm.em.fork(), { decks: [mine.id] });
    await pair.caughtUp();
    const before = await readsAt('replica');
    const { replica } = connection;
    const seen = await readOnReplica({ em, replica }, async (reader) => {
      expect(sightOf(reader)).toEqual({ decks: [mine.id] });
      return [await select(reader, Deck, sql``), await reader.find(Deck, {})] as const;
    });
    expect(seen.map((decks) => decks.map(({ id }) => id))).toEqual([[mine.id], [mine.id]]);
    expect(await readsAt('replica')).toBe(before + 1);
    const all = await readOnReplica({ em: withSight(orm.em.fork(), { decks: null }), replica }, (reader) =>
      select(reader, Deck, sql``),
    );
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([mine.id, other.id]));
  });

  test('changes nothing on the replica, and repeats on the primary what fails there', async () => {
    const { replica, kysely } = app.database.connection;
    const before = await readsAt('repeated');
    const onServers: string[] = [];
    const read = async (transaction: unknown): Promise<string> => {
      onServers.push(transaction === null ? 'primary' : 'replica');
      if (transaction !== null) await sql`select 1 / 0`.execute(transaction as typeof kysely);
      return 'read';
    };
    expect(await replica?.read(read, 'little lag')).toBe('read');
    expect(onServers).toEqual(['replica', 'primary']);
    expect(await readsAt('repeated')).toBe(before + 1);
  });

  test('reads the primary while the replica lags, and the replica again once it has caught up', async () => {
    const before = await deadCount();
    await pair.replica.ask('select pg_wal_replay_pause()');
    await pair.primary.ask(count(7), 'deckcast');
    // A moment old, and later not older than the bound.
    expect(await deadCount()).toBe(before);
    const orm = await openOrm(app.database.connection, catalogue.entities, log);
    const scope = { em: withSight(orm.em.fork(), { decks: null }), replica: app.database.connection.replica };
    const readSum = async (em: SqlEntityManager): Promise<unknown> =>
      (await sql`select sum(dead_count)::int as sum from delivery_statistic`.execute(em.getKysely<unknown>())).rows;
    const old = await readOnReplica(scope, readSum);
    expect(await readOnReplica(scope, readSum, 'everything')).toEqual(await readSum(scope.em));
    expect(old).not.toEqual(await readSum(scope.em));
    const missed = await withGap('paused');
    await expectReplayed('paused', missed);
    await eventually(async () => (await deadCount()) >= before + 7, { timeoutMs: 30_000, what: 'the bound' });
    expect(await usesReplica()).toBe(false);
    expect(total(await scrape(app.healthBase), 'deckcast_database_replica_lag_seconds')).toBeGreaterThan(10);
    const primary = await readsAt('primary');
    await deadCount();
    expect(await readsAt('primary')).toBe(primary + 1);
    await pair.replica.ask('select pg_wal_replay_resume()');
    await eventually(usesReplica, { timeoutMs: 20_000, what: 'the replica to be read again' });
    expect(await deadCount()).toBeGreaterThanOrEqual(before + 7);
    expect(said()).toEqual([isRead, 'The replica lags behind by more than 10 s.', isRead]);
  });

  test('fails no request when the link to the replica falls silent', async () => {
    lines.splice(0);
    link.silent = true;
    link.pause();
    const before = await readsAt('repeated');
    await Promise.all(Array.from({ length: 6 }, () => deadCount()));
    expect(await readsAt('repeated')).toBeGreaterThan(before);
    link.silent = false;
    link.resume();
    await eventually(usesReplica, { timeoutMs: 20_000, what: 'the replica to be read again' });
    expect(said()).toEqual([expect.stringMatching(/^The replica does not answer: /), isRead]);
  });

  test('fails no request when the replica is killed, and reads it again once it is back', async () => {
    lines.splice(0);
    const reading = { value: true };
    const readers = Array.from({ length: 4 }, async () => {
      while (reading.value) await deadCount();
    });
    await pair.replica.kill();
    await eventually(async () => !(await usesReplica()), { what: 'the replica to be given up' });
    await deadCount();
    reading.value = false;
    await Promise.all(readers);
    await pair.replica.start();
    await eventually(usesReplica, { timeoutMs: 20_000, what: 'the replica to be read again' });
    expect(said()).toEqual([expect.stringMatching(/^The replica does not answer: /), isRead]);
  });

  test('starts without a replica that is away, and with the primary in its place, and reads neither', async () => {
    const unused = await freePort();
    for (const [replicaUrl, problem] of [
      [`postgresql://postgres@127.0.0.1:${unused}/deckcast`, /^The replica does not answer: /],
      [`${pair.primary.url('deckcast')}?`, /^DATABASE_REPLICA_URL leads to a server that takes changes itself: /],
    ] as const) {
      const connection = await openBeside(replicaUrl);
      expect(connection.replica?.problem()).toMatch(problem);
      const server = await connection.replica?.read(
        async (replica) => (replica === null ? 'primary' : 'replica'),
        'little lag',
      );
      expect(server).toBe('primary');
      await connection.close();
    }
  });

  test('refuses to start with a replica of another database or cluster', async () => {
    const sentence = /^DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a replica of that one/;
    await expect(openBeside(pair.replica.url('postgres'))).rejects.toThrow(sentence);
    const other = new URL(testDatabaseUrl ?? '');
    await expect(openBeside(other.href)).rejects.toThrow(sentence);
  });

  test('is looked at by doctor', async () => {
    const config = loadConfig({
      DATABASE_URL: pair.primary.url('deckcast'),
      DATABASE_REPLICA_URL: pair.replica.url('deckcast'),
      DATA_DIR: app.dataDir,
      SPEECH: 'none',
    });
    const ofReplica = async (): Promise<Finding[]> =>
      (await inspect(config, silent)).filter(({ subject }) => subject === 'replica');
    expect(await ofReplica()).toEqual([
      {
        subject: 'replica',
        state: 'ok',
        finding: expect.stringMatching(/^It is read, and lags behind by \d+\.\d s at most\.$/),
      },
    ]);
    await pair.replica.kill();
    expect(await ofReplica()).toEqual([
      {
        subject: 'replica',
        state: 'doubt',
        finding: expect.stringMatching(/^The replica does not answer: .* All reads go to the primary\.$/),
      },
    ]);
    await pair.replica.start();
    await eventually(usesReplica, { timeoutMs: 20_000, what: 'the replica to be read again' });
  });

  test('does not read a replica that was promoted', async () => {
    lines.splice(0);
    const before = await deadCount();
    follower = await pair.newReplica('follower');
    await follower.kill();
    await pair.replica.ask('select pg_promote()');
    await eventually(async () => !(await usesReplica()), { timeoutMs: 20_000, what: 'the replica to be given up' });
    await pair.replica.ask(count(100), 'deckcast');
    expect(await deadCount()).toBeLessThan(before + 100);
    expect(said()).toEqual([
      expect.stringMatching(/^DATABASE_REPLICA_URL leads to a server that takes changes itself/),
    ]);
  });

  test('does not read a replica of the former primary, but one that follows the promoted server', async () => {
    const promoted = pair.replica;
    const stray = await pair.newReplica('stray');
    const beside = async (replica: typeof promoted): Promise<DatabaseConnection> => {
      const options = { url: promoted.url('deckcast'), replicaUrl: replica.url('deckcast'), poolSize: 2, dataDir: '' };
      return openDatabase({ ...options, log: silent });
    };
    const strayed = await beside(stray);
    expect(strayed.replica?.problem()).toMatch(/^The replica does not follow .* timeline\.$/);
    await strayed.close();
    await stray.kill();

    follower.follow(promoted);
    await follower.start();
    const followed = await beside(follower);
    const isNamed = async (): Promise<boolean> => {
      // Its files then have the number of the timeline.
      await promoted.ask('checkpoint');
      await follower.ask('checkpoint');
      return followed.replica?.problem() === null;
    };
    await eventually(isNamed, { timeoutMs: 30_000, what: 'the replica to be read' });
    await followed.close();
    await follower.kill();
  });
});
