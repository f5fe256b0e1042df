import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { Vault } from '../../src/access/vault.ts';
import { type DatabaseConnection, openDatabase } from '../../src/database/connection.ts';
import { demoDeck, demoFaqs, demoSlides, demoSubscription } from '../../src/database/demo-deck.ts';
import { migrations } from '../../src/database/migrations.ts';
import { migrate, openOrm, type Orm } from '../../src/database/orm.ts';
import { adoptRestoredLogs } from '../../src/database/restored-logs.ts';
import { seedDemo } from '../../src/database/seed.ts';
import { JobQueue } from '../../src/jobs/job-queue.ts';
import { WakeUps } from '../../src/jobs/wake-ups.ts';
import { createLogger } from '../../src/logging.ts';
import { Deck } from '../../src/modules/decks/deck.entity.ts';
import { Faq } from '../../src/modules/faqs/faq.entity.ts';
import { Slide } from '../../src/modules/slides/slide.entity.ts';
import { NotificationSubscription } from '../../src/modules/subscriptions/subscription.entity.ts';
import { SubscriptionSecrets } from '../../src/modules/subscriptions/subscription.secrets.ts';
import type { RequestScope } from '../../src/scope.ts';
import { eventually } from '../helpers/eventually.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts';
import { Sessions } from './sessions.ts';

const log = pino({ level: 'silent' });
const secrets = new SubscriptionSecrets(new Vault([], log));

let database: TestDatabase;
const open: DatabaseConnection[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);

afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});

afterAll(async () => {
  await database.connection.close();
  await database.remove();
});

/** As a process of its own would connect; PGlite has one connection, which all share. */
async function connect(): Promise<DatabaseConnection> {
  const { connection, url } = database;
  if (url === null) return connection;
  const another = await openDatabase({ url, poolSize: 4, dataDir: '', log });
  open.push(another);
  return another;
}

/** Leaves nothing but what PostgreSQL brings. */
async function empty(): Promise<void> {
  for (const statement of [
    'drop schema public cascade',
    'create schema public',
    'drop schema if exists pgboss cascade',
  ]) {
    await sql.raw(statement).execute(database.connection.kysely);
  }
}

async function migrated(): Promise<Orm> {
  await empty();
  const connection = await connect();
  const orm = await openOrm(connection, log);
  await migrate(orm, connection, { log });
  return orm;
}

const scopeOf = (orm: Orm): RequestScope => ({
  em: orm.em.fork(),
  actor: 'system',
  requestId: 'test',
  log,
  now: () => new Date(),
});

describe('the migrations', () => {
  test('an empty database becomes exactly what the entities say', async () => {
    const orm = await migrated();
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
    expect((await orm.migrator.getExecuted()).map(({ name }) => name)).toHaveLength(migrations.length);
  });

  test('a second run changes nothing', async () => {
    const orm = await migrated();
    await migrate(orm, await connect(), { log });
    expect(await orm.migrator.getExecuted()).toHaveLength(migrations.length);
    expect(await orm.migrator.getPending()).toEqual([]);
  });

  testOnPostgres('processes that start together migrate one after the other', async () => {
    await empty();
    const connections = await Promise.all([connect(), connect(), connect()]);
    const orms = await Promise.all(connections.map((connection) => openOrm(connection, log)));
    await Promise.all(orms.map((orm, index) => migrate(orm, connections[index] as DatabaseConnection, { log })));
    expect(await orms[0]?.migrator.getExecuted()).toHaveLength(migrations.length);
    expect(await orms[0]?.migrator.getPending()).toEqual([]);
  });
});

test('fan-outs that wait as jobs of an older version are carried over, also those that were given up', async () => {
  const orm = await migrated();
  const { kysely } = database.connection;
  const queue = new JobQueue(database.connection, new WakeUps(null, log), log);
  for (const name of ['fan-out-event', 'deliver']) queue.register({ kind: { name }, slots: 1, run: async () => {} });
  await queue.start();
  await queue.drain(1_000);
  const [waiting, failed, done] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, state] of Object.entries({ [waiting]: 'created', [failed]: 'failed', [done]: 'completed' })) {
    await sql`insert into event (id, type, timestamp, data) values (${id}, 'a.b', now(), '{}')`.execute(kysely);
    await sql`insert into pgboss.job (name, state, data)
      values ('fan-out-event', ${state}, ${JSON.stringify({ eventId: id })})`.execute(kysely);
  }
  await sql`insert into pgboss.job (name, data) values ('deliver', '{}')`.execute(kysely);
  await sql`drop table fan_out, delivery_lane`.execute(kysely);
  await sql`alter table notification_subscription drop column created_in`.execute(kysely);
  await sql`drop index delivery_subscription_id_next_attempt_at_id_index`.execute(kysely);
  await sql`delete from mikro_orm_migrations where name like '%delivery_queue'`.execute(kysely);
  await migrate(orm, await connect(), { log });
  const { rows } = await sql<{ event_id: string }>`select event_id from fan_out`.execute(kysely);
  expect(rows.map((row) => row.event_id).sort()).toEqual([waiting, failed].sort());
  expect((await sql`select 1 from pgboss.job`.execute(kysely)).rows).toEqual([]);
});

describe('a start', () => {
  testOnPostgres('sets no time limit to a migration, as it does to requests', async () => {
    const connection = await connect();
    const limit = sql<object>`show statement_timeout`;
    const [patient, usual] = [
      await connection.patiently((own) => limit.execute(own)),
      await limit.execute(connection.kysely),
    ];
    expect([...patient.rows, ...usual.rows]).toEqual([{ statement_timeout: '0' }, { statement_timeout: '15s' }]);
  });

  testOnPostgres.each([
    [
      'migrates the database',
      7_241_930,
      (orm: Orm, own: DatabaseConnection, to: Logger) => migrate(orm, own, { log: to }),
    ],
    [
      'fills the database',
      7_241_931,
      (orm: Orm, _: unknown, to: Logger) => seedDemo({ ...scopeOf(orm), log: to }, secrets),
    ],
    [
      'adopts a restored log',
      7_241_932,
      (_: Orm, own: DatabaseConnection, to: Logger) => adoptRestoredLogs(own, { log: to }),
    ],
  ])('waits while another process %s, and says so', async (what, lock, begin) => {
    const orm = await migrated();
    const other = await new Sessions(database.url).open();
    await other.run(`select pg_advisory_lock(${lock})`);
    const lines: string[] = [];
    const waiting = begin(orm, await connect(), createLogger('info', { write: (line) => void lines.push(line) }));
    await eventually(() => lines.some((line) => line.includes(`another process ${what}`)));
    await other.close();
    await waiting;
    expect(lines.at(-1)).toContain('the start goes on');
  });
});

describe('the demo', () => {
  const counts = async (orm: Orm): Promise<number[]> => {
    const em = orm.em.fork();
    return Promise.all([em.count(Deck), em.count(Slide), em.count(Faq), em.count(NotificationSubscription)]);
  };

  test('an empty database gets the demo once, in its order', async () => {
    const orm = await migrated();
    await seedDemo(scopeOf(orm), secrets);
    await seedDemo(scopeOf(orm), secrets);
    expect(await counts(orm)).toEqual([1, 12, 6, 1]);
    const em = orm.em.fork();
    expect(await em.findOneOrFail(Deck, demoDeck.id)).toMatchObject(demoDeck);
    expect(await em.findOneOrFail(NotificationSubscription, demoSubscription.id)).toMatchObject(demoSubscription);
    const slides = await em.find(Slide, { deckId: demoDeck.id }, { orderBy: { orderIndex: 'asc' } });
    expect(slides).toMatchObject(demoSlides.map((slide, orderIndex) => ({ ...slide, orderIndex })));
    const faqs = await em.find(Faq, { deckId: demoDeck.id }, { orderBy: { createdAt: 'asc' } });
    expect(faqs).toMatchObject(demoFaqs);
  });

  test('a database that has a deck is left alone', async () => {
    const orm = await migrated();
    const em = orm.em.fork();
    await em.persist(Object.assign(new Deck(), { name: 'Mine' })).flush();
    await seedDemo(scopeOf(orm), secrets);
    expect(await counts(orm)).toEqual([1, 0, 0, 0]);
  });

  test('processes that start together seed once', async () => {
    const orm = await migrated();
    await Promise.all([
      seedDemo(scopeOf(orm), secrets),
      seedDemo(scopeOf(orm), secrets),
      seedDemo(scopeOf(orm), secrets),
    ]);
    expect(await counts(orm)).toEqual([1, 12, 6, 1]);
  });
});
