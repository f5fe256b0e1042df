import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { deckcast, type Ended } from '../helpers/deckcast.ts';
import { timeUntil } from '../helpers/eventually.ts';
import { createDeck } from '../helpers/factories.ts';
import { describeOnEmbedded, describeOnPostgres } from '../helpers/on-postgres.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { fillDataDir } from '../helpers/template.ts';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';
import { bearer } from '../trust/keys/issued.ts';

const words = (text: string): string[] => text.split(' ');

async function keys(command: string, env: Record<string, string>): Promise<Ended> {
  return deckcast(['keys', ...words(command)], env);
}

/** A key that the program makes: its id, and its value, which stands alone on standard output. */
async function create(env: Record<string, string>, scopes = 'admin'): Promise<{ id: string; value: string }> {
  const { stdout, stderr } = await keys(`create --name Office --scopes ${scopes}`, env);
  expect(stdout).toMatch(/^dc_[0-9a-f]{16}_[\w-]{43}\n$/);
  expect(stderr).not.toContain(stdout.trim());
  return { id: /The key (\S+) \(Office\) is made/.exec(stderr)?.[1] ?? '', value: stdout.trim() };
}

const status = async (base: string, value?: string): Promise<number> =>
  (await fetch(`${base}/api/decks`, value === undefined ? {} : { headers: bearer(value) })).status;

describeOnEmbedded('deckcast keys on the embedded database', () => {
  let dataDir = '';
  use(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-keys-'));
    await fillDataDir(dataDir);
    return () => rm(dataDir, { recursive: true, force: true });
  });

  test('works while no server runs, and asks the server while one does', async () => {
    const first = await create({ DATA_DIR: dataDir });
    const server = new ServerProcess({ DATA_DIR: dataDir });
    const base = await server.base();
    expect([await status(base), await status(base, first.value)]).toEqual([401, 200]);

    const without = { DATA_DIR: dataDir, PORT: new URL(base).port };
    expect(await keys('list', without)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `The server at ${base} asks for a key: set API_KEY to one with the scope admin.\n`,
    });
    const env = { ...without, API_KEY: first.value };
    const second = await create(env, 'decks:read,events:read');
    expect(await status(base, second.value)).toBe(200);
    const rotated = await keys(`rotate ${second.id} --overlap 0`, env);
    expect([await status(base, second.value), await status(base, rotated.stdout.trim())]).toEqual([401, 200]);
    const refused = await keys('list', { ...env, API_KEY: rotated.stdout.trim() });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the scope admin (listApiKeys)') });
    for (const { id } of [second, first]) expect(await keys(`revoke ${id}`, env)).toMatchObject({ stdout: '' });
    expect(await status(base, first.value)).toBe(401);
    await server.end('SIGTERM');

    const { stdout } = await keys('list', { DATA_DIR: dataDir });
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${first.id}  dc_[0-9a-f]{16}_…  revoked, used \\S+Z  admin  Office$`)),
      expect.stringMatching(
        new RegExp(`^${second.id}  dc_[0-9a-f]{16}_…  revoked, .*  decks:read,events:read  Office$`),
      ),
    ]);
    expect(stdout).not.toContain(first.value);
    const listed = JSON.parse((await keys('list --json', { DATA_DIR: dataDir })).stdout) as object[];
    expect(listed[0]).toEqual({
      id: first.id,
      prefix: first.value.slice(3, 19),
      name: 'Office',
      scopes: ['admin'],
      deckIds: null,
      expiresAt: null,
      revokedAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
    const again = new ServerProcess({ DATA_DIR: dataDir });
    const reopened = await again.base();
    expect([await status(reopened), await status(reopened, first.value)]).toEqual([401, 401]);

    const elsewhere = await keys('list', { DATA_DIR: dataDir, PORT: '1' });
    expect(elsewhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('none answers at http://127.0.0.1:1:'),
    });
    await again.end('SIGTERM');
  }, 240_000);

  test.each([
    ['create --name Office', "required option '--scopes <scope,...>' not specified"],
    ['revoke', "missing required argument 'id'"],
    ['list --jsn', "unknown option '--jsn'\n(Did you mean --json?)"],
    ['list all', 'too many arguments'],
    ['revok', "unknown command 'revok'\n(Did you mean revoke?)"],
    ['rotate 01900000-0000-7000-8000-000000000001 --overlap x', 'It must be a number of seconds.'],
  ])('says how it is used after %s', async (command, message) => {
    const { code, stdout, stderr } = await keys(command, { DATA_DIR: dataDir });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage: deckcast keys');
  });

  test.each([
    ['create --name Office --scopes decks:all', 'scopes.0 must be one of decks:read'],
    [
      'create --name Office --scopes decks:read --decks 01900000-0000-7000-8000-00000000000a',
      'There is no deck with the id 01900000-0000-7000-8000-00000000000a.',
    ],
    ['create --name Office --scopes admin --expires 2020-01-01T00:00:00Z', 'expiresAt must be a time to come'],
    ['rotate 01900000-0000-7000-8000-000000000001', 'There is no key with the id'],
  ])('names the rule that %s breaks', async (command, message) => {
    const { code, stdout, stderr } = await keys(command, { DATA_DIR: dataDir });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

describeOnPostgres('deckcast keys on PostgreSQL', () => {
  const app = useApp({ API_KEY: 'the-key-of-the-environment' });

  test('works beside servers that run, which follow within a second', async () => {
    const env = { DATABASE_URL: app.database.url ?? '' };
    const { id, value } = await create(env);
    expect(await status(app.base, value)).toBe(200);
    await keys(`revoke ${id}`, env);
    expect(await timeUntil(async () => (await status(app.base, value)) === 401)).toBeLessThan(1_000);
  }, 60_000);

  test('limits a key to decks, and lists them', async () => {
    const env = { DATABASE_URL: app.database.url ?? '' };
    const [mine, foreign] = [await createDeck(app.rest), await createDeck(app.rest)];
    const { stdout } = await keys(`create --name Office --scopes decks:read --decks ${mine.id}`, env);
    const headers = bearer(stdout.trim());
    const statuses = [mine, foreign].map(async ({ id }) => (await app.rest.get(`/api/decks/${id}`, headers)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    expect((await keys('list', env)).stdout).toContain(`  decks:read of the deck ${mine.id}  Office\n`);
  }, 60_000);
});
