import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import type { EventAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { describeOnPostgres } from '../helpers/on-postgres.ts';
import { TestApp, useApp } from '../helpers/test-app.ts';
import { testDatabaseUrl } from '../helpers/test-database.ts';
import { publish } from '../delivery/deliveries.ts';

const settings = { ROLES: 'web', LOG_LEVEL: 'warn', LOG_HOLDER_LIMIT_SECONDS: '6', HEALTH_PORT: '0' };
const patience = { timeoutMs: 20_000 };

interface Ready {
  status: string;
  log?: { heldBackSeconds: number; by: string };
}

/** Whether the server lets transactions be prepared, which is off unless it is asked for. */
async function preparesTransactions(): Promise<boolean> {
  if (testDatabaseUrl === undefined) return false;
  const client = new pg.Client({ connectionString: testDatabaseUrl });
  await client.connect();
  const { rows } = await client.query<{ max_prepared_transactions: string }>('show max_prepared_transactions');
  await client.end();
  return rows[0]?.max_prepared_transactions !== '0';
}

const testPrepared = (await preparesTransactions()) ? test : test.skip;

describeOnPostgres('a transaction that is left open', () => {
  const app = useApp(settings);
  const opened: pg.Client[] = [];
  const prepared: { rollBack: () => Promise<void> }[] = [];

  afterEach(async () => {
    await Promise.all(prepared.splice(0).map(({ rollBack }) => rollBack()));
    await Promise.all(opened.splice(0).map((client) => client.end().catch(() => undefined)));
  });

  async function connect(url: string | null | undefined, name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url ?? '', application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    return client;
  }

  /** A session with a transaction that may write, and does nothing more. */
  async function leaveOpen(url: string | null | undefined, name: string): Promise<pg.Client> {
    const client = await connect(url, name);
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    return client;
  }

  /** Prepares a transaction. @returns what rolls it back, as the end of the test does */
  async function prepare(url: string | null | undefined, name: string): Promise<{ rollBack: () => Promise<void> }> {
    const client = await leaveOpen(url, 'preparing');
    const gid = client.escapeLiteral(name);
    await client.query(`prepare transaction ${gid}`);
    let isOver = false;
    const rollBack = async (): Promise<void> => {
      if (!isOver) await client.query(`rollback prepared ${gid}`);
      isOver = true;
    };
    prepared.push({ rollBack });
    return { rollBack };
  }

  const ready = async (of: TestApp): Promise<Ready> => {
    const { status, body } = await of.rest.get<Ready>('/readyz');
    const { log, ...rest } = (await (await fetch(`${of.healthBase}/readyz`)).json()) as Ready;
    expect([status, body.status, rest]).toEqual([200, 'ready', { status: 'ready' }]);
    // Only the port of operators names who it is.
    expect(body.log ?? {}).not.toHaveProperty('by');
    return log === undefined ? { ...rest } : { ...rest, log };
  };

  const listed = async (type: string): Promise<string[]> =>
    (await app.rest.get<{ events: EventAnswer[] }>(`/api/events?types=${type}`)).body.events.map(({ id }) => id);

  const linesOf = (apps: TestApp[], name: string): string[] =>
    apps.flatMap(({ log }) => log.filter((line) => line.includes(name)));

  test('is named by /readyz of HEALTH_PORT, told of once by one process, and its idle session is ended', async () => {
    const beside = await new TestApp().start(settings, app);
    const client = await leaveOpen(app.database.url, 'forgetful');
    const { id } = await publish(app, 'held.back');
    const told = await eventually(async () => (await ready(app)).log, patience);
    expect(told.heldBackSeconds).toBeGreaterThanOrEqual(3);
    expect(told.by).toMatch(/^session \d+ \(forgetful\), idle in transaction, transaction open for \d+ s$/);
    expect(await listed('held.back')).toEqual([]);
    await eventually(async () => (await listed('held.back')).includes(id), { ...patience, what: 'the event' });
    await expect(client.query('commit')).rejects.toThrow('connection error');
    await eventually(async () => (await ready(app)).log === undefined && (await ready(beside)).log === undefined);
    const lines = linesOf([app, beside], 'forgetful').map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(lines).toEqual([
      expect.stringMatching(/^readers of the event log are held back by session/),
      expect.stringMatching(/^ended session .*LOG_HOLDER_LIMIT_SECONDS/),
    ]);
    await beside.stop();
  }, 60_000);

  testPrepared(
    'and is prepared is named with what ends it, and left alone',
    async () => {
      const { rollBack } = await prepare(app.database.url, "somebody's");
      const { id } = await publish(app, 'held.prepared');
      const told = await eventually(async () => {
        const { log } = await ready(app);
        return log !== undefined && log.heldBackSeconds > 6 && log;
      }, patience);
      expect(told.by).toMatch(/^prepared transaction 'somebody''s', .* ROLLBACK PREPARED 'somebody''s' ends it$/);
      expect(linesOf([app], "somebody''s")).toHaveLength(1);
      expect(await listed('held.prepared')).toEqual([]);
      await rollBack();
      expect(await listed('held.prepared')).toEqual([id]);
    },
    60_000,
  );

  testPrepared('and prepared in another database keeps no event from readers', async () => {
    const { rollBack } = await prepare(testDatabaseUrl, 'elsewhere');
    const { id } = await publish(app, 'held.elsewhere');
    await eventually(async () => (await listed('held.elsewhere')).includes(id));
    await rollBack();
  });
});
