import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DeckAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { presentationInput } from '../helpers/factories.ts';
import { describeOnEmbedded, describeOnPostgres, testOnPostgres } from '../helpers/on-postgres.ts';
import { type ProcessOptions, ServerProcess } from '../helpers/server-process.ts';
import { fillDataDir } from '../helpers/template.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase, testDatabaseUrl } from '../helpers/test-database.ts';

// Tests start up to three processes each, beside those of other tests.
jest.setTimeout(60_000);

/** Nothing listens there. */
const absentDatabase = 'postgresql://someone:s3cret@127.0.0.1:1/none';
/** A Node of this machine that is older than `engines` allows, where there is one. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return /^v(1?\d|2[01])\./.test(stdout ?? '');
});

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

  function run(env: Record<string, string>, options: ProcessOptions = {}): ServerProcess {
    const server = new ServerProcess({ DATA_DIR: dataDir, ...env }, options);
    running.push(server);
    return server;
  }

  async function expectRefusal(env: Record<string, string>, ...sentences: RegExp[]): Promise<void> {
    await expectEnd(run(env), ...sentences);
  }

  async function expectEnd(server: ServerProcess, ...sentences: RegExp[]): Promise<void> {
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
        API_KYE: 'a key of at least 16 characters',
      },
      /6 faults/,
      /API_KYE is no setting, but API_KEY is, and has no value: correct the name, /,
      /PORT is "abc": it must be a whole number from 0 to 65535\./,
      /HOST is 0\.0\.0\.0, which other machines can reach: set API_KEY/,
      /SMTP_URL must be a URL that begins with smtp:\/\/ or smtps:\/\//,
      /NATS_URL must be a URL that begins with nats:\/\/ or tls:\/\//,
      /DELIVERY_RETRY_DELAYS is "5,soon"/,
    );
  });

  test('names a misspelt setting', async () => {
    await expectRefusal(
      { DATABSE_ULR: 'postgresql://someone:s3cret@127.0.0.1/decks' },
      /has a fault/,
      /DATABSE_ULR is no setting, but DATABASE_URL is/,
    );
    expect(running[0]?.stderr).not.toContain('s3cret');
  });

  test('says that DATABASE_URL names no database', async () => {
    await expectRefusal(
      { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1' },
      /has a fault/,
      /DATABASE_URL names no database: put its name behind the host, such as postgresql:/,
    );
  });

  test('says what NATS_URL needs, without its password', async () => {
    const server = run({ NATS_URL: 'nats:someone:s3cret@127.0.0.1' });
    expect(await server.exited()).toBe(1);
    expect(server.stderr).toMatch(/NATS_URL names no host/);
    expect(server.stderr).toMatch(/NATS_URL is set without DATABASE_URL: .* set both or neither\./);
    expect(server.stderr).not.toContain('s3cret');
  });

  test('says what several web processes need', async () => {
    await expectRefusal(
      { WEB_CONCURRENCY: '2' },
      /WEB_CONCURRENCY is above 1 without DATABASE_URL: set DATABASE_URL, or leave it at 1\./,
    );
  });

  test('says that it takes no command line arguments', async () => {
    await expectEnd(
      run({}, { args: ['--port', '80'] }),
      /^Deckcast takes no .*, and got "--port": set .* PORT=4000\.$/m,
    );
  });

  (oldNode === undefined ? test.skip : test)('says which Node it needs', async () => {
    await expectEnd(
      // It does not know all flags.
      run({}, { node: oldNode ?? '', flags: [] }),
      /^Deckcast needs Node 22\.18 or later, and this is Node \d+\.\S+: .*\.$/m,
    );
  });

  test('says that the data folder cannot be written', async () => {
    await writeFile(path.join(dataDir, 'file'), '');
    const sentence =
      /^The data folder \S+\/file\/data cannot be written \(ENOTDIR\): .* set DATA_DIR to another folder\.$/m;
    await expectRefusal({ DATA_DIR: path.join(dataDir, 'file', 'data') }, sentence);
  });

  test('says that the embedded database is damaged', async () => {
    await mkdir(path.join(dataDir, 'database'));
    await writeFile(path.join(dataDir, 'database', 'PG_VERSION'), '9.6\n');
    await expectRefusal({}, /^The embedded database in \S+ cannot be opened and may be damaged \(.*\): restore .*\.$/m);
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
    // The refusal comes before a database is made.
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('says that the database does not answer, without its password', async () => {
    const server = run({ DATABASE_URL: absentDatabase, DATABASE_WAIT_SECONDS: '0' });
    expect(await server.exited()).toBe(1);
    expect(server.stderr).toMatch(/The database at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer: .*ECONNREFUSED/);
    expect(server.stderr).not.toContain('s3cret');
  });

  testOnPostgres('does not wait for a database that does not exist', async () => {
    const url = new URL(testDatabaseUrl ?? '');
    url.pathname = '/deckcast_none_of_that_name';
    await expectRefusal(
      { DATABASE_URL: url.href },
      /^There is no database "deckcast_none_of_that_name" on the server at \S+ \(DATABASE_URL\): create it with `createdb -h \S+ -p \d+ -U \w+ deckcast_none_of_that_name`/m,
    );
  });

  test('says that another process uses the data folder', async () => {
    await fillDataDir(dataDir);
    await run({}).base();
    await expectRefusal({}, /is in use by process \d+ on host \S+ since \S+Z: stop that process, or set DATA_DIR/);
  });
});

describe('a start whose database is late', () => {
  testOnPostgres(
    'says so without the password, and goes on once the database answers',
    async () => {
      const database = await createTestDatabase();
      const url = new URL(database.url ?? '');
      const link = await new TcpProxy(Number(url.port || 5432)).open();
      await link.cut();
      url.host = `127.0.0.1:${link.port}`;
      url.password = 's3cret';
      const server = new ServerProcess({ DATABASE_URL: url.href, SEED_DEMO: 'off' });
      await eventually(() => server.stdout.includes('the start waits for it to open it'));
      await link.open();
      await server.base();
      expect(server.stdout).toContain(`"where":"127.0.0.1:${link.port}"`);
      expect(server.stdout + server.stderr).not.toContain('s3cret');
      expect(await server.end('SIGTERM')).toBe(0);
      await link.cut();
      await database.remove();
    },
    60_000,
  );

  test('ends with 0 upon a SIGTERM', async () => {
    const server = new ServerProcess({ DATABASE_URL: absentDatabase });
    await eventually(() => server.stdout.includes('the start waits for it to open it'), { timeoutMs: 20_000 });
    // A stop of more than 9.5 s is cut off and ends with 1.
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.stderr).toBe('');
  }, 30_000);
});

describeOnPostgres('a start whose database answered once', () => {
  let database: TestDatabase;
  let link: TcpProxy;
  let url: string;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
    // As before the first start: nothing of ours is there.
    await sql`drop schema public cascade`.execute(database.connection.kysely);
    await sql`create schema public`.execute(database.connection.kysely);
    const through = new URL(database.url ?? '');
    link = await new TcpProxy(Number(through.port || 5432)).open();
    through.host = `127.0.0.1:${link.port}`;
    url = through.href;
  });

  afterEach(async () => {
    await server?.end('SIGKILL');
    await link.cut();
    await database.remove();
  });

  function start(env: Record<string, string> = {}): ServerProcess {
    server = new ServerProcess({ DATABASE_URL: url, ...env });
    return server;
  }

  function endSilence(): void {
    link.silent = false;
    link.resume();
  }

  // The first connection asks for the name, the second is the watchdog's, the third migrates. Later ones seed and open.
  test.each([3, 5])(
    'outlasts its silence after %i connections',
    async (connections) => {
      link.silenceAfter(connections);
      const started = start();
      await eventually(() => started.stdout.includes('the start waits for it to'), { timeoutMs: 25_000 });
      endSilence();
      const base = await started.base();
      expect((await fetch(`${base}/api/decks`)).status).toBe(200);
      expect(started.stderr).toBe('');
      // Its waits may take 75 s together where the machine has other work.
    },
    90_000,
  );

  test('outlasts a pause of its own process while it connects', async () => {
    link.silenceAfter(2);
    const started = start();
    await eventually(() => link.silent, { timeoutMs: 20_000 });
    started.signal('SIGSTOP');
    const stoppedAt = performance.now();
    // Longer than a connection may take to open.
    await eventually(() => performance.now() - stoppedAt > 4_000);
    endSilence();
    started.signal('SIGCONT');
    await started.base();
    expect(started.stderr).toBe('');
  }, 90_000);

  test('ends with one sentence when the silence takes too long', async () => {
    link.silenceAfter(3);
    const started = start({ DATABASE_WAIT_SECONDS: '1' });
    expect(await started.exited()).toBe(1);
    expect(started.stderr).toMatch(
      /^The database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) does not answer: .*[^.]\. The start waited 1 s .*[^.]\.\n$/,
    );
  });
});

describeOnEmbedded('a start', () => {
  let dataDir: string;
  let server: ServerProcess;
  let base: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-start-'));
    server = new ServerProcess({
      DATA_DIR: dataDir,
      // Saturday on Hawaii, Sunday in UTC.
      TZ: 'Pacific/Honolulu',
      CLOCK_SKEW_MS: String(Date.parse('2026-12-06T00:30:00Z') - Date.now()),
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '../helpers/skewed-clock.ts')}`,
      ROLE: 'web',
      HOME: dataDir,
    });
    base = await server.base();
  }, 30_000);

  afterAll(async () => {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true });
  });

  async function post<T>(api: string, input: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${base}${api}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return (await answer.json()) as T;
  }

  test.each([
    [null, 'December 6, 2026'],
    ['America/Denver', 'December 5, 2026'],
  ])('dates what is made by the time zone of the deck (%s), not by that of the process', async (timeZone, date) => {
    const { deck } = await post<{ deck: DeckAnswer }>('/api/decks', { name: 'Roof', timeZone });
    expect(deck.createdAt).toMatch(/^2026-12-06T00:3/);
    const slide = { slideId: 'one', title: '{{date}}', narrationScript: 'Hello.' };
    await post(`/api/decks/${deck.id}/slides`, slide);
    const { preview } = await post<{ preview: Pick<PresentationAnswer, 'slides'> }>(
      `/api/decks/${deck.id}/presentations/preview`,
      presentationInput(),
    );
    expect(preview.slides[0]?.title).toBe(date);
  });

  test('names in its log what is perhaps a misspelt setting, and no variable of another program', async () => {
    const warnings = [...server.stdout.matchAll(/(\w+ is no setting, but \w+ is), and has no value/g)].map(
      ([, text]) => text,
    );
    expect(warnings).toEqual(['ROLE is no setting, but ROLES is']);
  });

  test('makes files and folders that no other user of the machine can read', async () => {
    const made = await readdir(dataDir, { recursive: true });
    expect(made.length).toBeGreaterThan(100);
    const modes = await Promise.all(made.map(async (name) => (await stat(path.join(dataDir, name))).mode & 0o077));
    expect(made.filter((_name, index) => modes[index] !== 0)).toEqual([]);
  });

  test('on an empty database prints the addresses of the APIs and a request that works unchanged', async () => {
    const { url, headers, body } =
      /curl -s (?<url>\S+) -H '(?<headers>[^']+)' -d '(?<body>[^']+)'/.exec(server.stdout)?.groups ?? {};
    const [name = '', value = ''] = (headers ?? '').split(': ');
    const answer = await fetch(url ?? '', { method: 'POST', headers: { [name]: value }, body: body ?? '' });
    const { presentation } = (await answer.json()) as { presentation: { slides: unknown[] } };
    expect(presentation.slides).toHaveLength(12);
    expect(JSON.stringify(presentation)).not.toContain('{{');
    expect(server.stdout).toContain(`${base}/graphql`);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
