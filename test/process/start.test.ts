import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ServerProcess } from '../helpers/server-process.ts';

describe('a start that cannot succeed', () => {
  let dataDir: string;
  let running: ServerProcess[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-start-'));
  });

  afterEach(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')));
    running = [];
    await rm(dataDir, { recursive: true, force: true });
  });

  function run(env: Record<string, string>): ServerProcess {
    const server = new ServerProcess({ DATA_DIR: dataDir, ...env });
    running.push(server);
    return server;
  }

  async function expectRefusal(env: Record<string, string>, ...sentences: RegExp[]): Promise<void> {
    const server = run(env);
    expect(await server.exited()).toBe(1);
    for (const sentence of sentences) expect(server.stderr).toMatch(sentence);
    expect(server.stderr).not.toMatch(/^ {4}at /m);
  }

  test('reports all faults of the environment at once', async () => {
    await expectRefusal(
      {
        PORT: 'abc',
        HOST: '0.0.0.0',
        SMTP_URL: 'http://mail',
        NATS_URL: 'http://nats',
        DELIVERY_RETRY_DELAYS: '5,soon',
      },
      /5 faults/,
      /PORT is "abc": it must be a whole number from 0 to 65535\./,
      /HOST is 0\.0\.0\.0, which other machines can reach: set API_KEY/,
      /SMTP_URL must be a URL that begins with smtp:\/\/ or smtps:\/\//,
      /NATS_URL must be a URL that begins with nats:\/\/ or tls:\/\//,
      /DELIVERY_RETRY_DELAYS is "5,soon"/,
    );
  });

  test('says what NATS_URL needs, without its password', async () => {
    const server = run({ NATS_URL: 'nats:someone:s3cret@127.0.0.1' });
    expect(await server.exited()).toBe(1);
    expect(server.stderr).toMatch(/NATS_URL names no host/);
    expect(server.stderr).toMatch(/NATS_URL is set without DATABASE_URL: .* set both or neither\./);
    expect(server.stderr).not.toContain('s3cret');
  });

  test('says that the port is taken', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const setting of ['PORT', 'HEALTH_PORT']) {
      await expectRefusal(
        { [setting]: String(port) },
        new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken: .* set ${setting} to another`),
      );
    }
    other.close();
  });

  test('says that the database does not answer, without its password', async () => {
    const server = run({ DATABASE_URL: 'postgresql://someone:s3cret@127.0.0.1:1/none' });
    expect(await server.exited()).toBe(1);
    expect(server.stderr).toMatch(/The database at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer: .*ECONNREFUSED/);
    expect(server.stderr).not.toContain('s3cret');
  });

  test('says that another process uses the data folder', async () => {
    await run({}).base();
    await expectRefusal({}, /is in use by process \d+ on host \S+ since \S+Z: stop that process, or set DATA_DIR/);
  });
});

describe('a start', () => {
  test('on an empty database prints the doors and a request that works as it stands', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-start-'));
    const server = new ServerProcess({ DATA_DIR: dataDir });
    const base = await server.base();
    const { url, headers, body } =
      /curl -s (?<url>\S+) -H '(?<headers>[^']+)' -d '(?<body>[^']+)'/.exec(server.stdout)?.groups ?? {};
    const [name = '', value = ''] = (headers ?? '').split(': ');
    const answer = await fetch(url ?? '', { method: 'POST', headers: { [name]: value }, body: body ?? '' });
    const { presentation } = (await answer.json()) as { presentation: { slides: unknown[] } };
    expect(presentation.slides).toHaveLength(12);
    expect(JSON.stringify(presentation)).not.toContain('{{');
    expect(server.stdout).toContain(`${base}/graphql`);
    expect(await server.end('SIGTERM')).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});
