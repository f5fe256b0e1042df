import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { ResilientPool } from '../../../src/kit/data/connections/resilient-pool.ts';
import { eventually } from '../../helpers/eventually.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { isPortable } from '../../helpers/portable-database.ts';
import { useApp } from '../../helpers/test-app.ts';
import { createTestDatabase, testDatabaseUrl, testPoolSize } from '../../helpers/test-database.ts';
import { use } from '../../helpers/use.ts';
import { Sessions } from './sessions.ts';

describeOnPostgres('a process whose database sessions are terminated', () => {
  const app = useApp({ ROLES: 'web' });
  let sessions: Sessions;
  let locker: Sessions;

  use(async () => {
    // `pg_stat_activity` does not change inside a transaction, so that the lock has a session of its own.
    [sessions, locker] = [await new Sessions(app.database.url).open(), await new Sessions(app.database.url).open()];
    return () => Promise.all([sessions.close(), locker.close()]);
  });

  /** Events with ids of their own have a transaction each; others share a statement. */
  const publishAll = (idOf: () => string | undefined = randomUUID): Promise<number[]> =>
    Promise.all(
      Array.from({ length: testPoolSize }, async () => {
        const { status } = await app.rest.post('/api/events', { type: 'lost.event', id: idOf() });
        return status;
      }),
    );

  test('answers again at once when all of them were in a transaction', async () => {
    await locker.run('begin');
    await locker.run('lock table event in access exclusive mode');
    const refused = publishAll();
    const waiting = await eventually(async () => {
      const pids = await sessions.of('requests', "wait_event_type = 'Lock'");
      return pids.length === testPoolSize && pids;
    });
    await sessions.terminate(waiting);
    expect(await refused).toEqual(Array.from({ length: testPoolSize }, () => 503));
    await locker.run('rollback');
    expect(await publishAll()).toEqual(Array.from({ length: testPoolSize }, () => 201));
  });

  test('writes events that share a statement on another connection', async () => {
    await locker.run('begin');
    await locker.run('lock table event in access exclusive mode');
    const waiting = (): Promise<number[]> => sessions.of('requests', "wait_event_type = 'Lock'");
    const first = app.rest.post('/api/events', { type: 'lost.event' });
    const [lost = 0] = await eventually(async () => {
      const pids = await waiting();
      return pids.length === 1 && pids;
    });
    const others = publishAll(() => undefined);
    await sessions.terminate([lost]);
    expect((await first).status).toBe(503);
    await eventually(async () => (await waiting()).some((pid) => pid !== lost));
    await locker.run('rollback');
    expect(await others).toEqual(Array.from({ length: testPoolSize }, () => 201));
  });

  test('answers again at once when all of them were idle', async () => {
    await publishAll();
    await sessions.terminate(await sessions.of('requests'));
    await eventually(async () => (await sessions.of('requests')).length === 0);
    expect(await publishAll()).toEqual(Array.from({ length: testPoolSize }, () => 201));
  });

  test('names the role of each session', async () => {
    const roles = await sessions.run(`select distinct application_name as role from pg_stat_activity
      where datname = current_database() and application_name <> 'test' order by role`);
    const listener = isPortable ? [] : ['deckcast wake-ups'];
    const all = ['deckcast jobs', 'deckcast requests', ...listener, 'deckcast watchdog'];
    expect(roles).toEqual(all.map((role) => ({ role })));
  });

  test('has no session that may stay idle in a transaction for ever', async () => {
    const { kysely, queue } = app.database.connection;
    const limit = 'show idle_in_transaction_session_timeout';
    const requests = await sql.raw<object>(limit).execute(kysely);
    const jobs: { rows: object[] } = await queue.db.executeSql(limit);
    const limited = { idle_in_transaction_session_timeout: '10s' };
    expect([...requests.rows, ...jobs.rows]).toEqual([limited, limited]);
  });
});

describeOnPostgres('a connection whose first statement takes too long', () => {
  test('fails what waits for it, and does not end the process', async () => {
    const { url, connection, remove } = await createTestDatabase();
    const asSuperuser = Object.assign(new URL(testDatabaseUrl ?? ''), { pathname: new URL(url ?? '').pathname });
    const locker = await new Sessions(asSuperuser.href).open();
    const config = { connectionString: url ?? '', connectionTimeoutMillis: 300, statement_timeout: 9_000 };
    const pool = new ResilientPool({ config, limitMs: 5_000, isBudgeted: false, watchdog: null, log: null });
    try {
      await locker.run('begin');
      // A session reads it before it is lent.
      await locker.run('lock table pg_settings in access exclusive mode');
      await expect(pool.executeSql('select 1')).rejects.toMatchObject({ code: 'CONNECT_OVERDUE' });
      await locker.run('rollback');
      expect((await pool.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await Promise.all([pool.end(), locker.close(), connection.close()]);
      await remove();
    }
  });
});
