import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { compiled } from '../helpers/server-process.ts';
import { fillDataDir } from '../helpers/template.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** The last stage of the Dockerfile, which becomes the image: one instruction a line. */
async function instructions(): Promise<string[]> {
  const text = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  const stage = text
    .slice(text.lastIndexOf('\nFROM '))
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  return stage
    .trim()
    .split('\n')
    .filter((line) => line !== '');
}

/** The packages that "npm ci --omit=dev" installs. */
async function runtimePackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(lock.packages).flatMap(([folder, { dev, devOptional }]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder)?.[1];
    return name === undefined || dev === true || devOptional === true ? [] : [name];
  });
}

/** Copies what the image copies. Its packages are links, so that what they import themselves is found where it is. */
async function layOut(image: string): Promise<void> {
  for (const line of await instructions()) {
    const [, words] = /^COPY (?:--from=\S+ )?(.+)$/.exec(line) ?? [];
    if (words === undefined) continue;
    const places = words.split(' ');
    const target = path.join(image, places.pop() ?? '');
    for (const place of places.map((it) => it.replace(/^\/app\//, ''))) {
      if (place === 'node_modules') {
        for (const name of await runtimePackages()) {
          await mkdir(path.dirname(path.join(target, name)), { recursive: true });
          await symlink(path.join(root, place, name), path.join(target, name));
        }
      } else {
        const isInto = places.length > 1 || words.endsWith('/');
        await cp(path.join(root, place), isInto ? path.join(target, path.basename(place)) : target, {
          recursive: true,
        });
      }
    }
  }
}

describe('the image', () => {
  let folder: string;
  let image: string;
  let dataDir: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-image-'));
    image = path.join(folder, 'app');
    dataDir = path.join(folder, 'data');
    await Promise.all([layOut(image), fillDataDir(dataDir)]);
  }, 60_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function run(...args: string[]): Promise<string> {
    const env = { NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir };
    return (await promisify(execFile)(process.execPath, args, { cwd: image, env })).stdout;
  }

  test('has the command deckcast with what it imports', async () => {
    const line = (await instructions()).find((one) => one.startsWith('RUN chmod')) ?? '';
    expect(line).toBe('RUN chmod +x dist/deckcast.js && ln -s /app/dist/deckcast.js /usr/local/bin/deckcast');
    expect(await run('dist/deckcast.js', 'keys', 'create', '--name', 'Office', '--scopes', 'admin')).toMatch(
      /^dc_\w+_[\w-]+\n$/,
    );
    expect(await run('dist/deckcast.js', 'audit', 'verify')).toMatch(/^\d+ entries of the chain fit\./);
  }, 60_000);

  test('starts by its own command, and is healthy by its own check', async () => {
    const lines = await instructions();
    const commandOf = (word: string): string[] => {
      const text = lines.find((line) => line.startsWith(word))?.replace(/^.*?CMD /, '') ?? '[]';
      return JSON.parse(text) as string[];
    };
    const [, ...args] = commandOf('CMD');
    const env = {
      NODE_COMPILE_CACHE: compiled,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      HEALTH_PORT: '0',
    };
    const server = spawn(process.execPath, args, { cwd: image, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      const base = await eventually(() => /REST +(http:\/\/\S+?)\/api/.exec(output)?.[1], { timeoutMs: 30_000 });
      const [, ...check] = commandOf('HEALTHCHECK');
      const probe = { HEALTH_PORT: new URL(base).port };
      await expect(promisify(execFile)(process.execPath, check, { cwd: image, env: probe })).resolves.toBeDefined();
      expect((await fetch(`${base}/graphql`, { headers: { accept: 'text/html' } })).status).toBe(200);
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
  }, 60_000);
});
