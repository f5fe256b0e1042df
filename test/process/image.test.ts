import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fontsIn } from '../contracts/pdf-structure.ts';
import { eventually } from '../helpers/eventually.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { compiled } from '../helpers/server-process.ts';
import { fillDataDir } from '../helpers/template.ts';
import { fillServer } from './filled-server.ts';

const root = path.join(import.meta.dirname, '..', '..');
const apiKey = 'a-key-of-more-than-16-characters';
/** A name in each of the fonts that contracts may need. */
const manyScripts = 'Roof お好みの色 建筑瓦片 建築 원하는 색상 उत्कृष्ट หลังคา 🏠';

const fonts = [
  'DejaVuSans',
  'DejaVuSans-Bold',
  'NotoEmoji-Regular',
  'NotoSansDevanagari-Bold',
  'NotoSansJP-Thin',
  'NotoSansKR-Thin',
  'NotoSansThai-Bold',
];

/** Of the Dockerfile: one instruction a line. */
async function instructions(): Promise<string[]> {
  const text = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  return text
    .replaceAll(/^ *#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
}

/** What Docker runs: a form with each argument for itself. */
async function commandOf(instruction: 'CMD' | 'HEALTHCHECK'): Promise<string[]> {
  const line = (await instructions()).find((one) => one.startsWith(instruction)) ?? '';
  return JSON.parse(line.replace(/^.*?CMD /, '')) as string[];
}

describe('the image', () => {
  let folder: string;
  let image: string;
  let dataDir: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-image-'));
    image = path.join(folder, 'app');
    dataDir = path.join(folder, 'data');
    const layOut = promisify(execFile)(process.execPath, ['scripts/image.js', image], { cwd: root });
    await Promise.all([layOut, fillDataDir(dataDir)]);
  }, 240_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function run(...args: string[]): Promise<string> {
    const env = { NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir };
    return (await promisify(execFile)(process.execPath, args, { cwd: image, env })).stdout;
  }

  test('is made of what these tests run, and names its command deckcast', async () => {
    const lines = await instructions();
    expect(lines.findLast((line) => line.startsWith('FROM '))).toBe('FROM scratch');
    expect(lines.slice(lines.lastIndexOf('FROM scratch')).filter((line) => line.startsWith('COPY '))).toEqual([
      'COPY --from=system /system /',
      'COPY --from=system --chown=1000:1000 /data /data',
      'COPY --from=build /image ./',
    ]);
    expect(lines).toContain('RUN node scripts/image.js /image && chmod +x /image/dist/bundle/deckcast.js');
    expect(lines.join('')).toContain('ln -s /app/dist/bundle/deckcast.js /system/usr/local/bin/deckcast');
  });

  test('takes less than 120 MB beside Node.js and its libraries, which take 114', async () => {
    const files = await readdir(image, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => stat(path.join(file.parentPath, file.name))),
    );
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(120_000_000);
  });

  test('has the command deckcast with what it imports', async () => {
    expect(await run('dist/bundle/deckcast.js', 'keys', 'create', '--name', 'Office', '--scopes', 'admin')).toMatch(
      /^dc_\w+_[\w-]+\n$/,
    );
    expect(await run('dist/bundle/deckcast.js', 'audit', 'verify')).toMatch(/^\d+ entries of the chain fit\./);
  }, 60_000);

  test('starts by its own command, is healthy by its own check, and has the files of speech, images and fonts', async () => {
    const [, ...args] = await commandOf('CMD');
    const env = {
      NODE_COMPILE_CACHE: compiled,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      API_KEY: apiKey,
      SPEECH: 'espeak',
      PORT: '0',
      HEALTH_PORT: '0',
    };
    const server = spawn(process.execPath, args, { cwd: image, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const headers = { authorization: `Bearer ${apiKey}` };
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      const base = await eventually(() => /REST +(http:\/\/\S+?)\/api/.exec(output)?.[1], { timeoutMs: 90_000 });
      const [, ...check] = await commandOf('HEALTHCHECK');
      const probe = { HEALTH_PORT: new URL(base).port };
      await expect(promisify(execFile)(process.execPath, check, { cwd: image, env: probe })).resolves.toBeDefined();
      expect((await fetch(`${base}/graphql`, { headers: { accept: 'text/html' } })).status).toBe(200);
      const rest = await new RestClient(base, headers).open();
      const { files } = await fillServer(rest, {
        productData: { better: { name: manyScripts, price: 11_800 } },
      });
      const types = { audio: 'audio/mpeg', image: 'image/webp', contract: 'application/pdf' };
      for (const [name, file] of Object.entries(files)) {
        const answer = await fetch(`${base}${file}`, { headers });
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, types[name as keyof typeof types]]);
        if (name === 'contract') expect(fontsIn(bytes)).toEqual(fonts);
      }
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
  }, 240_000);
});
