import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { demoDeckId } from '../../src/demo/demo-deck.ts';
import { eventually } from '../helpers/eventually.ts';
import { compiled, ServerProcess } from '../helpers/server-process.ts';
import { fillDataDir } from '../helpers/template.ts';

const root = path.join(import.meta.dirname, '..', '..');

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-scripts-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm run reset', () => {
  interface Ended {
    readonly code?: number;
    readonly stdout: string;
    readonly stderr: string;
  }

  /** The program as npm runs it, without the .env of whoever runs the tests. */
  async function reset(env: Record<string, string> = {}): Promise<Ended> {
    const options = { cwd: root, env: { DATA_DIR: dataDir, ...env } };
    return promisify(execFile)(process.execPath, ['scripts/reset.js'], options).catch((error: Ended) => error);
  }

  test('refuses while a server uses the folder, then removes what it keeps and nothing else: the next start has fresh demo data', async () => {
    await fillDataDir(dataDir);
    await writeFile(path.join(dataDir, 'notes.txt'), 'mine');
    const first = new ServerProcess({ DATA_DIR: dataDir });
    const deck = `${await first.base()}/api/decks/${demoDeckId}`;
    expect((await fetch(deck, { method: 'DELETE' })).ok).toBe(true);
    const used = await readdir(dataDir);
    expect(await reset()).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
    expect(await readdir(dataDir)).toEqual(used);
    await first.end('SIGTERM');

    const { code, stdout } = await reset();
    expect(code).toBeUndefined();
    expect(stdout).toContain(`Removed ${path.join(dataDir, 'database')}\n`);
    expect(await readdir(dataDir)).toEqual(['deckcast.lock', 'notes.txt']);
    expect((await reset()).stdout).toBe(`There is nothing to remove in ${dataDir}.\n`);

    const second = new ServerProcess({ DATA_DIR: dataDir });
    expect((await fetch(`${await second.base()}/api/decks/${demoDeckId}`)).status).toBe(200);
    await second.end('SIGTERM');
  }, 90_000);

  test('refuses when DATABASE_URL is set', async () => {
    await writeFile(path.join(dataDir, 'audio'), 'kept');
    const { code, stderr } = await reset({ DATABASE_URL: 'postgresql://someone:s3cret@127.0.0.1:1/none' });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL is set: .* Unset /) });
    expect(stderr).not.toContain('s3cret');
    expect(await readdir(dataDir)).toEqual(['audio']);
  });
});

describe('.env', () => {
  /** Starts Node as npm does for a script, in a folder of the test, and prints a variable in place of the program. */
  async function printed(script: string, env: Record<string, string>): Promise<unknown> {
    const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
    const flags = (scripts[script] ?? '').replaceAll(' ./', ` ${root}/`).split(' ').slice(1, -1);
    const options = { cwd: dataDir, env };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [...flags, '-p', 'process.env.COLOUR'],
      options,
    );
    return [stdout.trim(), stderr];
  }

  interface Manifest {
    readonly scripts: Readonly<Record<string, string>>;
  }

  test.each(['start', 'reset'])(
    'is read for npm run %s, below the environment; without one nothing is said',
    async (script) => {
      expect(await printed(script, {})).toEqual(['undefined', '']);
      await writeFile(path.join(dataDir, '.env'), 'COLOUR=green\n');
      expect(await printed(script, {})).toEqual(['green', '']);
      expect(await printed(script, { COLOUR: 'red' })).toEqual(['red', '']);
    },
  );
});

describe('npm run dev', () => {
  let child: ChildProcess | null = null;

  afterEach(() => {
    child?.kill('SIGTERM');
  });

  test('starts again when a source changes, and stops on a signal', async () => {
    await fillDataDir(dataDir);
    let printed = '';
    child = spawn(process.execPath, ['scripts/dev.js'], {
      cwd: root,
      env: { NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir, PORT: '0', SEED_DEMO: 'off', SPEECH: 'none' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const bases = (): string[] => [...printed.matchAll(/REST +(http:\S+)\/api /g)].map(([, base = '']) => base);
    const nth = (count: number): Promise<string | undefined> =>
      eventually(() => bases()[count - 1], { timeoutMs: 40_000, what: `start ${count}` });

    await nth(1);
    const now = new Date();
    await utimes(path.join(root, 'src/kit/core/nearest-name.ts'), now, now);
    // The lock of the folder lets the second one start only when the first one has ended.
    const base = await nth(2);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);

    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await expect(fetch(`${base}/healthz`)).rejects.toThrow('fetch failed');
  }, 100_000);
});
