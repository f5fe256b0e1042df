import { systemActor } from '../../../src/kit/rights/actor.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { Vault } from '../../../src/kit/rights/vault.ts';
import type { DatabaseConnection } from '../../../src/kit/data/connections/connection.ts';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { demoDeckId, demoFile, demoSubscription } from '../../../src/demo/demo-deck.ts';
import { migrations, oldestRelease } from '../../../src/kit/data/migrations.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { migrate, openOrm, type Orm } from '../../../src/kit/data/orm.ts';
import { seedDemo } from '../../../src/demo/seed.ts';
import { StartupError } from '../../../src/kit/core/errors.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { Deck } from '../../../src/authoring/decks/deck.entity.ts';
import { Faq } from '../../../src/authoring/faqs/faq.entity.ts';
import { Slide } from '../../../src/authoring/slides/slide.entity.ts';
import { NotificationSubscription } from '../../../src/delivery/subscriptions/subscription.entity.ts';
import { SubscriptionSecrets } from '../../../src/delivery/subscriptions/subscription.secrets.ts';
import type { RequestScope } from '../../../src/kit/data/scope.ts';
import { eventually } from '../../helpers/eventually.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { createTestDatabase, emptyDatabase, type TestDatabase } from '../../helpers/test-database.ts';
import { Sessions } from './sessions.ts';
import { withSight } from '../../../src/kit/rights/sight.ts';

const log = pino({ level: 'silent' });
/** The last migration of the oldest release, and all since. */
const known = 1 + migrations.length;
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

async function migrated(): Promise<Orm> {
  await emptyDatabase(database);
  const connection = await connect();
  const orm = await openOrm(connection, catalogue.entities, log);
  await migrate(orm, connection, { log });
  return orm;
}

const scopeOf = (orm: Orm): RequestScope => ({
  em: withSight(orm.em.fork(), systemActor),
  actor: systemActor,
  requestId: 'test',
  log,
  now: () => new Date(),
});

describe('the migrations', () => {
  test('an empty database becomes exactly what the entities say', async () => {
    const orm = await migrated();
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
    expect((await orm.migrator.getExecuted()).map(({ name }) => name)).toHaveLength(known);
  });

  test('a second run changes nothing', async () => {
    const orm = await migrated();
    await migrate(orm, await connect(), { log });
    expect(await orm.migrator.getExecuted()).toHaveLength(known);
    expect(await orm.migrator.getPending()).toEqual([]);
  });

  test('a start on the tables of a newer version is refused in one sentence, and changes nothing', async () => {
    const orm = await migrated();
    const { kysely } = database.connection;
    await sql`insert into mikro_orm_migrations (name) values ('Migration20991231000000_later')`.execute(kysely);
    const start = migrate(orm, await connect(), { log });
    await expect(start).rejects.toBeInstanceOf(StartupError);
    await expect(start).rejects.toThrow(
      /^The database was migrated by a newer Deckcast \(Migration20991231000000_later\): start that version, or restore a backup from before it\.$/,
    );
    expect(await orm.migrator.getExecuted()).toHaveLength(known + 1);
  });

  test('a start on the tables of a version before the oldest release is refused in one sentence, and changes nothing', async () => {
    const orm = await migrated();
    const { kysely } = database.connection;
    await sql`delete from mikro_orm_migrations where name >= ${oldestRelease.lastMigration}`.execute(kysely);
    await sql`insert into mikro_orm_migrations (name) values ('Migration20261120125804_initial')`.execute(kysely);
    const start = migrate(orm, await connect(), { log });
    await expect(start).rejects.toBeInstanceOf(StartupError);
    await expect(start).rejects.toThrow(
      /^The database was migrated by a Deckcast before 1\.0\.0-rc\.1: start 1\.0\.0-rc\.1 on it once, then start this version\.$/,
    );
    expect(await orm.migrator.getExecuted()).toHaveLength(1);
  });

  testOnPostgres('processes that start together migrate one after the other', async () => {
    await emptyDatabase(database);
    const connections = await Promise.all([connect(), connect(), connect()]);
    const orms = await Promise.all(connections.map((connection) => openOrm(connection, catalogue.entities, log)));
    await Promise.all(orms.map((orm, index) => migrate(orm, connections[index] as DatabaseConnection, { log })));
    expect(await orms[0]?.migrator.getExecuted()).toHaveLength(known);
    expect(await orms[0]?.migrator.getPending()).toEqual([]);
  });

  testOnPostgres('a migration behind a long transaction lets requests pass, and ends once that does', async () => {
    const orm = await migrated();
    const { kysely } = database.connection;
    await sql`alter table notification_subscription drop column is_homeowner_named`.execute(kysely);
    await sql`delete from mikro_orm_migrations where name like '%homeowners_in_mails'`.execute(kysely);
    const long = await new Sessions(database.url).open();
    await long.run('begin');
    await long.run('select id from notification_subscription');
    const lines: string[] = [];
    const running = migrate(orm, database.connection, {
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
    const count = sql<{ count: number }>`select count(*)::int as count from notification_subscription`;
    const waits: number[] = [];
    await eventually(
      async () => {
        const began = performance.now();
        await count.execute(kysely);
        waits.push(performance.now() - began);
        return lines.length >= 2;
      },
      { timeoutMs: 30_000 },
    );
    // Longer than a lock is waited for, and far below the limit of a statement.
    expect(Math.max(...waits)).toBeLessThan(10_000);
    expect(lines[0]).toContain('another transaction holds a table that a migration changes');
    await long.run('commit');
    await running;
    await long.close();
    expect(await orm.migrator.getPending()).toEqual([]);
  });
});

test('what a start executes is logged with its time', async () => {
  const orm = await migrated();
  const { kysely } = database.connection;
  await sql`alter table event drop column traceparent`.execute(kysely);
  await sql`delete from mikro_orm_migrations where name like '%_traces'`.execute(kysely);
  const lines: string[] = [];
  await migrate(orm, await connect(), { log: createLogger('info', { write: (line) => void lines.push(line) }) });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      msg: 'the database is migrated',
      migrations: ['Migration20261127055424_traces'],
      ms: expect.any(Number),
    }),
  ]);
  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
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
      'migration',
      (orm: Orm, own: DatabaseConnection, to: Logger) => migrate(orm, own, { log: to }),
    ],
    [
      'fills the database',
      'demo',
      (orm: Orm, _: unknown, to: Logger) => seedDemo({ ...scopeOf(orm), log: to }, secrets),
    ],
  ])('waits while another process %s, and says so', async (what, lock, begin) => {
    const orm = await migrated();
    const other = await new Sessions(database.url).open();
    await other.run('begin');
    await other.run(`select from row_lock where name = '${lock}' for update`);
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
    const em = withSight(orm.em.fork(), systemActor);
    return Promise.all([em.count(Deck), em.count(Slide), em.count(Faq), em.count(NotificationSubscription)]);
  };

  test('an empty database gets the demo once, in its order', async () => {
    const orm = await migrated();
    await seedDemo(scopeOf(orm), secrets);
    await seedDemo(scopeOf(orm), secrets);
    expect(await counts(orm)).toEqual([1, 12, 6, 1]);
    const em = withSight(orm.em.fork(), systemActor);
    expect(await em.findOneOrFail(Deck, demoDeckId)).toMatchObject(demoFile.deck);
    expect(await em.findOneOrFail(NotificationSubscription, demoSubscription.id)).toMatchObject(demoSubscription);
    const slides = await em.find(Slide, { deckId: demoDeckId }, { orderBy: { orderIndex: 'asc' } });
    expect(slides).toMatchObject(demoFile.slides.map((slide, orderIndex) => ({ ...slide, orderIndex })));
    const faqs = await em.find(Faq, { deckId: demoDeckId }, { orderBy: { createdAt: 'asc' } });
    expect(faqs).toMatchObject(demoFile.faqs);
  });

  test('a database that has a deck is left alone', async () => {
    const orm = await migrated();
    const em = withSight(orm.em.fork(), systemActor);
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
