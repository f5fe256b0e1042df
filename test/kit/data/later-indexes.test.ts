import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { catalogue } from '../../../src/composition/modules.ts';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { migrate, openOrm, pendingMigrations } from '../../../src/kit/data/orm.ts';
import { eventually } from '../../helpers/eventually.ts';
import { describeOnNotify } from '../../helpers/on-postgres.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';
import { Sessions } from './sessions.ts';

jest.setTimeout(120_000);

const index = 'presentation_slide_hero_img_index';
const log = pino({ level: 'silent' });

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);

afterAll(async () => {
  await database.remove();
});

/** As an older version leaves the tables. */
async function dropIndex(): Promise<void> {
  await sql.raw(`drop index if exists ${index}`).execute(database.connection.kysely);
}

/** Whether queries can use the index; undefined where there is none. */
async function isValid(): Promise<boolean | undefined> {
  const { rows } = await sql<{ is: boolean }>`select indisvalid as "is" from pg_index
    where indexrelid = to_regclass(${index})`.execute(database.connection.kysely);
  return rows[0]?.is;
}

async function migrateOnce(): Promise<void> {
  const { url } = database;
  const connection = url === null ? database.connection : await openDatabase({ url, poolSize: 2, dataDir: '', log });
  try {
    await migrate(await openOrm(connection, catalogue.entities, log), connection, { log });
  } finally {
    if (url !== null) await connection.close();
  }
}

test('an index that the tables lack is to come, and a start makes it', async () => {
  await dropIndex();
  const orm = await openOrm(database.connection, catalogue.entities, log);
  expect(await pendingMigrations(orm, database.connection)).toEqual([index]);
  await migrateOnce();
  expect(await isValid()).toBe(true);
  expect(await pendingMigrations(orm, database.connection)).toEqual([]);
  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

describeOnNotify('while an older transaction is open, which the index has to wait for', () => {
  let older: Sessions;
  /** Sees the sessions of now: a transaction sees those of its beginning. */
  let watcher: Sessions;
  const servers: ServerProcess[] = [];

  /** The connection that makes the index, once it does. */
  const builders = () =>
    eventually(
      async () => {
        const pids = await watcher.of('preparation', `query like 'create index%' and wait_event_type = 'Lock'`);
        return pids.length > 0 && pids;
      },
      { timeoutMs: 30_000, what: 'the index that is being made' },
    );

  beforeAll(async () => {
    older = await new Sessions(database.url).open();
    watcher = await new Sessions(database.url).open();
  });

  /** The older transaction keeps what it sees. */
  async function holdUp(): Promise<void> {
    await dropIndex();
    await older.run('begin isolation level repeatable read');
    await older.run('select id from presentation_slide');
  }

  afterEach(async () => {
    await older.run('rollback');
    await Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')));
  });

  afterAll(() => Promise.all([older.close(), watcher.close()]));

  test('two processes start at once, changes of the table go on, and both come up when it has ended', async () => {
    await holdUp();
    const env = { DATABASE_URL: database.url ?? '', SPEECH: 'none', SEED_DEMO: 'off', LOG_LEVEL: 'info' };
    servers.push(new ServerProcess(env), new ServerProcess(env));
    expect(await builders()).toHaveLength(1);
    // Between its attempts it has no transaction, which the index would have to wait for.
    const waits = `state = 'idle' and query like '%pg_try_advisory_lock%'`;
    const isWaiting = async (): Promise<boolean> =>
      (await watcher.of('preparation', waits)).length === 1 &&
      servers.some(({ stdout }) => stdout.includes('another process migrates the database'));
    await eventually(isWaiting, { timeoutMs: 30_000, what: 'the process that waits' });

    const writer = await new Sessions(database.url).open();
    await writer.run(`set lock_timeout = '1s'`);
    await writer.run('update presentation_slide set hero_img = hero_img');
    await writer.close();
    expect(await isValid()).toBe(false);

    await older.run('rollback');
    for (const server of servers) expect((await fetch(`${await server.base(60_000)}/readyz`)).status).toBe(200);
    expect(await isValid()).toBe(true);
    const makers = servers.filter(({ stdout }) => stdout.includes('the index is made'));
    expect(makers).toHaveLength(1);
  });

  test('what an interrupted start leaves of an index is dropped, and made by the next one', async () => {
    await holdUp();
    const interrupted = migrateOnce().then(
      () => 'migrated',
      () => 'interrupted',
    );
    await watcher.terminate(await builders());
    expect(await interrupted).toBe('interrupted');
    expect(await isValid()).toBe(false);
    await older.run('rollback');
    await migrateOnce();
    expect(await isValid()).toBe(true);
  });
});
