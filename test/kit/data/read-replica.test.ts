import { expect, jest, test } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Deck } from '../../../src/authoring/decks/deck.entity.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { openOrm } from '../../../src/kit/data/orm.ts';
import { select } from '../../../src/kit/data/reads.ts';
import { readOnReplica } from '../../../src/kit/data/replica-reads.ts';
import { sightOf, withSight } from '../../../src/kit/rights/sight.ts';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSubscription } from '../../helpers/factories.ts';
import { describeWithReplica, ReplicaPair } from '../../helpers/replica-pair.ts';
import { useServer } from '../../helpers/use.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';
import { publish } from '../../delivery/deliveries.ts';
import { countDead, isRead, useReplicaApp } from './replica-app.ts';

// Two servers are made and started.
jest.setTimeout(60_000);

const silent = pino({ level: 'silent' });

describeWithReplica('a process with a read replica', () => {
  const pair = useServer(new ReplicaPair());
  const on = useReplicaApp(pair);
  const receiver = useReceiver();

  /** Events that a subscription has missed, which was switched off for its failures. */
  async function withGap(path: string): Promise<EventAnswer[]> {
    const type = `gap.${path}`;
    receiver.answer = () => 500;
    const channelConfig = { url: `${receiver.url}/${path}` };
    const one = await createSubscription(on.app.rest, { eventType: type, channel: 'webhook', channelConfig });
    const address = `/api/notifications/subscriptions/${one.id}`;
    await on.app.rest.put(`${address}/policy`, { isAutoRecoverEnabled: true });
    const missed = [await publish(on.app, type)];
    await eventually(async () => !(await on.app.rest.get<SubscriptionAnswer>(address)).body.isActive, {
      timeoutMs: 20_000,
      what: 'the switching off',
    });
    for (let nth = 0; nth < 60; nth += 1) missed.push(await publish(on.app, type));
    return missed;
  }

  async function expectReplayed(path: string, missed: readonly EventAnswer[]): Promise<void> {
    receiver.answer = () => 204;
    const arrived = (): string[] => receiver.at(`/${path}`).map(({ headers }) => String(headers['webhook-id']));
    await eventually(() => missed.every(({ id }) => arrived().includes(id)), { timeoutMs: 40_000, what: 'the replay' });
  }

  test('reads charts and the events of a gap from the replica, and misses none', async () => {
    const before = await on.readsAt('replica');
    await on.deadCount();
    expect(await on.readsAt('replica')).toBe(before + 1);
    const missed = await withGap('followed');
    await expectReplayed('followed', missed);
    expect(await on.readsAt('replica')).toBeGreaterThan(before + 1);
    expect(on.said()).toEqual([isRead]);
    const sessions = await pair.replica.ask(
      `select distinct application_name as name from pg_stat_activity where datname = 'deckcast' order by 1`,
    );
    expect(sessions.map(({ name }) => name)).toEqual(['deckcast replica', 'deckcast replica watchdog']);
  });

  test('sees on the replica the rows that it sees on the primary', async () => {
    const [mine, other] = [await createDeck(on.app.rest), await createDeck(on.app.rest)];
    const { connection } = on.app.database;
    const orm = await openOrm(connection, catalogue.entities, silent);
    const em = withSight(orm.em.fork(), { decks: [mine.id] });
    await pair.caughtUp();
    const before = await on.readsAt('replica');
    const { replica } = connection;
    const seen = await readOnReplica({ em, replica }, async (reader) => {
      expect(sightOf(reader)).toEqual({ decks: [mine.id] });
      return [await select(reader, Deck, sql``), await reader.find(Deck, {})] as const;
    });
    expect(seen.map((decks) => decks.map(({ id }) => id))).toEqual([[mine.id], [mine.id]]);
    expect(await on.readsAt('replica')).toBe(before + 1);
    const all = await readOnReplica({ em: withSight(orm.em.fork(), { decks: null }), replica }, (reader) =>
      select(reader, Deck, sql``),
    );
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([mine.id, other.id]));
  });

  test('changes nothing on the replica, and repeats on the primary what fails there', async () => {
    const { replica, kysely } = on.app.database.connection;
    const before = await on.readsAt('repeated');
    const onServers: string[] = [];
    const read = async (transaction: unknown): Promise<string> => {
      onServers.push(transaction === null ? 'primary' : 'replica');
      if (transaction !== null) await sql`select 1 / 0`.execute(transaction as typeof kysely);
      return 'read';
    };
    expect(await replica?.read(read, 'little lag')).toBe('read');
    expect(onServers).toEqual(['replica', 'primary']);
    expect(await on.readsAt('repeated')).toBe(before + 1);
  });

  test('reads the primary while the replica lags, and the replica again once it has caught up', async () => {
    const before = await on.deadCount();
    await pair.replica.ask('select pg_wal_replay_pause()');
    await pair.primary.ask(countDead(7), 'deckcast');
    // A moment old, and later not older than the bound.
    expect(await on.deadCount()).toBe(before);
    const orm = await openOrm(on.app.database.connection, catalogue.entities, silent);
    const scope = { em: withSight(orm.em.fork(), { decks: null }), replica: on.app.database.connection.replica };
    const readSum = async (em: SqlEntityManager): Promise<unknown> =>
      (await sql`select sum(dead_count)::int as sum from delivery_statistic`.execute(em.getKysely<unknown>())).rows;
    const old = await readOnReplica(scope, readSum);
    expect(await readOnReplica(scope, readSum, 'everything')).toEqual(await readSum(scope.em));
    expect(old).not.toEqual(await readSum(scope.em));
    const missed = await withGap('paused');
    await expectReplayed('paused', missed);
    await eventually(async () => (await on.deadCount()) >= before + 7, { timeoutMs: 30_000, what: 'the bound' });
    expect(await on.metric('used')).toBe(0);
    expect(await on.metric('lag_seconds')).toBeGreaterThan(10);
    const primary = await on.readsAt('primary');
    await on.deadCount();
    expect(await on.readsAt('primary')).toBe(primary + 1);
    await pair.replica.ask('select pg_wal_replay_resume()');
    await on.reads(true);
    expect(await on.deadCount()).toBeGreaterThanOrEqual(before + 7);
    expect(on.said()).toEqual(['The replica lags behind by more than 10 s.', isRead]);
  });
});
