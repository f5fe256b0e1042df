import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { packTar, unpackTar } from 'modern-tar';
import { sql } from 'kysely';
import { FakeS3 } from '../engines/speech/fake-s3.ts';
import type { ProblemAnswer } from '../helpers/answers.ts';
import { deckcast, type Ended } from '../helpers/deckcast.ts';
import { eventually } from '../helpers/eventually.ts';
import { describeOnPostgres } from '../helpers/on-postgres.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import {
  createProcessData,
  createTestDatabase,
  databaseSettings,
  type ProcessData,
  testDatabaseUrl,
} from '../helpers/test-database.ts';
import { use, useServer } from '../helpers/use.ts';
import { fillServer } from './filled-server.ts';

// Each test starts several processes, which make databases.
jest.setTimeout(240_000);

const PATH = process.env['PATH'] ?? '';
const longTimeout = { timeoutMs: 60_000 };

let folder = '';
use(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-backup-'));
  return () => rm(folder, { recursive: true, force: true });
});

type Manifest = {
  createdAt: string;
  engine: string;
  tables: Record<string, number>;
  files: object;
  migrations: string[];
};
type Finding = { subject: string; state: string; finding: string };
type Report = { isWhole: boolean; manifest: Manifest; findings: Finding[]; putAside: string[] };

const proven = ['tables', 'signed contracts', 'audit log', 'cursors', 'audio and images'].map((subject) => ({
  subject,
  state: 'ok',
  finding: expect.any(String),
}));

/** What a server answers that is in its database, its audio and its images. */
interface Content {
  readonly paths: readonly string[];
  readonly digests: readonly string[];
}

async function digestsOf(base: string, paths: readonly string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (at) => {
      const answer = await fetch(`${base}${at}`);
      if (!answer.ok) throw new Error(`${at} is answered ${answer.status}`);
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    }),
  );
}

async function fill(rest: RestClient): Promise<Content> {
  const { pages, files } = await fillServer(rest);
  const paths = [...pages, ...Object.values(files)];
  return { paths, digests: await digestsOf(rest.base, paths) };
}

async function cursorOf(rest: RestClient): Promise<string> {
  const { body } = await rest.get<{ latestCursor: { cursor: string } }>('/api/events/latest-cursor');
  return body.latestCursor.cursor;
}

async function typesAfter(rest: RestClient, cursor: string): Promise<string[]> {
  const { body } = await rest.get<{ events: { type: string }[] }>(`/api/events?after=${cursor}`);
  return body.events.map(({ type }) => type);
}

/** The settings of a place that holds nothing, on the engine of these tests. */
async function emptyPlace(name: string): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const env = { DATA_DIR: path.join(folder, name), PATH };
  if (testDatabaseUrl === undefined) return { env, remove: async () => {} };
  const { connection, url, remove } = await createTestDatabase();
  for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema pgboss cascade']) {
    await sql.raw(statement).execute(connection.kysely);
  }
  await connection.close();
  return { env: { ...env, ...databaseSettings(url) }, remove };
}

/** What a restore has put aside in a database is in no further archive. */
async function expectNoneAside(env: Record<string, string>, { manifest }: Report): Promise<void> {
  const file = path.join(folder, 'further.tar');
  const { stdout } = await deckcast(['backup', '--to', file, '--json'], env);
  const further = (JSON.parse(stdout) as { manifest: Manifest }).manifest;
  expect(further.tables).toEqual(manifest.tables);
  const { stdout: proof } = await deckcast(['restore', file, '--verify', '--json'], env);
  expect(JSON.parse(proof)).toMatchObject({ findings: proven });
}

const s3 = useServer(new FakeS3());

/** Settings of a bucket. */
function bucket(what: string, url: string): Record<string, string> {
  const keys = { ACCESS_KEY_ID: s3.accessKeyId, SECRET_ACCESS_KEY: s3.secretAccessKey };
  const settings = Object.entries({ URL: url, REGION: s3.region, ...keys });
  return Object.fromEntries(settings.map(([name, value]) => [`${what}_S3_${name}`, value]));
}

describe('a server that runs', () => {
  let data: ProcessData;
  let server: ServerProcess;
  let rest: RestClient;
  let env: Record<string, string>;
  let content: Content;
  let archive: string;
  let cursor: string;
  const waits: number[] = [];
  use(async () => {
    data = await createProcessData('backup');
    env = { ...data.env, PATH, ...bucket('AUDIO', s3.url), ...bucket('BACKUP', `${s3.url}/archives`) };
    server = new ServerProcess({ ...env, SPEECH: 'espeak', SEED_DEMO: 'off', BACKUP_EVERY_HOURS: '24' });
    rest = await new RestClient(await server.base(60_000)).open();
    return async () => {
      await server.end('SIGKILL');
      await data.remove();
    };
  });

  test('answers while it is backed up, and the archive is readable for its owner alone', async () => {
    content = await fill(rest);
    cursor = await cursorOf(rest);
    archive = path.join(folder, 'whole.tar');
    const ended: Ended[] = [];
    const command = deckcast(['backup', '--to', archive, '--json'], env).then((end) => ended.push(end));
    const askOnce = async (): Promise<boolean> => {
      const started = performance.now();
      await rest.get(content.paths[0] ?? '');
      waits.push(performance.now() - started);
      await rest.post('/api/events', { type: 'made.meanwhile', data: {} });
      return ended.length > 0;
    };
    // With pauses: without them the questions cost more than the backup.
    await eventually(askOnce, { ...longTimeout, mostPauseMs: 50, what: 'the end of the backup' });
    await command;
    const [made] = ended;
    expect(made).toMatchObject({ stderr: '' });
    expect(waits.length).toBeGreaterThan(5);
    const { manifest, file } = JSON.parse(made?.stdout ?? '') as { manifest: Manifest; file: string };
    expect(file).toBe(archive);
    expect(manifest).toMatchObject({
      engine: testDatabaseUrl === undefined ? 'pglite' : 'postgresql',
      tables: { 'public.contract': 1, 'public.image': 1 },
      files: { images: 1, audio: expect.any(Number) },
    });
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['whole.tar']);
    expect((await readdir(env['DATA_DIR'] ?? '')).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });

  test('is not written to by a proof, nor by a restore', async () => {
    const proof = await deckcast(['restore', archive, '--verify', '--json'], env);
    expect(proof).toMatchObject({ stderr: '' });
    expect(JSON.parse(proof.stdout)).toMatchObject({ isWhole: true, findings: proven, putAside: [] });
    const refused = await deckcast(['restore', archive, '--replace'], env);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/is in use by process|Processes of Deckcast use the database/);
    expect(await typesAfter(rest, cursor)).toContain('made.meanwhile');
  });

  test('goes on elsewhere from an archive: the same files and contracts, and cursors that continue', async () => {
    await rest.post('/api/events', { type: 'made.lost', data: {} });
    const lost = await cursorOf(rest);
    const { env: there, remove } = await emptyPlace('restored');
    const restored = await deckcast(['restore', archive], there);
    expect(restored).toMatchObject({ stderr: '' });
    expect(restored.stdout).toMatch(/^(ok {5}.+\n){5}The database is that of the archive of \S+Z\.\n$/);
    const kept = path.join(folder, 'kept');
    await mkdir(kept);
    for (const day of ['01', '02', '03']) await writeFile(path.join(kept, `deckcast-202601${day}T000000Z.tar`), '');
    const scheduled = { BACKUP_EVERY_HOURS: '24', BACKUP_FOLDER: kept, BACKUP_KEEP: '2', LOG_LEVEL: 'info' };
    const another = new ServerProcess({ ...there, ...scheduled, SPEECH: 'none', SEED_DEMO: 'off' });
    try {
      const client = await new RestClient(await another.base(60_000)).open();
      expect(await digestsOf(client.base, content.paths)).toEqual(content.digests);
      await client.post('/api/events', { type: 'made.after', data: {} });
      expect(await typesAfter(client, cursor)).toContain('made.meanwhile');
      const { body } = await client.get<ProblemAnswer & { cursor: string }>(`/api/events?after=${lost}`);
      expect(body.reason).toBe('cursor_lost');
      expect(await typesAfter(client, body.cursor)).toEqual(['made.after']);
      await eventually(() => another.stdout.includes('a backup is made'), {
        ...longTimeout,
        what: 'a scheduled backup',
      });
      const [oldest, newest = '', ...more] = (await readdir(kept)).toSorted();
      expect([oldest, more]).toEqual(['deckcast-20260103T000000Z.tar', []]);
      expect((await stat(path.join(kept, newest))).size).toBeGreaterThan(10_000);
    } finally {
      await another.end('SIGTERM');
    }
    expect((await deckcast(['audit', 'verify'], there)).code).toBeUndefined();
    const refused = await deckcast(['restore', archive], there);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/add --replace, which puts/)]);

    const stopped = path.join(folder, 'stopped.tar');
    expect(await deckcast(['backup', '--to', stopped], there)).toMatchObject({ stderr: '' });
    const replaced = await deckcast(['restore', stopped, '--replace', '--json'], there);
    expect(replaced).toMatchObject({ stderr: '' });
    const report = JSON.parse(replaced.stdout) as Report;
    expect(report.findings).toEqual(proven);
    expect(report.putAside.join(' ')).toMatch(/_before_restore_\d{8}_\d{6}/);
    expect((await deckcast(['keys', 'list'], there)).code).toBeUndefined();
    if (testDatabaseUrl !== undefined) await expectNoneAside(there, report);
    await remove();
  });

  test('keeps its scheduled backups in a bucket', async () => {
    const name = await eventually(() => [...s3.objects.keys()].find((key) => key.endsWith('Z.tar')), longTimeout);
    expect(name).toMatch(/^\/decks\/archives\/deckcast-\d{8}T\d{6}Z\.tar$/);
    const members = await unpackTar(new Uint8Array(s3.objects.get(name)?.body ?? []));
    expect(members.map(({ header }) => header.name)).toEqual(expect.arrayContaining(['manifest.json', 'SHA256SUMS']));
    expect((await readdir(env['DATA_DIR'] ?? '')).filter((one) => one.startsWith('backup-'))).toEqual([]);
  });

  test('leaves an archive in which each altered byte is found, and what is newer is refused', async () => {
    const bytes = await readFile(archive);
    const members = await unpackTar(bytes);
    let count = 0;
    const verify = async (altered: Uint8Array): Promise<Ended> => {
      const file = path.join(folder, `altered-${(count += 1)}.tar`);
      await writeFile(file, altered);
      return deckcast(['restore', file, '--verify'], env);
    };
    const image = members.find(({ header }) => header.name.startsWith('images/'));
    const flipped = Buffer.from(bytes);
    const at = flipped.indexOf(Buffer.from(image?.data ?? [])) + 20;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    const withManifest = async (change: (manifest: Record<string, unknown>) => void): Promise<Uint8Array> => {
      const texts = members.map(({ header, data: body = new Uint8Array() }) => ({ header, body: Buffer.from(body) }));
      const manifest = texts.find(({ header }) => header.name === 'manifest.json');
      const sums = texts.find(({ header }) => header.name === 'SHA256SUMS');
      if (manifest === undefined || sums === undefined) throw new Error('the archive has no manifest');
      const changed = JSON.parse(manifest.body.toString()) as Record<string, unknown>;
      change(changed);
      manifest.body = Buffer.from(JSON.stringify(changed));
      const sum = createHash('sha256').update(manifest.body).digest('hex');
      sums.body = Buffer.from(sums.body.toString().replace(/[\da-f]{64} {2}manifest/, `${sum}  manifest`));
      return packTar(
        texts.map(({ header, body }) => ({ header: { ...header, size: body.length }, body: new Uint8Array(body) })),
      );
    };
    const cases: [Uint8Array, RegExp][] = [
      [flipped, /^images\/[\da-f]{64}\.webp of \S+\.tar is not what was archived: its SHA-256 differs/],
      [bytes.subarray(0, bytes.length / 2), /^\S+\.tar is damaged or cut off/],
      [
        await withManifest((manifest) => (manifest['format'] = 2)),
        /^The archive was made by Deckcast \S+, which is newer than this one: restore it with that version/,
      ],
      [
        await withManifest((manifest) => (manifest['migrations'] as string[]).push('Migration20991231000000_later')),
        /which is newer than this one \(Migration20991231000000_later\)/,
      ],
    ];
    await Promise.all(
      cases.map(async ([altered, sentence]) => {
        const { code, stdout, stderr } = await verify(altered);
        expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)]);
      }),
    );
    const less = (manifest: Record<string, unknown>): void => {
      (manifest['tables'] as Record<string, number>)['public.deck'] = 7;
    };
    const { code, stdout } = await verify(await withManifest(less));
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^FAULT {2}tables: .*public\.deck has 1 rows, not 7\.\n$/),
    ]);
  });

  test('keeps nothing of a backup that cannot be written or is interrupted', async () => {
    const again = await deckcast(['backup', '--to', archive], env);
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/exists already: remove it/)]);
    const nowhere = await deckcast(['backup', '--to', path.join(folder, 'no', 'archive.tar')], env);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/^\S+ cannot be written/)]);
    const place = path.join(folder, 'interrupted');
    await mkdir(place);
    const command = deckcast(['backup', '--to', path.join(place, 'half.tar')], env, undefined, async (child) => {
      await eventually(async () => (await readdir(place)).some((name) => name.endsWith('.unfinished')), longTimeout);
      child.kill('SIGINT');
    });
    expect(await command).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The backup was ended by SIGINT, and nothing is left of it: run the command again.\n',
    });
    expect(await readdir(place)).toEqual([]);
    expect((await readdir(env['DATA_DIR'] ?? '')).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });
});

test('a folder without a database is named', async () => {
  const archive = path.join(folder, 'none.tar');
  const { code, stderr } = await deckcast(['backup', '--to', archive], { DATA_DIR: path.join(folder, 'none') });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no folder \S+: set DATA_DIR/)]);
});

describeOnPostgres('a database of PostgreSQL', () => {
  test('says which program is missing', async () => {
    const { env, remove } = await emptyPlace('no-programs');
    await mkdir(env['DATA_DIR'] ?? '');
    const { code, stderr } = await deckcast(['backup', '--to', path.join(folder, 'x.tar')], { ...env, PATH: folder });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^pg_dump is not on the PATH: install the client programs/),
    ]);
    await remove();
  });

  test('takes an archive of an embedded database, and goes on with it', async () => {
    const data = path.join(folder, 'small');
    await deckcast(['keys', 'create', '--name', 'Office', '--scopes', 'decks:read'], { DATA_DIR: data });
    const archive = path.join(folder, 'small.tar');
    expect(await deckcast(['backup', '--to', archive], { DATA_DIR: data })).toMatchObject({ stderr: '' });
    const { env, remove } = await emptyPlace('moved');
    expect(await deckcast(['restore', archive], env)).toMatchObject({ stderr: '' });
    expect((await deckcast(['keys', 'list'], env)).stdout).toContain('Office');
    const server = new ServerProcess({ ...env, SPEECH: 'none', SEED_DEMO: 'off' });
    expect((await fetch(`${await server.base(60_000)}/readyz`)).status).not.toBe(500);
    await server.end('SIGTERM');
    const own = path.join(folder, 'own.tar');
    expect(await deckcast(['backup', '--to', own], env)).toMatchObject({ stderr: '' });
    const refused = await deckcast(['restore', own], { DATA_DIR: path.join(folder, 'back') });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/the embedded database cannot take it/)]);
    await remove();
  });
});
