import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../src/kit/data/connections/open-database.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { describeBehindPgBouncer, type PgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts';
import { use } from '../helpers/use.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';

// Each test starts a process or two.
jest.setTimeout(120_000);

const state = {} as { bouncer: PgBouncer; database: TestDatabase; dataDir: string };

function useBouncer(mode: 'session' | 'transaction'): void {
  use(async () => {
    state.database = await createTestDatabase();
    state.bouncer = await startPgBouncer(mode);
    state.dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-pooled-'));
    return async () => {
      await state.bouncer.stop();
      await state.database.remove();
      await rm(state.dataDir, { recursive: true, force: true });
    };
  });
}

const url = (): string => state.bouncer.urlOf(state.database.url ?? '');

describeBehindPgBouncer('behind PgBouncer in session mode, with its default settings', () => {
  useBouncer('session');
  const receiver = useReceiver();

  test('events are delivered and streamed, and the log has no fault', async () => {
    const env = { DATABASE_URL: url(), DATA_DIR: state.dataDir, SEED_DEMO: 'off', SPEECH: 'none', LOG_LEVEL: 'info' };
    const server = new ServerProcess(env);
    try {
      const rest = await new RestClient(await server.base()).open();
      const channelConfig = { url: `${receiver.url}/pooled` };
      await createSubscription(rest, { eventType: 'pooled.*', channel: 'webhook', channelConfig });
      // More than after which a statement is prepared.
      for (let nth = 0; nth < 80; nth += 1) await rest.post('/api/events', { type: 'pooled.event', data: { nth } });
      await eventually(() => receiver.at('/pooled').length === 80, { timeoutMs: 60_000 });
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      await server.end('SIGKILL');
    }
    const lines = server.stdout.split('\n').filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(logged.filter(({ level }) => level > 30)).toEqual([]);
    expect(logged).toContainEqual(expect.objectContaining({ notifications: true, advisoryLocks: true }));
  });

  test('sessions have their time limits', async () => {
    const log = pino({ level: 'silent' });
    const connection = await openDatabase({ url: url(), poolSize: 2, dataDir: state.dataDir, log });
    const limits = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    expect((await limits.execute(connection.kysely)).rows).toEqual([{ statement: '15s', idle: '10s' }]);
    await connection.close();
  });
});

describeBehindPgBouncer('behind PgBouncer in transaction mode', () => {
  useBouncer('transaction');

  test('a start is refused in one sentence with the fix, whatever else uses the pooler', async () => {
    // Several sessions of the server are in the pool, and others come and go.
    const others = Array.from({ length: 3 }, () => new pg.Client({ connectionString: url() }));
    await Promise.all(others.map((client) => client.connect()));
    await Promise.all(others.map((client) => client.query('begin')));
    await Promise.all(others.map((client) => client.query('commit')));
    const server = new ServerProcess({ DATABASE_URL: url(), DATA_DIR: state.dataDir });
    expect(await server.exited()).toBe(1);
    expect(server.stderr).toMatch(
      /^The pooler at 127\.0\.0\.1:\d+ \(DATABASE_URL\) gives a connection another session after each transaction, .*: set pool_mode = session for its database there, or name the PostgreSQL server itself in DATABASE_URL\.\n$/,
    );
    await Promise.all(others.map((client) => client.end()));
  });
});
