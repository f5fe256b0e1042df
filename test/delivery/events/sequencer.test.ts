import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import type { EventAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { isPortable } from '../../helpers/portable-database.ts';
import { useApp } from '../../helpers/test-app.ts';
import { testDatabaseUrl } from '../../helpers/test-database.ts';
import { publish } from '../deliveries.ts';
import { useWriter } from '../../kit/data/jobs/writer.ts';
import { followFromNow, idsIn } from './stream-harness.ts';

const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);

async function positions(): Promise<number[]> {
  const { rows } = await sql<{ position: string }>`select position from event_position order by position`.execute(
    app.database.connection.kysely,
  );
  return rows.map(({ position }) => Number(position));
}

test('positions have no gaps and no order but one, however many write at a time', async () => {
  const stream = await followFromNow(app, app.live(), { types: ['many.written'] });
  const writing = Array.from({ length: 8 }, async (_, place) => {
    for (let count = 0; count < 5; count += 1) {
      if (place % 2 === 0) await publish(app, 'many.written');
      else await writer.append('many.written', { count: 2 });
    }
  });
  await Promise.all(writing);
  await eventually(() => idsIn(stream, 'many.written').length === 60);
  const all = await positions();
  expect(all).toEqual(Array.from({ length: all.length }, (_, place) => place + 1));
  const events = await app.events('types=many.written');
  expect(idsIn(stream, 'many.written')).toEqual(events.map(({ id }) => id));
});

test('an event whose process died before it had a position gets one from another process', async () => {
  const stream = await followFromNow(app, app.live(), { types: ['left.behind'] });
  const { kysely } = app.database.connection;
  const id = randomUUID();
  await sql`with made as (
      insert into event (id, type, timestamp, data) values (${id}, 'left.behind', now(), '{}') returning id
    ) insert into event_arrival (event_id) select id from made`.execute(kysely);
  await eventually(() => idsIn(stream, 'left.behind').length > 0, { timeoutMs: 15_000 });
  expect(idsIn(stream, 'left.behind')).toEqual([id]);
}, 30_000);

test('a log that ends before a position that was seen begins a new epoch', async () => {
  const { kysely } = app.database.connection;
  const last = await publish(app, 'epoch.first');
  const [end] = (await positions()).slice(-1);
  const see = (position: number, epoch: number) =>
    sql`select count(*) from sequence_event(1, ${position}::bigint, ${epoch}::integer)`.execute(kysely);
  const epochs = async (): Promise<number[]> =>
    (
      await sql<{ epoch: number }>`select epoch from log_epoch where log = 'event' order by epoch`.execute(kysely)
    ).rows.map(({ epoch }) => epoch);
  const before = await epochs();
  const first = before.at(-1) ?? 0;
  await see((end ?? 0) + 5, first);
  expect(await epochs()).toHaveLength(before.length + 1);
  // What processes have seen in the epoch before says nothing of this one.
  await see((end ?? 0) + 5, first);
  expect(await epochs()).toHaveLength(before.length + 1);
  const next = await publish(app, 'epoch.second');
  const { rows } = await sql<{ id: string; epoch: number; position: string }>`
    select event_id as id, epoch, position from event_position order by position desc limit 2`.execute(kysely);
  expect(rows.map(({ id, position }) => [id, Number(position)])).toEqual([
    [next.id, (end ?? 0) + 1],
    [last.id, end],
  ]);
  expect(rows[0]?.epoch).toBeGreaterThan(rows[1]?.epoch ?? Infinity);
  const { body } = await app.rest.get<{ events: EventAnswer[] }>(`/api/events?after=${last.cursor}`);
  expect(body.events.map(({ id }) => id)).toEqual([next.id]);
});

// Where the server has no identity, positions that fall back tell of it.
const testWithIdentity = isPortable ? test.skip : test;

testWithIdentity('a log whose tables a dump has replaced in place begins a new epoch', async () => {
  const { kysely } = app.database.connection;
  const before = await publish(app, 'table.before');
  await sql`do $$ begin
    create temporary table kept as table log_epoch;
    truncate log_epoch;
    insert into log_epoch table kept;
    drop table kept;
  end $$`.execute(kysely);
  const after = await publish(app, 'table.after');
  const { rows } = await sql<{ epoch: number }>`select epoch from event_position
    where event_id in (${before.id}, ${after.id}) order by position`.execute(kysely);
  expect(rows[1]?.epoch).toBeGreaterThan(rows[0]?.epoch ?? Infinity);
});

describeOnPostgres('on a server with other work', () => {
  const opened: pg.Client[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.end().catch(() => undefined)));
  });

  async function connect(url: string | null | undefined): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url ?? '' });
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    return client;
  }

  test('a transaction that stays open, and has a transaction id, delays no reader', async () => {
    const foreign = await connect(app.database.url);
    await foreign.query('begin');
    await foreign.query('create temporary table taken (id int) on commit drop');
    const stream = await followFromNow(app, app.live(), { types: ['open.beside'] });
    const { id } = await publish(app, 'open.beside');
    await eventually(() => idsIn(stream, 'open.beside').includes(id), { timeoutMs: 2_000 });
    expect((await app.events('types=open.beside')).map((event) => event.id)).toEqual([id]);
    await foreign.query('rollback');
  });
});

describeOnPostgres('processes that run while their database goes back to an earlier state', () => {
  const other = useApp({ ROLES: 'web,worker' });

  /** Runs statements while nobody is connected to the database of the app. */
  async function alone(work: (admin: pg.Client, name: string) => Promise<void>): Promise<void> {
    const name = new URL(other.database.url ?? '').pathname.slice(1);
    const admin = new pg.Client({ connectionString: testDatabaseUrl });
    await admin.connect();
    try {
      await admin.query(`alter database "${name}" allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await eventually(async () => {
        const { rows } = await admin.query('select from pg_stat_activity where datname = $1', [name]);
        return rows.length === 0;
      });
      await work(admin, name);
      await admin.query(`alter database "${name}" allow_connections true`);
    } finally {
      await admin.end();
    }
  }

  /** Publishes, as a client does that tries again while the database is away. */
  async function publishPatiently(type: string): Promise<EventAnswer> {
    const id = randomUUID();
    return eventually(
      async () => {
        const { status, body } = await other.rest.post<{ event: EventAnswer }>('/api/events', { id, type });
        return (status === 200 || status === 201) && body.event;
      },
      { timeoutMs: 20_000, what: `the answer to ${type}` },
    );
  }

  test('refuse each reader whose last event was lost, and go on without a gap for each other one', async () => {
    const url = (query: string): string => `${other.base}/api/events/stream?${query}`;
    const rare = await publishPatiently('rare.kept');
    const before = await publishPatiently('often.kept');
    const ofAll = await EventStream.open<EventAnswer>(url(`after=${rare.cursor}`));
    const ofRare = await EventStream.open<EventAnswer>(url(`types=rare.*&after=${before.cursor}`));
    const socket = await followFromNow(other, other.live(), { types: ['often.*'] });
    await alone(async (admin, name) => {
      await admin.query(`create database "${name}_copy" template "${name}"`);
    });
    const lost = [await publishPatiently('often.lost'), await publishPatiently('often.lost')];
    await eventually(() => ofAll.received.length >= 3 && idsIn(socket).includes(lost[1]?.id ?? ''));
    await alone(async (admin, name) => {
      await admin.query(`alter database "${name}" rename to "${name}_lost"`);
      await admin.query(`alter database "${name}_copy" rename to "${name}"`);
    });
    const later = await publishPatiently('often.later');
    const next = await publishPatiently('rare.later');
    await eventually(() => ofRare.received.length === 1, {
      timeoutMs: 15_000,
      what: 'the event of the one that goes on',
    });
    expect(ofRare.received.map(({ data }) => data.id)).toEqual([next.id]);
    await eventually(() => ofAll.ended !== undefined && socket.ended() !== undefined, {
      timeoutMs: 15_000,
      what: 'the end of the streams that had lost events',
    });
    expect(ofAll.received.map(({ data }) => data.id)).not.toContain(later.id);
    expect(JSON.stringify(socket.ended())).toContain('CURSOR_EXPIRED');

    const refused = await other.rest.get<ProblemAnswer>(`/api/events?after=${lost[1]?.cursor}`);
    expect([refused.status, refused.body.code]).toEqual([410, 'CURSOR_EXPIRED']);
    const { body } = await other.rest.get<{ events: EventAnswer[] }>(
      `/api/events?types=often.*,rare.*&after=${refused.body.cursor}`,
    );
    expect(body.events.map(({ id }) => id)).toEqual([later.id, next.id]);
    ofRare.close();
    await alone(async (admin, name) => {
      await admin.query(`drop database "${name}_lost"`);
    });
  }, 90_000);
});

test('an event that is read before it has its position is shown with it', async () => {
  const id = randomUUID();
  await sql`with fresh as (
      insert into event (id, type, timestamp, data) values (${id}, 'read.early', now(), '{}') returning id
    ) insert into event_arrival (event_id) select id from fresh`.execute(app.database.connection.kysely);
  const { status, body } = await app.rest.get<{ event: EventAnswer }>(`/api/events/${id}`);
  expect([status, body.event.id]).toEqual([200, id]);
  const [last] = (await app.events('types=read.early')).map(({ cursor }) => cursor);
  expect(body.event.cursor).toBe(last);
});
