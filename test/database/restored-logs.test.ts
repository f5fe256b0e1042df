import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { type App, startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { type DatabaseConnection, openDatabase } from '../../src/platform/connections/connection.ts';
import { cursorOf } from '../../src/platform/live/cursor.ts';
import { createLogger } from '../../src/platform/kernel/logging.ts';
import type { EventAnswer } from '../helpers/answers.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { createTestDatabase, type TestDatabase, testDatabaseUrl } from '../helpers/test-database.ts';

const log = createLogger('silent');
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
let database: TestDatabase | null = null;
let dataDir: string;
let running: App | null = null;

beforeAll(async () => {
  if (testDatabaseUrl !== undefined) database = await createTestDatabase();
  await database?.connection.close();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-restored-'));
}, 60_000);

afterEach(async () => {
  await running?.stop();
  running = null;
});

afterAll(async () => {
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts on the same database each time, which is a folder without a server. */
async function start(): Promise<RestClient> {
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    SEED_DEMO: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database?.url ?? '',
  };
  running = await startApp(loadConfig(env), log, { stdout: nowhere });
  return new RestClient(`http://127.0.0.1:${running.address?.port}`).open();
}

async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}

async function inDatabase(work: (connection: DatabaseConnection) => Promise<void>): Promise<void> {
  const connection = await openDatabase({ url: database?.url ?? null, poolSize: 2, dataDir, log });
  await work(connection);
  await connection.close();
}

async function publish(rest: RestClient, count: number): Promise<EventAnswer[]> {
  const events: EventAnswer[] = [];
  for (let index = 0; index < count; index += 1) {
    events.push((await rest.post<{ event: EventAnswer }>('/api/events', { type: 'restored.seen' })).body.event);
  }
  return events;
}

async function list(rest: RestClient, query = ''): Promise<EventAnswer[]> {
  return (await rest.get<{ events: EventAnswer[] }>(`/api/events?${query}`)).body.events;
}

/**
 * Makes the logs ones of a server that has counted further, on which transactions took their numbers in another order
 * than they began.
 *
 * @returns the cursors that it gave out, in the order of the log
 */
async function restoreElsewhere(): Promise<string[]> {
  const cursors: string[] = [];
  await inDatabase(async ({ kysely }) => {
    for (const table of ['event', 'delivery_attempt']) {
      await sql`update ${sql.table(table)} set sequence = 1000 - sequence,
        transaction = (transaction::text::bigint + 4000000000000)::text::xid8`.execute(kysely);
    }
    // An adopted log is one transaction, in which the sequence alone makes the order.
    await sql`update event set transaction = (transaction::text::bigint + 1000 - sequence)::text::xid8`.execute(kysely);
    const { rows } = await sql<{ id: string; transaction: string; sequence: string }>`
      select id, transaction, sequence from event order by transaction, sequence`.execute(kysely);
    cursors.push(...rows.map(cursorOf));
  });
  return cursors;
}

function withOtherId(cursor = ''): string {
  const [place] = /^.*:/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [''];
  return Buffer.from(`${place}00000000`).toString('base64url');
}

const ids = (events: readonly EventAnswer[]): string[] => events.map(({ id }) => id);

test('a log of a server that had counted further is read whole, in order, behind its own cursors and before what is new', async () => {
  let rest = await start();
  const subscription = await createSubscription(rest, { eventType: 'restored.*' });
  const old = await publish(rest, 5);
  const deliveries = `/api/notifications/subscriptions/${subscription.id}/deliveries?status=delivered`;
  await eventually(async () => {
    const { body } = await rest.get<{ deliveries: unknown[] }>(deliveries);
    return body.deliveries.length === 5;
  });
  await stop();
  const cursors = await restoreElsewhere();

  rest = await start();
  await eventually(async () => (await list(rest)).length === 5);
  expect(ids(await list(rest))).toEqual(ids(old));
  for (const [index, cursor] of cursors.entries()) {
    expect(ids(await list(rest, `after=${cursor}`))).toEqual(ids(old.slice(index + 1)));
  }
  const refused = await rest.get(`/api/events?after=${withOtherId(cursors[1])}`);
  expect([refused.status, refused.body.code]).toEqual([410, 'CURSOR_EXPIRED']);
  const stream = await EventStream.open<EventAnswer>(
    `${rest.base}/api/events/stream?after=${refused.body.firstCursor}`,
  );
  const fresh = await publish(rest, 2);
  await eventually(() => stream.received.length === 7);
  expect(stream.received.map(({ data }) => data.id)).toEqual(ids([...old, ...fresh]));
  const [, second] = await list(rest);
  expect(ids(await list(rest, `after=${second?.cursor}`))).toEqual(ids([...old.slice(2), ...fresh]));
  stream.close();

  const resumed = await EventStream.open<EventAnswer>(`${rest.base}/api/events/stream?after=${cursors[3]}`);
  await eventually(() => resumed.received.length === 3);
  expect(resumed.received.map(({ data }) => data.id)).toEqual(ids([...old.slice(4), ...fresh]));
  resumed.close();

  await stop();
  const [, newer] = await restoreElsewhere();
  rest = await start();
  await eventually(async () => (await list(rest)).length === 7);
  expect(ids(await list(rest, `after=${newer}`))).toEqual(ids([...old.slice(2), ...fresh]));
}, 120_000);

test('a start on the same server leaves every cursor as it is', async () => {
  let rest = await start();
  const [last] = await publish(rest, 1);
  const before = await eventually(async () => {
    const events = await list(rest);
    return events.at(-1)?.id === last?.id && events;
  });
  await stop();
  rest = await start();
  expect(await list(rest)).toEqual(before);
  expect(ids(await list(rest, `after=${before[0]?.cursor}`))).toEqual(ids(before.slice(1)));
}, 120_000);
