import { afterEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { PostgresListener } from '../../../src/kit/data/connections/postgres-listener.ts';
import { operationLimits, withinLimits } from '../../../src/kit/core/limits/budget.ts';
import { ResilientPool } from '../../../src/kit/data/connections/resilient-pool.ts';
import { Watchdog } from '../../../src/kit/data/connections/watchdog.ts';
import { eventually } from '../../helpers/eventually.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { TcpProxy } from '../../helpers/tcp-proxy.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { testDatabaseUrl } from '../../helpers/test-database.ts';
import { use } from '../../helpers/use.ts';

const log = pino({ level: 'silent' });

/** A connection string that leads through a link. */
function through(link: TcpProxy, url: string | null | undefined): string {
  const changed = new URL(url ?? '');
  changed.host = `127.0.0.1:${link.port}`;
  return changed.href;
}

const portOf = (url: string | undefined): number => Number(new URL(url ?? 'postgres://none:1').port || 5432);

function useLink(): TcpProxy {
  const link = new TcpProxy(portOf(testDatabaseUrl));
  use(async () => {
    await link.open();
    return () => link.cut();
  });
  return link;
}

describeOnPostgres('a process whose link to the database falls silent', () => {
  const beside = useApp({ ROLES: 'web' });
  const link = useLink();
  const app = new TestApp();

  use(async () => {
    await app.start({ ROLES: 'web', DATABASE_URL: through(link, beside.database.url) }, beside);
    return () => app.stop();
  });

  afterEach(() => {
    link.silent = false;
    link.resume();
  });

  const publish = async (): Promise<number> => (await app.rest.post('/api/events', { type: 'silent.event' })).status;

  async function expectRefusals(): Promise<void> {
    const began = performance.now();
    const [unready, published, asked] = await Promise.all([
      app.rest.get('/readyz'),
      publish(),
      app.graphql.send('{ decks { edges { node { id } } } }'),
    ]);
    expect([unready.status, published, asked.errors?.[0]?.extensions.code]).toEqual([503, 503, 'UNAVAILABLE']);
    // The time limit of a statement is 15 s.
    expect(performance.now() - began).toBeLessThan(12_000);
    const refusedAt = performance.now();
    const ready = await app.rest.get('/readyz');
    expect([ready.status, ready.body.reason]).toEqual([503, 'not_ready']);
    expect(ready.body.detail).toBe('The database does not answer.');
    expect(await publish()).toBe(503);
    // Who asks the database to find out waits for 2.5 s and more.
    expect(performance.now() - refusedAt).toBeLessThan(2_400);
  }

  test('refuses requests long before the time limit of a statement, and answers soon after the link is back', async () => {
    expect(await publish()).toBe(201);
    link.silent = true;
    link.pause();
    await expectRefusals();
    link.silent = false;
    link.resume();
    await eventually(async () => (await publish()) === 201, { timeoutMs: 8_000 });
    expect((await app.rest.get('/readyz')).status).toBe(200);
  }, 30_000);

  test('answers soon although its old connections stay silent', async () => {
    link.silent = true;
    link.mute();
    await expectRefusals();
    link.silent = false;
    await eventually(async () => (await publish()) === 201, { timeoutMs: 8_000 });
  }, 30_000);
});

describeOnPostgres('the error of a pool', () => {
  const link = useLink();
  const poolOf = (max: number): ResilientPool => {
    const config = { connectionString: through(link, testDatabaseUrl), connectionTimeoutMillis: 300, max };
    return new ResilientPool({ config, limitMs: 5_000, isBudgeted: false, watchdog: null, log });
  };

  test('says whether its connections stayed in use or a new one did not open', async () => {
    const pool = poolOf(2);
    const first = await pool.connect();
    link.silent = true;
    await expect(pool.connect()).rejects.toMatchObject({ code: 'CONNECT_OVERDUE' });
    link.silent = false;
    const second = await pool.connect();
    await expect(pool.connect()).rejects.toMatchObject({ code: 'POOL_BUSY' });
    first.release();
    (await pool.connect()).release();
    second.release();
    await pool.end();
  });

  test('goes to the holders of budgets in turns: many statements of one do not keep it from another', async () => {
    const config = { connectionString: testDatabaseUrl ?? '', connectionTimeoutMillis: 3_000, max: 2 };
    const pool = new ResilientPool({ config, limitMs: 5_000, isBudgeted: true, watchdog: null, log });
    const sleepAs = (holder: string) =>
      withinLimits(operationLimits, () => pool.executeSql('select pg_sleep(0.05)'), holder);
    let done = 0;
    const flood = Array.from({ length: 30 }, () => sleepAs('one').then(() => (done += 1)));
    await sleepAs('another');
    expect(done).toBeLessThan(10);
    await Promise.all(flood);
    await pool.end();
  });

  test('has a code when the connection ends during a statement', async () => {
    const pool = poolOf(1);
    await pool.executeSql('select 1');
    const running = pool.executeSql('select pg_sleep(20)');
    await Promise.all([expect(running).rejects.toMatchObject({ code: '08006' }), link.cut()]);
    await link.open();
    expect((await pool.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

describeOnPostgres('one silent connection', () => {
  const link = useLink();

  test('leaves its place in the pool when it misses the time limit of a statement', async () => {
    const config = { connectionString: through(link, testDatabaseUrl), max: 1 };
    const pool = new ResilientPool({ config, limitMs: 500, isBudgeted: false, watchdog: null, log });
    const session = async () => (await pool.executeSql('select pg_backend_pid()')).rows;
    const first = await session();
    expect(await session()).toEqual(first);
    link.mute();
    await expect(session()).rejects.toMatchObject({ code: 'STATEMENT_OVERDUE' });
    expect(await session()).not.toEqual(first);
    await pool.end();
  });

  test('is replaced by the listener, which receives again', async () => {
    const config = { connectionString: through(link, testDatabaseUrl) };
    const received: string[] = [];
    let opened = 0;
    const listener = new PostgresListener(config, log);
    const channel = `silent_${process.pid}`;
    await listener.open({ channel, onMessage: (message) => received.push(message), onOpen: () => void (opened += 1) });
    expect(opened).toBe(1);
    link.mute();
    await eventually(() => opened === 2, { timeoutMs: 9_000 });
    const pool = new ResilientPool({ config, limitMs: 5_000, isBudgeted: false, watchdog: null, log });
    await pool.executeSql('select pg_notify($1, $2)', [channel, 'again']);
    await eventually(() => received.includes('again'));
    await Promise.all([pool.end(), listener.close()]);
  }, 20_000);
});

describeOnPostgres('a process that is busy for longer than a database may be silent', () => {
  test('does not take its own delay for silence of the database', async () => {
    const name = `busy_${process.pid}`;
    const watchdog = new Watchdog({ connectionString: testDatabaseUrl, application_name: name }, log);
    const observer = new ResilientPool({
      config: { connectionString: testDatabaseUrl },
      limitMs: 5_000,
      isBudgeted: false,
      watchdog: null,
      log,
    });
    const refusals: string[] = [];
    watchdog.onSilent(({ message }) => refusals.push(message));
    watchdog.start();
    const until = performance.now() + 3_300;
    while (performance.now() < until);
    const ping = 'select 1 from pg_stat_activity where application_name = $1 and query like $2';
    await eventually(
      async () => (await observer.executeSql(ping, [name, 'select pg_is_in_recovery%'])).rows.length > 0,
    );
    await watchdog.stop();
    await observer.end();
    expect(refusals).toEqual([]);
  }, 20_000);
});
