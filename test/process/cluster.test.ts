import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { DeckAnswer, EventAnswer, SlideAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSlide, deckInput } from '../helpers/factories.ts';
import { freePort } from '../helpers/free-port.ts';
import { LiveClient } from '../helpers/live-client.ts';
import { describeOnPostgres } from '../helpers/on-postgres.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { scrape, total } from '../helpers/scrape.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { createProcessData, type ProcessData } from '../helpers/test-database.ts';

// Starts several processes, and waits until one that stands still is replaced.
jest.setTimeout(90_000);

interface LogLine {
  readonly processId?: number;
  readonly msg: string;
}

describeOnPostgres('two web processes on one port', () => {
  const clients: LiveClient[] = [];
  let stored: ProcessData;
  let server: ServerProcess;
  let rest: RestClient;
  let health: string;

  beforeAll(async () => {
    stored = await createProcessData('cluster');
    const port = String(await freePort());
    health = `http://127.0.0.1:${port}`;
    const pool = { DATABASE_POOL_SIZE: '5' };
    const env = {
      ...stored.env,
      ...pool,
      WEB_CONCURRENCY: '2',
      HEALTH_PORT: port,
      LOG_LEVEL: 'info',
      SEED_DEMO: 'off',
    };
    server = new ServerProcess(env);
    // Each request has a connection of its own, which either process may accept.
    rest = await new RestClient(await server.base(), { connection: 'close' }).open();
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
    await server.end('SIGKILL');
    await stored.remove();
  });

  /** The ids of the processes that have served so far, in the order of their starts. */
  function served(): number[] {
    const lines = server.stdout.split('\n').filter((line) => line.endsWith('"a web process serves"}'));
    return lines.map((line) => (JSON.parse(line) as LogLine).processId ?? 0);
  }

  /** Does something while the other process stands still, so that this one accepts the connections. */
  async function at<T>(index: 0 | 1, work: () => Promise<T>): Promise<T> {
    const other = served()[1 - index] ?? 0;
    process.kill(other, 'SIGSTOP');
    try {
      return await work();
    } finally {
      process.kill(other, 'SIGCONT');
    }
  }

  const metrics = async (): Promise<string> => (await fetch(`${health}/metrics`)).text();

  test('read at one what is written at the other, and have one memory of Idempotency-Keys', async () => {
    const [input, headers] = [deckInput(), { 'idempotency-key': 'at-both' }];
    const create = () => rest.post<{ deck: DeckAnswer }>('/api/decks', input, headers);
    const made = await at(0, create);
    expect(made.status).toBe(201);
    expect((await at(1, create)).body).toEqual(made.body);
    const { id } = made.body.deck;
    const slides = async () => (await rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${id}/slides`)).body.slides;
    expect([await at(0, slides), await at(1, slides)]).toEqual([[], []]);
    const slide = await at(0, () => createSlide(rest, id));
    expect(await at(1, slides)).toEqual([slide]);
  });

  test('send to subscribers of both what is published at either', async () => {
    const publish = () => rest.post<{ event: EventAnswer }>('/api/events', { type: 'cluster.told' });
    const { cursor } = (await publish()).body.event;
    const follow = async () => {
      const client = new LiveClient(rest.base);
      clients.push(client);
      const stream = client.subscribe<{ events: { id: string } }>(`subscription { events(after: "${cursor}") { id } }`);
      await eventually(() => client.connected === 1);
      return stream;
    };
    const streams = [await at(0, follow), await at(1, follow)];
    const ids = [await at(0, publish), await at(1, publish)].map(({ body }) => body.event.id);
    for (const { received } of streams) {
      await eventually(() => received.length === 2);
      expect(received.map(({ data }) => data?.events.id)).toEqual(ids);
    }
  });

  test('have one health port, with the metrics of both', async () => {
    expect(await (await fetch(`${health}/readyz`)).json()).toEqual({ status: 'ready' });
    const text = await metrics();
    expect(text).toContain('\ndeckcast_web_processes 2\n');
    expect(text).toContain('\ndeckcast_jobs_dead 0\n');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  test('sum what each has counted and timed, and what each has open', async () => {
    const labels = { method: 'GET', route: '/api/decks', status: '200' };
    const timed = { method: 'GET', route: '/api/decks' };
    const before = await scrape(health);
    await at(0, () => rest.get('/api/decks'));
    await at(1, () => rest.get('/api/decks'));
    await at(1, () => rest.get('/api/decks'));
    const after = await scrape(health);
    const growth = (name: string, of: Readonly<Record<string, string>>): number =>
      total(after, name, of) - total(before, name, of);
    expect(growth('deckcast_http_requests_total', labels)).toBe(3);
    const name = 'deckcast_http_request_duration_seconds';
    expect(growth(`${name}_count`, timed)).toBe(3);
    expect(growth(`${name}_bucket`, { ...timed, le: '+Inf' })).toBe(3);
    expect(growth(`${name}_sum`, timed)).toBeGreaterThan(0);
    // One socket of the test before is open at each, and each has a pool of five.
    expect(total(after, 'deckcast_connections_open', { kind: 'websocket' })).toBe(2);
    expect(total(after, 'deckcast_database_pool_size', { pool: 'requests' })).toBe(10);
    // What both find in the database, or say of the product, is no sum.
    const shared = ['deckcast_ready', 'deckcast_build_info'].map((one) => total(after, one));
    expect(shared).toEqual([1, 1]);
    // Each metric is there once, under one type.
    expect([...after.text.matchAll(/^# TYPE (\S+)/gm)].length).toBe(after.types.size);
  });

  test('replace one that is killed, and end nothing else', async () => {
    process.kill(served()[0] ?? 0, 'SIGKILL');
    await eventually(() => clients[0]?.closeCode !== undefined);
    expect((await rest.get('/api/decks')).status).toBe(200);
    await eventually(() => served().length === 3, { timeoutMs: 30_000, what: 'the replacement' });
    await eventually(async () => (await metrics()).includes('\ndeckcast_web_processes 2\n'));
    expect(clients[1]?.closeCode).toBeUndefined();
  });

  test('replace one that hangs, while the other answers', async () => {
    process.kill(served()[2] ?? 0, 'SIGSTOP');
    expect((await rest.get('/api/decks')).status).toBe(200);
    expect(await (await fetch(`${health}/readyz`)).json()).toEqual({ status: 'ready' });
    await eventually(() => served().length === 4, { timeoutMs: 60_000, what: 'the replacement' });
    expect(clients[1]?.closeCode).toBeUndefined();
  });

  test('close their sockets and end together with 0 after a SIGTERM', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    await eventually(() => clients[1]?.closeCode === 1001);
    for (const processId of served()) expect(() => process.kill(processId, 0)).toThrow('ESRCH');
    await expect(fetch(`${rest.base}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('do not start where the first of them cannot, which says why once', async () => {
    const url = new URL(stored.env['DATABASE_URL'] ?? '');
    url.pathname = '/deckcast_none_of_that_name';
    const refused = new ServerProcess({ ...stored.env, WEB_CONCURRENCY: '2', DATABASE_URL: url.href });
    expect(await refused.exited()).toBe(1);
    expect(refused.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^There is no database "deckcast_none_of_that_name" on the server at /),
      'The start failed: the first of 2 web processes has ended with 1; its output above has the reason.',
    ]);
  });

  test('are not started where their port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = new ServerProcess({ ...stored.env, WEB_CONCURRENCY: '2', PORT: String(port) });
    expect(await refused.exited()).toBe(1);
    taken.close();
    expect(refused.stderr.trim()).toBe(
      `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another one.`,
    );
  });
});
