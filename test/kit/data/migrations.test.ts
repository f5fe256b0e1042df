import { systemActor } from '../../../src/kit/rights/actor.ts';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { Vault } from '../../../src/kit/rights/vault.ts';
import type { DatabaseConnection } from '../../../src/kit/data/connections/connection.ts';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { demoDeckId, demoFile, demoSubscription } from '../../../src/demo/demo-deck.ts';
import { migrations } from '../../../src/kit/data/migrations.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { migrate, openOrm, type Orm } from '../../../src/kit/data/orm.ts';
import { seedDemo } from '../../../src/demo/seed.ts';
import { StartupError } from '../../../src/kit/core/errors.ts';
import { JobQueue } from '../../../src/kit/data/jobs/job-queue.ts';
import { WakeUps } from '../../../src/kit/data/jobs/wake-ups.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { Deck } from '../../../src/authoring/decks/deck.entity.ts';
import { Faq } from '../../../src/authoring/faqs/faq.entity.ts';
import { Presentation } from '../../../src/presentations/presentations/presentation.entity.ts';
import { nextScript } from '../../../src/presentations/presentations/narration-state.ts';
import { readParts } from '../../../src/presentations/presentations/presentation-part.reader.ts';
import { Slide } from '../../../src/authoring/slides/slide.entity.ts';
import { NotificationSubscription } from '../../../src/delivery/subscriptions/subscription.entity.ts';
import { SubscriptionSecrets } from '../../../src/delivery/subscriptions/subscription.secrets.ts';
import type { RequestScope } from '../../../src/kit/data/scope.ts';
import { eventually } from '../../helpers/eventually.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';
import { Sessions } from './sessions.ts';
import { withSight } from '../../../src/kit/rights/sight.ts';

const log = pino({ level: 'silent' });
/** Renames columns and stored JSON: a test of an older version goes back behind it, too. */
const namesOf1 = 'Migration20261126102350_names_of_1_0';
/** Gives presentations what they lack, and requires it. */
const wholePresentations = 'Migration20261126144500_whole_presentations';
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

/** The migrations that change a table, of which the entities of today have all columns. */
function changesOf(table: RegExp): string[] {
  const folder = path.join(import.meta.dirname, '..', '..', '..', 'src/kit/data/migrations');
  const isChange = (file: string): boolean =>
    new RegExp(`(create|alter) table "${table.source}`).test(readFileSync(path.join(folder, file), 'utf8'));
  return globSync('Migration*.ts', { cwd: folder })
    .filter(isChange)
    .map((file) => path.basename(file, '.ts'))
    .toSorted();
}

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

  test('a start on the tables of a newer version is refused in one sentence, and changes nothing', async () => {
    const orm = await migrated();
    const { kysely } = database.connection;
    await sql`insert into mikro_orm_migrations (name) values ('Migration20991231000000_later')`.execute(kysely);
    const start = migrate(orm, await connect(), { log });
    await expect(start).rejects.toBeInstanceOf(StartupError);
    await expect(start).rejects.toThrow(
      /^The database was migrated by a newer Deckcast \(Migration20991231000000_later\): start that version, or restore a backup from before it\.$/,
    );
    expect(await orm.migrator.getExecuted()).toHaveLength(migrations.length + 1);
  });

  testOnPostgres('processes that start together migrate one after the other', async () => {
    await empty();
    const connections = await Promise.all([connect(), connect(), connect()]);
    const orms = await Promise.all(connections.map((connection) => openOrm(connection, catalogue.entities, log)));
    await Promise.all(orms.map((orm, index) => migrate(orm, connections[index] as DatabaseConnection, { log })));
    expect(await orms[0]?.migrator.getExecuted()).toHaveLength(migrations.length);
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

test('an installation from before there were keys has none, and its authentication stays as it was', async () => {
  const orm = await migrated();
  const { kysely } = database.connection;
  await sql`drop table api_key, access_revision`.execute(kysely);
  await sql`delete from mikro_orm_migrations where name like '%_api_key'`.execute(kysely);
  const lines: string[] = [];
  await migrate(orm, await connect(), { log: createLogger('info', { write: (line) => void lines.push(line) }) });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      msg: 'the database is migrated',
      migrations: ['Migration20261122172504_api_key'],
      ms: expect.any(Number),
    }),
  ]);
  expect((await sql`select revision from access_revision`.execute(kysely)).rows).toEqual([{ revision: 0 }]);
  expect((await sql`select 1 from api_key`.execute(kysely)).rows).toEqual([]);
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
  await sql`drop index delivery_subscription_id_next_attempt_at_id_index`.execute(kysely);
  await sql`delete from mikro_orm_migrations where name like '%delivery_queue'`.execute(kysely);
  await migrate(orm, await connect(), { log });
  const { rows } = await sql<{ event_id: string }>`select event_id from fan_out`.execute(kysely);
  expect(rows.map((row) => row.event_id).sort()).toEqual([waiting, failed].sort());
  expect((await sql`select 1 from pgboss.job`.execute(kysely)).rows).toEqual([]);
});

test('what an older version held back is dropped, with the jobs that would deliver it', async () => {
  const orm = await migrated();
  const { kysely } = database.connection;
  const queue = new JobQueue(database.connection, new WakeUps(null, log), log);
  for (const name of ['tell-held-back', 'tell-dead']) queue.register({ kind: { name }, slots: 1, run: async () => {} });
  await queue.start();
  await queue.drain(1_000);
  await sql`insert into pgboss.job (name, data) values ('tell-held-back', '{}'), ('tell-dead', '{}')`.execute(kysely);
  await sql`alter table dead_notice add died_at timestamptz(3), add held_since bigint`.execute(kysely);
  await sql`delete from mikro_orm_migrations where name like '%_no_held_back'`.execute(kysely);
  await migrate(orm, await connect(), { log });
  const { rows } = await sql`select column_name from information_schema.columns
    where table_name = 'dead_notice' and column_name in ('died_at', 'held_since')`.execute(kysely);
  expect(rows).toEqual([]);
  expect((await sql`select name from pgboss.job`.execute(kysely)).rows).toEqual([{ name: 'tell-dead' }]);
});

test('presentations of an older version get slides and FAQs that are rows with ids of their own', async () => {
  const orm = await migrated();
  const { kysely } = database.connection;
  const back = {
    migrations: ['Migration20261122055500_presentation_part_ids', ...changesOf(/presentation_(slide|faq)\b/), namesOf1],
  };
  const [deckId, oneId, twoId, faqId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const words = {
    bullets: ['A'],
    narrationScript: 'N',
    slideContext: null,
    heroImg: null,
    productData: { subtitle: 'S' },
  };
  const audio = { audioUrl: null, wordTimings: [{ word: 'N', startTime: 0, endTime: 0.5 }] };
  const made = { language: 'en', timing: 'pending', spokenBy: null, slideType: 'standard' };
  // Columns that were added since.
  const unspoken = { durationSeconds: null };
  const ofFaq = { timing: 'estimated', spokenBy: null, sourceFaqId: faqId, position: 0 };
  const older = {
    slides: [
      { id: oneId, slideId: 'one', title: 'One', orderIndex: 0, ...words, ...audio, ...made },
      { id: twoId, slideId: 'two', title: 'Two', orderIndex: 7, ...words, ...audio, ...made },
    ],
    faqs: [{ id: faqId, userQuestion: 'Why?', cannedAnswer: 'So.', relatedSlideId: 'one', language: 'en', ...audio }],
    pricing: { slideId: oneId, selectedTier: null, tiers: [] },
    narration: {
      scripts: [{ id: twoId, language: 'en', spoken: 'Two', words: [] }],
      done: 1,
      total: 2,
      failure: null,
    },
  };
  const bare = { slides: [], faqs: [], pricing: { ...older.pricing, slideId: null }, narration: null };
  await orm.migrator.down(back);
  await sql`insert into deck (id, created_at, updated_at, name, currency, default_language, variables)
    values (${deckId}, now(), now(), 'Old', 'USD', 'en', '{}')`.execute(kysely);
  for (const [place, { slides, faqs, pricing, narration }] of [older, older, bare].entries()) {
    await sql`insert into presentation (id, created_at, updated_at, deck_id, status, homeowner, measurement_strategy,
        warnings, slides, faqs, pricing, narration)
      values (${randomUUID()}, now() + ${place} * interval '1 second', now(), ${deckId}, 'narrating', '{}', 'manual', '[]',
        ${JSON.stringify(slides)}, ${JSON.stringify(faqs)}, ${JSON.stringify(pricing)},
        ${narration === null ? null : JSON.stringify(narration)})`.execute(kysely);
  }
  const columns = sql`select slides, faqs, pricing, narration from presentation order by created_at`;
  const before = (await columns.execute(kysely)).rows;
  await migrate(orm, await connect(), { log });

  const { em } = scopeOf(orm);
  const stored = await em.find(Presentation, {}, { orderBy: { createdAt: 'asc' } });
  const rows = stored.map(({ id, slideCount, pricing, narration }) => ({ id, slideCount, pricing, narration }));
  const parts = await Promise.all(rows.map(({ id }) => readParts(em, id)));
  const scripts = await Promise.all(stored.map((presentation) => nextScript(em, presentation)));
  expect(parts[2]).toEqual({ slides: [], faqs: [] });
  expect([rows[2]?.slideCount, rows[2]?.narration, scripts[2]]).toEqual([0, null, null]);
  const ids = parts.flatMap(({ slides, faqs }) => [...slides, ...faqs].map(({ id }) => id));
  expect(new Set([...ids, oneId, twoId, faqId]).size).toBe(9);
  const [one, two] = older.slides;
  const [faq] = older.faqs;
  for (const at of [0, 1]) {
    const reported = parts[at];
    expect(reported?.slides).toMatchObject([
      {
        ...one,
        ...unspoken,
        id: reported?.slides[0]?.id,
        sourceSlideId: oneId,
        presentationId: rows[at]?.id,
        position: 0,
      },
      {
        ...two,
        ...unspoken,
        id: reported?.slides[1]?.id,
        sourceSlideId: twoId,
        presentationId: rows[at]?.id,
        position: 1,
      },
    ]);
    expect(reported?.faqs).toMatchObject([
      { ...faq, ...unspoken, ...ofFaq, id: reported?.faqs[0]?.id, presentationId: rows[at]?.id },
    ]);
    expect(rows[at]).toMatchObject({
      slideCount: 2,
      pricing: { offers: [{ sourceSlideId: oneId, selectedTier: null, suggestedTier: null, tiers: [], addOns: [] }] },
    });
    expect(rows[at]?.narration).toEqual({ doneCount: 1, totalCount: 2, failure: null, failures: [] });
    const script = {
      kind: 'slide',
      id: reported?.slides[1]?.id,
      sourceId: twoId,
      language: 'en',
      spoken: 'Two',
      words: [],
    };
    expect(scripts[at]).toEqual(script);
  }
  await orm.migrator.down(back);
  expect((await columns.execute(kysely)).rows).toMatchObject(before);
});

test('presentations of an older version distinguish a selected tier from a suggested one', async () => {
  const orm = await migrated();
  const { kysely } = database.connection;
  const back = { migrations: ['Migration20261123225000_suggested_tier', namesOf1, wholePresentations] };
  const deckId = randomUUID();
  await sql`insert into deck (id, created_at, updated_at, name, currency, default_language, variables)
    values (${deckId}, now(), now(), 'Old', 'USD', 'en', '{}')`.execute(kysely);
  const [first, second] = [randomUUID(), randomUUID()];
  const tiers = ['good', 'better'].map((tier) => ({ tier, total: '100.00', lines: [] }));
  const offer = (slideId: string, selectedTier: string, more: object = {}): object => ({
    slideId,
    selectedTier,
    tiers,
    ...more,
  });
  /** A presentation whose first slide suggests `better`, and whose second slide suggests nothing. */
  async function store(pricing: object): Promise<string> {
    const id = randomUUID();
    await sql`insert into presentation (id, created_at, updated_at, deck_id, status, homeowner, measurement_strategy,
        warnings, slide_count, pricing)
      values (${id}, now(), now(), ${deckId}, 'ready', '{}', 'manual', '[]', 2, ${JSON.stringify(pricing)})`.execute(
      kysely,
    );
    for (const [position, slideId] of [first, second].entries()) {
      const product = position === 0 ? '{"defaultSelectedTier": "better"}' : '{}';
      await sql`insert into presentation_slide (id, source_slide_id, slide_id, title, bullets, narration_script,
          word_timings, order_index, slide_type, product_data, presentation_id, "position")
        values (${randomUUID()}, ${slideId}, 'key', '', '[]', '', '[]', 0, 'product_pricing_v1', ${product}, ${id},
          ${position})`.execute(kysely);
    }
    return id;
  }
  const event = (data: object) =>
    sql`insert into event (id, type, deck_id, "timestamp", data)
      values (${randomUUID()}, 'presentation.tier_selected', ${deckId}, now(), ${JSON.stringify(data)})`.execute(
      kysely,
    );
  await orm.migrator.down(back);
  const untouched = await store({
    ...offer(first, 'better'),
    further: [offer(second, 'good', { isAgreed: false })],
  });
  const other = await store({ ...offer(first, 'good'), further: [offer(second, 'better', { isAgreed: false })] });
  const agreed = await store({ ...offer(first, 'better', { isAgreed: true }) });
  const again = await store({ ...offer(first, 'better'), further: [offer(second, 'good', { isAgreed: false })] });
  const older = await store(offer(first, 'better'));
  const without = await store({ slideId: null, selectedTier: null, tiers: [] });
  await event({ id: again, tier: 'good', slideId: second });
  await event({ id: older, tier: 'better' });
  await migrate(orm, await connect(), { log });

  const stored = await scopeOf(orm).em.find(Presentation, {});
  const found = new Map(
    stored.map(({ id, pricing }) => [
      id,
      pricing.offers.map(({ selectedTier, suggestedTier }) => [selectedTier, suggestedTier]),
    ]),
  );
  expect(found.get(untouched)).toEqual([
    [null, 'better'],
    [null, null],
  ]);
  expect(found.get(other)).toEqual([
    ['good', 'better'],
    ['better', null],
  ]);
  expect(found.get(agreed)).toEqual([['better', 'better']]);
  expect(found.get(again)).toEqual([
    [null, 'better'],
    ['good', null],
  ]);
  expect(found.get(older)).toEqual([['better', 'better']]);
  expect(found.get(without)).toEqual([]);
  await orm.migrator.down(back);
  const { rows } = await sql<{ pricing: object }>`select pricing from presentation where id = ${untouched}`.execute(
    kysely,
  );
  expect(rows[0]?.pricing).toMatchObject({
    ...offer(first, 'better'),
    further: [offer(second, 'good', { isAgreed: false })],
  });
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
