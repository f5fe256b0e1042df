import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { newDataDir } from '../helpers/template.ts';

// Each test starts a process.
jest.setTimeout(60_000);

/** Answers that one client asks for: 23 MB. */
const deafRequests = 60;

describe('a stop', () => {
  let dataDir: string;
  let server: ServerProcess;
  let base: string;
  const opened: Socket[] = [];

  beforeEach(async () => {
    dataDir = await newDataDir('stop');
  });

  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.destroy();
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(env: Record<string, string> = {}): Promise<void> {
    server = new ServerProcess({ DATA_DIR: dataDir, SEED_DEMO: 'off', ...env });
    base = await server.base();
  }

  /** Sends the bytes on a connection of its own, and neither ends nor, unless told, reads it. */
  async function send(bytes: string): Promise<Socket> {
    const socket = connect({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    opened.push(socket);
    await once(socket, 'connect');
    await new Promise((resolve) => socket.write(bytes, resolve));
    return socket;
  }

  /** How many of the answers that one client asks for are made. */
  const answered = (): number => server.stdout.split('/api/openapi.json","status":200').length - 1;

  /** Gets an answer waiting, as the buffers of both sides are full of those before it; needs LOG_LEVEL=info. */
  async function askWithoutReading(): Promise<Socket> {
    const socket = await send('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(deafRequests));
    let [before, turnsWithoutAnswer] = [0, 0];
    await eventually(async () => {
      await statusOf('/healthz');
      turnsWithoutAnswer = answered() === before && before > 0 ? turnsWithoutAnswer + 1 : 0;
      before = answered();
      return turnsWithoutAnswer === 10;
    });
    expect(answered()).toBeLessThan(deafRequests);
    return socket;
  }

  async function statusOf(route: string): Promise<number> {
    return (await fetch(`${base}${route}`, { headers: { connection: 'close' } })).status;
  }

  test('reports not ready at once, serves new connections meanwhile, and is forced by a second signal', async () => {
    await start({ STOP_DELAY_SECONDS: '600' });
    expect(await statusOf('/readyz')).toBe(200);
    server.signal('SIGTERM');
    await eventually(async () => (await statusOf('/readyz')) === 503);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/api/decks')).toBe(200);
    let code: number | null | undefined;
    void server.exited().then((exitCode) => (code = exitCode));
    await eventually(() => {
      server.signal('SIGTERM');
      return code !== undefined;
    });
    expect(code).toBe(1);
  });

  test('ends with 0 after its delay, is two lines of the log, and requests meanwhile are no errors', async () => {
    await start({ STOP_DELAY_SECONDS: '5', LOG_LEVEL: 'info' });
    const signalledAt = Date.now();
    server.signal('SIGTERM');
    await eventually(async () => (await statusOf('/readyz')) === 503);
    for (let nth = 0; nth < 5; nth += 1) expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/api/decks')).toBe(200);
    expect(await server.exited()).toBe(0);
    expect(Date.now() - signalledAt).toBeGreaterThanOrEqual(5_000);
    const lines = server.stdout.split('\n').filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(logged.filter(({ level }) => level > 30)).toEqual([]);
    expect(logged.map(({ msg }) => msg).filter((msg) => /stop/.test(msg))).toEqual(['SIGTERM: stopping', 'stopped']);
  });

  test('is requested once by Ctrl-C under npm, which sends the signal again', async () => {
    await start();
    server.signal('SIGINT');
    server.signal('SIGTERM');
    expect(await server.exited()).toBe(0);
  });

  test('is requested by SIGHUP, as from a terminal that is closed', async () => {
    await start();
    expect(await server.end('SIGHUP')).toBe(0);
  });

  test('does not wait for requests that are never finished, nor for refused upgrades that stay half open', async () => {
    await start();
    await send('');
    await send('GET /api/decks HTTP/1.1\r\nHost: x\r\nX-Half:');
    await send(
      'POST /api/decks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA\r\n';
    const refused = await send(`GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`);
    await once(refused, 'data');
    const signalledAt = Date.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(Date.now() - signalledAt).toBeLessThan(7_500);
  });

  test('sends to a client that reads slowly all that it has answered', async () => {
    await start({ LOG_LEVEL: 'info' });
    const slow = await askWithoutReading();
    server.signal('SIGTERM');
    await eventually(() => server.stdout.includes('SIGTERM: stopping'));
    // Stopped, it takes no connections any more.
    await eventually(async () =>
      statusOf('/healthz').then(
        () => false,
        () => true,
      ),
    );
    let received = '';
    slow.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    await once(slow, 'end');
    const answers = received.split('HTTP/1.1 200 OK').slice(1);
    // The log comes by another pipe, so its last line may come later.
    await eventually(() => answered() >= answers.length);
    expect(answers).toHaveLength(answered());
    for (const answer of answers) expect(answer).toMatch(/\}\s*$/);
    expect(answers.at(-1)).toContain('Connection: close');
    slow.end();
    expect(await server.exited()).toBe(0);
  });

  test('spends the time limits of a client that reads nothing and of a webhook that never answers side by side', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await start({ LOG_LEVEL: 'info' });
    const rest = await new RestClient(base).open();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await createSubscription(rest, { channel: 'webhook', channelConfig: { url } });
    const delivering = once(silent, 'request');
    await rest.post('/api/events', { type: 'contract.signed' });
    await delivering;
    await askWithoutReading();
    expect(await server.end('SIGTERM')).toBe(0);
    silent.closeAllConnections();
    silent.close();
  });
});
