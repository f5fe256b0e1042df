import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { scrape } from '../helpers/scrape.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { newDataDir } from '../helpers/template.ts';

// Each test starts a process.
jest.setTimeout(60_000);

/** Connections that the system lets wait on a port; 0 where it does not say. */
function systemBacklog(): number {
  const file = '/proc/sys/net/core/somaxconn';
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

describe('the health port of a worker', () => {
  let dataDir: string;
  let server: ServerProcess;
  let base: string;

  beforeEach(async () => {
    dataDir = await newDataDir('health');
  });

  afterEach(async () => {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(env: Record<string, string>): Promise<void> {
    const port = String(await freePort());
    base = `http://127.0.0.1:${port}`;
    server = new ServerProcess({ DATA_DIR: dataDir, SEED_DEMO: 'off', ROLES: 'worker', HEALTH_PORT: port, ...env });
  }

  async function get(route: string): Promise<[number, unknown]> {
    const answer = await fetch(`${base}${route}`, { headers: { connection: 'close' } });
    return [answer.status, await answer.json()];
  }

  const waiting = { timeoutMs: 30_000 };

  /** Probes come every few seconds: what they find is no error of the process. */
  function expectNoErrorInLog(): void {
    expect(server.stdout).not.toMatch(/"level":[56]0/);
    expect(server.stderr).toBe('');
  }

  test('answers health checks alone, and reports not ready once the process is stopping, without an error in the log', async () => {
    await start({ STOP_DELAY_SECONDS: '600' });
    await eventually(async () => (await get('/readyz'))[0] === 200, waiting);
    expect(await get('/readyz')).toEqual([200, { status: 'ready' }]);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    const { text: metrics, series } = await scrape(base);
    expect(series.get('deckcast_ready')).toBe(1);
    for (const name of ['fan_outs_pending', 'fan_outs_failing', 'deliveries_due']) {
      expect(metrics).toContain(`\ndeckcast_${name} 0\n`);
    }
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect(await get('/api/decks')).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
    server.signal('SIGTERM');
    await eventually(async () => (await get('/readyz'))[0] === 503);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    expectNoErrorInLog();
  });

  // More than the 511 of Node.
  (systemBacklog() < 1_000 ? test.skip : test)(
    'lets 1,000 connections wait while the process accepts none',
    async () => {
      await start({});
      await eventually(async () => (await get('/readyz'))[0] === 200, waiting);
      server.signal('SIGSTOP');
      const sockets = Array.from({ length: 1_000 }, () => connect(Number(new URL(base).port), '127.0.0.1'));
      const isWaiting = (): boolean => sockets.every(({ readyState }) => readyState === 'open');
      expect(await eventually(isWaiting, waiting)).toBe(true);
      for (const socket of sockets) socket.destroy();
    },
  );

  test('shows a process that waits for its database as alive and not ready, without an error in the log', async () => {
    const connections: Socket[] = [];
    const silent = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await start({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none` });
    await eventually(() => connections.length > 0, waiting);
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await get('/readyz')).toEqual([503, expect.objectContaining({ detail: 'The process is starting.' })]);
    expect((await scrape(base)).series.get('deckcast_ready')).toBe(0);
    expectNoErrorInLog();
    await server.end('SIGKILL');
    for (const socket of connections) socket.destroy();
    silent.close();
  });
});
