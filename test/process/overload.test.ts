/** @quiet It overloads a server: beside many others that would not answer its health checks in time. */
import path from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { LiveClient } from '../helpers/live-client.ts';
import { ServerProcess, servingFlags } from '../helpers/server-process.ts';
import { createProcessData, type ProcessData } from '../helpers/test-database.ts';
import { askForSocket } from '../helpers/upgrade.ts';

// Each test starts a process, overloads it and waits until it has recovered.
jest.setTimeout(300_000);

/** In the product's main thread, as its own work would be. */
const strain = `--import ${path.join(import.meta.dirname, 'strain.ts')}`;
const waiting = { timeoutMs: 60_000 };
/** Clients that retry without pause keep V8 from collecting: the process is not idle, and hardly allocates. */
const retryingClients = 8;
const query = '{ decks { nodes { id } } }';

describe('an overloaded process', () => {
  let data: ProcessData;
  let server: ServerProcess;
  let base: string;
  let health: string;
  let live: LiveClient | null = null;

  async function start(env: Record<string, string>): Promise<void> {
    data = await createProcessData('overload');
    const port = await freePort();
    health = `http://127.0.0.1:${port}`;
    server = new ServerProcess(
      {
        ...data.env,
        SEED_DEMO: 'off',
        SPEECH: 'none',
        HEALTH_PORT: `${port}`,
        ...env,
      },
      { flags: servingFlags },
    );
    base = await server.base(60_000);
  }

  afterEach(async () => {
    await live?.close();
    await server.end('SIGKILL');
    await data.remove();
  });

  const get = (from: string, route: string) => fetch(`${from}${route}`, { headers: { connection: 'close' } });
  const status = async (route: string) => (await get(base, route)).status;

  async function metric(name: string): Promise<number> {
    const text = await (await get(health, '/metrics')).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  }

  /** Strains the process, looks at all its APIs once it refuses, ends the strain and waits until it takes requests. */
  async function expectRefusalsUntilItIsOver(what: string): Promise<void> {
    const client = new LiveClient(base);
    live = client;
    const followed = client.subscribe<{ events: { type: string } }>(
      'subscription { events(types: ["overload.over"]) { type } }',
    );
    await eventually(() => client.connected === 1);
    expect(await status('/api/decks')).toBe(200);
    await keepText();
    server.signal('SIGUSR2');
    await eventually(async () => (await status('/api/decks')) === 503, waiting);

    const refused = await get(base, '/api/decks');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({
      code: 'UNAVAILABLE',
      detail: `The server is overloaded (${what}): try again shortly.`,
    });
    const { status: asked, errors } = await new GraphQLClient(base).send(query);
    expect([asked, errors?.[0]?.extensions.code]).toEqual([503, 'UNAVAILABLE']);
    const operation = client.subscribe(query);
    await eventually(() => operation.ended() !== undefined, waiting);
    expect(operation.ended()).toMatchObject([{ extensions: { code: 'UNAVAILABLE', problem: { status: 503 } } }]);
    expect(await askForSocket(base, '/graphql')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(await status('/api/events/stream')).toBe(503);
    for (const from of [base, health]) {
      for (const route of ['/healthz', '/readyz']) expect((await get(from, route)).status).toBe(200);
    }
    expect(await metric('deckcast_overloaded')).toBe(1);
    expect((await metric('deckcast_answer_cache_bytes')) > 0).toBe(what === 'event loop');
    expect(await metric('deckcast_requests_refused_total{reason="overload"}')).toBeGreaterThanOrEqual(5);

    server.signal('SIGUSR2');
    const retry = () => eventually(async () => (await status('/api/decks')) === 200, waiting);
    await Promise.all(Array.from({ length: retryingClients }, retry));
    expect(await metric('deckcast_overloaded')).toBe(0);
    await publish();
    await eventually(() => followed.received.length > 0, waiting);
    expect(followed.received).toEqual([{ data: { events: { type: 'overload.over' } } }]);
    expect(server.stdout).toContain(`"strain":"${what}"`);
    expect(server.stdout).toContain('the overload is over');
  }

  /** Reads what the process keeps as a text. */
  async function keepText(): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${base}/api/decks`, { method: 'POST', headers, body: '{"name":"Kept"}' });
    await new GraphQLClient(base).data('{ decks { nodes { slideCount } } }');
    expect(await metric('deckcast_answer_cache_bytes')).toBeGreaterThan(0);
  }

  async function publish(): Promise<void> {
    const body = JSON.stringify({ type: 'overload.over' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${base}/api/events`, { method: 'POST', headers, body })).status).toBeLessThan(300);
  }

  test('by turns of the event loop refuses in every API, answers health checks, and recovers', async () => {
    await start({ STRAIN: 'loop', NODE_OPTIONS: strain });
    await expectRefusalsUntilItIsOver('event loop');
  });

  test('by a full heap refuses in every API, answers health checks, and recovers', async () => {
    const megabytes = 400;
    const options = `${strain} --max-old-space-size=${megabytes}`;
    await start({ STRAIN: 'heap', STRAIN_BYTES: `${0.9 * megabytes * 2 ** 20}`, NODE_OPTIONS: options });
    await expectRefusalsUntilItIsOver('heap');
  });

  test('by the memory of its container refuses in every API, answers health checks, and recovers', async () => {
    await start({ STRAIN: 'memory', STRAIN_BYTES: `${700 * 2 ** 20}`, NODE_OPTIONS: strain });
    await expectRefusalsUntilItIsOver('memory');
  });
});
