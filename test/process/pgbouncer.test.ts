import { randomUUID } from 'node:crypto';
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
import { useReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';

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

/** Lets processes publish and deliver. @returns the lines of their logs */
async function deliver(roles: readonly string[], settings: Record<string, string>, receiver: WebhookReceiver) {
  const allowed = { WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' };
  // With 8 more they have room in the pool of PgBouncer, which has 20 by default.
  const quiet = { DATABASE_POOL_SIZE: '12', SEED_DEMO: 'off', SPEECH: 'none', LOG_LEVEL: 'info' };
  const env = { DATA_DIR: state.dataDir, ...quiet, ...allowed, ...settings };
  const servers = roles.map((ROLES) => new ServerProcess({ ...env, ROLES }));
  try {
    const [web] = servers;
    const rest = await new RestClient((await web?.base()) ?? '').open();
    const hook = `/${randomUUID()}`;
    const channelConfig = { url: `${receiver.url}${hook}` };
    await createSubscription(rest, { eventType: 'pooled.*', channel: 'webhook', channelConfig });
    // More than after which a statement is prepared.
    for (let nth = 0; nth < 80; nth += 1) await rest.post('/api/events', { type: 'pooled.event', data: { nth } });
    await eventually(() => receiver.at(hook).length === 80, { timeoutMs: 60_000 });
    expect(await Promise.all(servers.map((server) => server.end('SIGTERM')))).toEqual(roles.map(() => 0));
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
  }
  const lines = servers.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as { level: number; msg: string });
}

describeBehindPgBouncer('behind PgBouncer in session mode, with its default settings', () => {
  useBouncer('session');
  const receiver = useReceiver();

  test('events are delivered and streamed, and the log has no fault', async () => {
    const logged = await deliver(['web,worker'], { DATABASE_URL: url() }, receiver);
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
  const receiver = useReceiver();
  const direct = (): string => state.database.url ?? '';

  test('events are delivered and streamed with a way past it, and the log has no fault but missing time limits', async () => {
    // More connections than the twenty sessions of the pooler.
    const urls = { DATABASE_URL: url(), DATABASE_DIRECT_URL: direct() };
    const logged = await deliver(['web', 'worker'], urls, receiver);
    const faults = logged.filter(({ level }) => level > 30);
    expect(faults).toHaveLength(2);
    for (const { msg } of faults) {
      expect(msg).toMatch(
        /^The sessions of the pooler have no time limit: .*: alter role "\w+" set statement_timeout = '15s'; alter role/,
      );
    }
    const can = { notifications: true, advisoryLocks: true, sharesSessions: true };
    expect(logged).toContainEqual(expect.objectContaining(can));
  });

  test('a session that was shared keeps nothing of who used it', async () => {
    const log = pino({ level: 'silent' });
    const options = { url: url(), directUrl: direct(), poolSize: 1, dataDir: state.dataDir, log };
    const connection = await openDatabase(options);
    for (let run = 0; run < 60; run += 1) await sql`select ${run}::int as run`.execute(connection.kysely);
    const kept = sql`select (select count(*)::int from pg_prepared_statements) as prepared,
      current_setting('statement_timeout') as statement`;
    expect((await kept.execute(connection.kysely)).rows).toEqual([{ prepared: 0, statement: '0' }]);
    // A migration may take longer than a request.
    await connection.patiently(async (database) => {
      const limit = sql<{ it: string }>`select current_setting('statement_timeout') as it`;
      expect((await limit.execute(database)).rows).toEqual([{ it: '0' }]);
    });
    await connection.close();
  });

  test('a way past it that leads to a pooler or to another database is refused in a sentence', async () => {
    const open = async (directUrl: string) =>
      openDatabase({ url: url(), directUrl, poolSize: 1, dataDir: state.dataDir, log: pino({ level: 'silent' }) });
    await expect(open(url())).rejects.toThrow(/^DATABASE_DIRECT_URL leads to a pooler/);
    const other = await createTestDatabase();
    await expect(open(other.url ?? '')).rejects.toThrow(/lead to different databases/);
    await other.remove();
  });

  test('a replica behind a pooler is refused in a sentence', async () => {
    const options = { url: direct(), replicaUrl: url(), poolSize: 1, dataDir: state.dataDir };
    await expect(openDatabase({ ...options, log: pino({ level: 'silent' }) })).rejects.toThrow(
      /^DATABASE_REPLICA_URL leads to a pooler: name the host and port of the replica itself\.$/,
    );
  });

  test('a start without a way past it is refused in one sentence with the fix, whatever else uses the pooler', async () => {
    // Several sessions of the server are in the pool, and others come and go.
    const others = Array.from({ length: 3 }, () => new pg.Client({ connectionString: url() }));
    await Promise.all(others.map((client) => client.connect()));
    await Promise.all(others.map((client) => client.query('begin')));
    await Promise.all(others.map((client) => client.query('commit')));
    const server = new ServerProcess({ DATABASE_URL: url(), DATA_DIR: state.dataDir });
    expect(await server.exited()).toBe(1);
    expect(server.stderr).toMatch(
      /^The pooler at 127\.0\.0\.1:\d+ \(DATABASE_URL\) gives a connection another session after each transaction: name the PostgreSQL server itself in DATABASE_DIRECT_URL, or set pool_mode = session for its database there\.\n$/,
    );
    await Promise.all(others.map((client) => client.end()));
  });
});
