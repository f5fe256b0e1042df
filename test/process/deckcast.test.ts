import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { archiveName } from '../../src/composition/backup/backup.ts';
import { deckcast } from '../helpers/deckcast.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { freePort } from '../helpers/free-port.ts';
import { describeOnEmbedded, describeOnPostgres } from '../helpers/on-postgres.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { fillDataDir } from '../helpers/template.ts';
import { createTestDatabase } from '../helpers/test-database.ts';
import { TraceCollector } from '../helpers/trace-collector.ts';
import { use } from '../helpers/use.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';

// Each test starts up to four processes.
jest.setTimeout(240_000);

let folder = '';
use(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-command-'));
  return () => rm(folder, { recursive: true, force: true });
});

describeOnEmbedded('deckcast', () => {
  test('the command tells its version, its commands, and the nearest one to a mistyped one', async () => {
    expect(await deckcast(['--version'], {})).toMatchObject({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) });
    const { stdout } = await deckcast(['--help'], {});
    for (const command of [
      'start',
      'migrate',
      'config',
      'doctor',
      'backup',
      'restore',
      'keys',
      'audit',
      'send-test',
      'replay',
      'listen',
      'demo',
    ])
      expect(stdout).toContain(`\n  ${command} `);
    expect(await deckcast(['conifg'], {})).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('(Did you mean config?)'),
    });
  });

  // Its user waits for what it loads: the packages of the server take a second.
  test.each([['--help'], ['config']])('deckcast %s loads neither a database nor GraphQL', async (command) => {
    const counter = path.join(import.meta.dirname, '../helpers/loaded-packages.ts');
    const { stderr } = await deckcast([command], { NODE_OPTIONS: `--import ${counter}` });
    const loaded = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as string[];
    expect(loaded).toContain('commander');
    expect(loaded.filter((name) => /graphql|kysely|mikro-orm|apollo|pg|koa/.test(name))).toEqual([]);
  });

  test('demo presents its deck, whatever is set, and leaves nothing behind', async () => {
    const port = String(await freePort());
    const env = {
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      API_KEY: 'a-key-of-another-server-which-is-long',
      TMPDIR: folder,
    };
    const demo = new ServerProcess(env, { program: 'deckcast.js', args: ['demo', '--port', port] });
    const page = await eventually(() => /for Dana +(\S+)/.exec(demo.stdout)?.[1], {
      timeoutMs: 90_000,
      what: 'the page',
    });
    expect(new URL(page).port).toBe(port);
    expect((await fetch(page)).status).toBe(200);
    expect(readdirSync(folder).filter((name) => name.startsWith('deckcast-demo-'))).toHaveLength(1);
    expect(await demo.end('SIGTERM')).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('deckcast-demo-'))).toEqual([]);
  });

  test('config shows what is set and from where, with secrets masked, and what is wrong', async () => {
    await writeFile(path.join(folder, '.env'), 'PORT=4711\nSECRET_KEY=canary-1\nLOG_LEVEL=warn\n');
    const env = {
      LOG_LEVEL: 'error',
      DATABASE_URL: 'postgresql://someone:canary-2@127.0.0.1/decks?password=canary-3',
      SMTP_URL: 'canary-4',
      AUDIO_S3_SECRET_ACCESS_KEY: 'canary-5',
      REQUESTS_PER_KEY: '7',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=canary-7',
      API_KYE: 'canary-6',
    };
    const shown = await deckcast(['config'], env, folder);
    expect(shown.stdout.trim().split('\n').toSorted()).toEqual([
      'AUDIO_S3_SECRET_ACCESS_KEY=********  (environment)',
      'DATABASE_URL=postgresql://someone:********@127.0.0.1/decks?password=********  (environment)',
      'LOG_LEVEL=error  (environment)',
      'OTEL_EXPORTER_OTLP_HEADERS=********  (environment)',
      'PORT=4711  (.env)',
      'REQUESTS_PER_KEY=7  (environment)',
      'SECRET_KEY=********  (.env)',
      'SMTP_URL=********  (environment)',
    ]);
    expect(shown.code).toBe(1);
    expect(shown.stderr).toMatch(/^SMTP_URL must be a URL/m);
    expect(shown.stderr).toMatch(/^API_KYE is no setting, but API_KEY is/m);
    const { stdout } = await deckcast(['config', '--all', '--json'], env, folder);
    const { settings, faults } = JSON.parse(stdout) as { settings: object[]; faults: string[] };
    expect(settings).toContainEqual({ name: 'HOST', value: '127.0.0.1', from: 'default' });
    expect(faults).toHaveLength(4);
    expect(JSON.stringify([shown, stdout])).not.toContain('canary');
  });

  const inspected = async (env: Record<string, string>) => {
    const { code, stdout, stderr } = await deckcast(['doctor', '--json'], env);
    expect(stdout).not.toContain('canary');
    return { code, stderr, findings: JSON.parse(stdout) as { subject: string; state: string; finding: string }[] };
  };

  test('doctor names what it has tried, and the fix of what does not work', async () => {
    const env = { DATA_DIR: path.join(folder, 'data'), SMTP_URL: 'smtp://someone:canary@127.0.0.1:1', SPEECH: 'none' };
    const bucket = { url: 'http://127.0.0.1:1/bucket', key: 'canary' };
    const s3 = { AUDIO_S3_URL: bucket.url, AUDIO_S3_ACCESS_KEY_ID: bucket.key, AUDIO_S3_SECRET_ACCESS_KEY: bucket.key };
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://someone:canary@127.0.0.1:1' };
    const { code, stderr, findings } = await inspected({ ...env, ...s3, ...traces });
    expect([code, stderr]).toEqual([1, '']);
    expect(findings).toEqual([
      { subject: 'data folder', state: 'ok', finding: expect.stringMatching(/GB are free in/) },
      {
        subject: 'database',
        state: 'doubt',
        finding: expect.stringMatching(/migrations are to come: .* deckcast migrate/),
      },
      {
        subject: 'mail',
        state: 'fault',
        finding: expect.stringMatching(/^The mail server at 127\.0\.0\.1:1 .*: correct SMTP_URL/),
      },
      { subject: 'speech', state: 'ok', finding: 'SPEECH is none: presentations are text.' },
      { subject: 'audio and images', state: 'fault', finding: expect.stringMatching(/: check AUDIO_S3_URL/) },
      {
        subject: 'traces',
        state: 'doubt',
        finding: expect.stringMatching(
          /does not take traces \(ECONNREFUSED\): correct OTEL_EXPORTER_OTLP_ENDPOINT, which/,
        ),
      },
    ]);
  });

  const inspectedFolder = () => path.join(folder, 'inspected');
  beforeAll(() => fillDataDir(inspectedFolder()));

  // A process takes a second of the processor, so each looks at all three.
  test.each([
    {
      hours: null,
      backups: ['doubt', /^There is none yet, though BACKUP_EVERY_HOURS is 24: let a server/],
      service: 200,
      speech: ['ok', /It takes the key, and knows the voice\.$/],
      collector: 200,
      traces: ['ok', /^The collector at 127\.0\.0\.1:\d+ takes traces\.$/],
    },
    {
      hours: 1,
      backups: ['ok', /^The newest is 1\.0 h old\.$/],
      service: 401,
      speech: ['doubt', /answered 401: check that ELEVENLABS_API_KEY may read voices/],
      collector: 401,
      traces: ['doubt', /does not take traces \(401\): correct OTEL_EXPORTER_OTLP_HEADERS\.$/],
    },
    {
      hours: 30,
      backups: ['doubt', /^The newest is 30\.0 h old, though/],
      service: 200,
      speech: ['ok', /It takes the key, and knows the voice\.$/],
      collector: 404,
      traces: ['doubt', /does not take traces \(404\): correct OTEL_EXPORTER_OTLP_ENDPOINT, which/],
    },
  ] as const)(
    'doctor looks for scheduled backups ($hours h old), asks a speech service ($service), and sends a collector ($collector) no span',
    async (given) => {
      const archives = await mkdtemp(path.join(folder, 'archives-'));
      const madeAt = new Date(Date.now() - (given.hours ?? 0) * 3_600_000);
      if (given.hours !== null) await writeFile(path.join(archives, archiveName(madeAt)), '');
      const requests: (string | string[] | undefined)[] = [];
      const service = createServer((request, response) => {
        requests.push(request.url, request.headers['xi-api-key']);
        response.writeHead(given.service).end('{}');
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      const collector = await new TraceCollector().open();
      collector.status = given.collector;
      const { findings } = await inspected({
        DATA_DIR: inspectedFolder(),
        BACKUP_EVERY_HOURS: '24',
        BACKUP_FOLDER: archives,
        ELEVENLABS_API_KEY: 'canary',
        ELEVENLABS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
        ELEVENLABS_VOICE: 'anna',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace('//', '//someone:canary@'),
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=canary',
      });
      service.close();
      await collector.close();
      expect(requests).toEqual(['/v1/voices/anna', 'canary']);
      const headers = expect.objectContaining({ 'x-tenant': 'canary' });
      const sent = { path: '/v1/traces', body: '{"resourceSpans":[]}', headers };
      expect(collector.requests).toEqual([expect.objectContaining(sent)]);
      for (const subject of ['backups', 'speech', 'traces'] as const) {
        const [state, finding] = given[subject];
        const found = findings.find((one) => one.subject === subject);
        expect(found).toEqual({ subject, state, finding: expect.stringMatching(finding) });
      }
    },
  );

  describe('beside a server', () => {
    const receiver = useReceiver();
    let server: ServerProcess;
    let env: Record<string, string>;
    let rest: RestClient;
    use(async () => {
      const dataDir = path.join(folder, 'served');
      await fillDataDir(dataDir);
      server = new ServerProcess({ DATA_DIR: dataDir, SPEECH: 'none', SEED_DEMO: 'off' });
      const base = await server.base(60_000);
      env = { DATA_DIR: dataDir, PORT: new URL(base).port };
      rest = await new RestClient(base).open();
      return async () => void (await server.end('SIGKILL'));
    });

    const subscribe = async (at: string): Promise<string> => {
      const channelConfig = { url: `${receiver.url}${at}` };
      return (await createSubscription(rest, { eventType: 'made.*', channel: 'webhook', channelConfig })).id;
    };

    test('send-test says what the receiver has answered', async () => {
      receiver.answer = (at) => (at === '/refusing' ? 500 : 204);
      const taken = await deckcast(['send-test', await subscribe('/taking')], env);
      expect(taken).toMatchObject({
        stdout: expect.stringMatching(/^The receiver has taken it with 204 after \d+ ms\.\n$/),
      });
      const refused = await deckcast(['send-test', await subscribe('/refusing')], env);
      expect(refused).toMatchObject({ code: 1, stdout: 'The receiver has not taken it. The receiver answered 500.\n' });
    });

    test('replay delivers what a subscription has missed', async () => {
      await rest.post('/api/events', { type: 'made.before', data: {} });
      const late = await subscribe('/late');
      const { stdout } = await deckcast(['replay', late, '--since', '2020-01-01T00:00:00Z', '--json'], env);
      expect(JSON.parse(stdout)).toEqual({ recoveredCount: 1 });
      await eventually(() => receiver.at('/late').length === 1);
      expect(await deckcast(['replay', late], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('since'),
      });
    });

    /** A command that runs on, and the JSON lines that it has written. */
    const listen = async (args: readonly string[]) => {
      const command = new ServerProcess(env, { program: 'deckcast.js', args: ['listen', '--json', ...args] });
      const lines = (): Record<string, unknown>[] =>
        command.stdout
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      const [first] = await eventually(() => lines().length > 0 && lines(), {
        timeoutMs: 60_000,
        what: command.stderr,
      });
      return { command, lines, secret: String(first?.['secret']) };
    };

    test('listen forwards events signed, and continues behind the last one after a lost connection', async () => {
      receiver.answer = () => 204;
      const proxy = await new TcpProxy(Number(env['PORT'])).open();
      const throughProxy = `http://127.0.0.1:${proxy.port}`;
      const to = ['--forward-to', `${receiver.url}/laptop`, '--types', 'forwarded.*'];
      const { command, lines, secret } = await listen(['--server', throughProxy, ...to]);
      try {
        await rest.post('/api/events', { type: 'kept.back', data: {} });
        await rest.post('/api/events', { type: 'forwarded.first', data: { at: 1 } });
        await eventually(() => receiver.at('/laptop').length === 1);
        await proxy.cut();
        await rest.post('/api/events', { type: 'forwarded.second', data: { at: 2 } });
        await eventually(() => command.stderr.includes('opened again'));
        await proxy.open();
        const [first, second] = await eventually(() => receiver.at('/laptop').length === 2 && receiver.at('/laptop'), {
          timeoutMs: 30_000,
        });
        for (const { body, headers } of [first, second].filter((one) => one !== undefined))
          new Webhook(secret).verify(body, headers as Record<string, string>);
        expect(JSON.parse(first?.body ?? '')).toEqual({
          id: expect.any(String),
          type: 'forwarded.first',
          timestamp: expect.any(String),
          deckId: null,
          data: { at: 1 },
        });
        await eventually(() => lines().length === 3);
        expect(lines()[2]).toMatchObject({ type: 'forwarded.second', statusCode: 204, error: null });
        expect(await command.end('SIGINT')).toBe(0);
      } finally {
        await command.end('SIGKILL');
        await proxy.cut();
      }
    });

    test('listen says what is wrong with its receiver, and goes on', async () => {
      const { command, lines } = await listen([
        '--forward-to',
        `http://127.0.0.1:${await freePort()}`,
        '--types',
        'lost.*',
      ]);
      await rest.post('/api/events', { type: 'lost.one', data: {} });
      await eventually(() => lines().length === 2);
      expect(lines()[1]).toMatchObject({ type: 'lost.one', statusCode: null, error: 'nothing listens there' });
      expect(await command.end('SIGTERM')).toBe(0);
    });

    test.each([
      [['--forward-to', 'localhost:3000'], '--forward-to must be a URL such as http://localhost:3000/hook'],
      [['--forward-to', 'http://localhost:1', '--secret', 'whsec_'], '--secret must be whsec_ and base64'],
      [['--forward-to', 'http://localhost:1', '--after', 'x'], 'after'],
      [['--forward-to', 'http://localhost:1', '--server', 'http://127.0.0.1:1'], 'No server answers at'],
    ])('listen %j is refused in a sentence', async (args, sentence) => {
      expect(await deckcast(['listen', ...args], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(sentence),
      });
    });

    test('doctor leaves the embedded database to the server', async () => {
      const { stdout } = await deckcast(['doctor'], { ...env, SPEECH: 'none' });
      expect(stdout).toContain('ok     database: A server that runs uses the embedded database.\n');
    });

    // Last, because it stops the server.
    test('doctor connects to the receivers of active webhooks and sends nothing', async () => {
      const closed = `http://127.0.0.1:${await freePort()}`;
      await subscribe('/quiet');
      const channelConfig = { url: `${closed}/hook?token=canary` };
      await createSubscription(rest, { eventType: 'made.*', channel: 'webhook', channelConfig });
      await server.end('SIGTERM');
      const { stdout } = await deckcast(['doctor'], { ...env, SPEECH: 'none' });
      expect(stdout).toContain(`doubt  receivers: 1 of 2 do not take a connection: ${closed} (ECONNREFUSED). Correct `);
      expect(stdout).not.toContain('canary');
      expect(receiver.at('/quiet')).toEqual([]);
    });
  });
});

describeOnPostgres('deckcast migrate', () => {
  test('names what is to come without changing anything, then executes it', async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url ?? '' };
    const { kysely } = database.connection;
    expect(await deckcast(['migrate', '--check'], env)).toMatchObject({ stdout: 'The tables are up to date.\n' });
    await sql`drop table playground_request, playground_receiver`.execute(kysely);
    await sql`delete from mikro_orm_migrations where name like '%playground'`.execute(kysely);
    const pending = ['Migration20261126182427_playground'];
    const checked = await deckcast(['migrate', '--check', '--json'], env);
    expect([checked.code, JSON.parse(checked.stdout)]).toEqual([1, { pending }]);
    expect((await sql`select to_regclass('playground_receiver') as it`.execute(kysely)).rows).toEqual([{ it: null }]);
    const executed = await deckcast(['migrate', '--json'], env);
    expect([executed.code, JSON.parse(executed.stdout)]).toEqual([undefined, { executed: pending }]);
    expect((await deckcast(['migrate', '--check'], env)).code).toBeUndefined();
    const doctor = await deckcast(['doctor'], { ...env, DATABASE_POOL_SIZE: '500', DATA_DIR: folder, SPEECH: 'none' });
    expect(doctor.stdout).toMatch(/^doubt +connections: .* 508 of the \d+ .*: lower DATABASE_POOL_SIZE/m);
    await database.remove();
  });
});
