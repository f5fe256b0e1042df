import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';

const root = path.join(import.meta.dirname, '..', '..');
const programs = ['with-openapi-fetch', 'with-hey-api'] as const;

/** What strangers get who generate a client from openapi.json and write their program against it. */
describe('clients that are generated from openapi.json', () => {
  const app = useApp();
  let folder: string;
  const run = (command: string, args: string[]): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [path.join(root, command), ...args], { cwd: folder, timeout: 25_000 });

  use(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-clients-'));
    await cp(path.join(root, 'test/clients'), folder, { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await mkdir(path.join(folder, 'generated'));
    const document = path.join(root, 'openapi.json');
    await Promise.all([
      run('node_modules/openapi-typescript/bin/cli.js', [document, '-o', 'generated/openapi-typescript.ts']),
      run('node_modules/@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', 'generated/hey-api', '--silent']),
    ]);
    await exemptRuntime(path.join(folder, 'generated/hey-api'));
    return () => rm(folder, { recursive: true });
  });

  test('compile under strict TypeScript with the programs that use them', async () => {
    await expect(run('node_modules/@typescript/native/bin/tsc', ['-p', '.'])).resolves.toMatchObject({ stdout: '' });
  });

  test.each(programs)('%s needs no cast', async (program) => {
    const code = await readFile(path.join(folder, `${program}.ts`), 'utf8');
    expect(code.replaceAll(' as const', '')).not.toMatch(/\bas\b|\bany\b|@ts-|\w!/);
  });

  test.each(programs)('%s plays the main job', async (program) => {
    const { stdout } = await run(`${path.relative(root, folder)}/out/${program}.js`, [app.base]);
    expect(JSON.parse(stdout)).toEqual({
      title: 'Prices for {{homeowner.first_name}}',
      greeting: 'Prices for Dana',
      total: '10000.00',
      made: ['made'],
      level: 'info',
      signed: 'signed',
      published: true,
      refused: 'NOT_FOUND',
    });
  });

  test('the client for kubb takes calls whose body, headers or parameters are undefined', async () => {
    const { stdout } = await run(`${path.relative(root, folder)}/out/with-kubb-client.js`, [app.base]);
    expect(JSON.parse(stdout)).toEqual({
      status: 'sent',
      found: ['Windows & more'],
      all: true,
      refused: [404, 'NOT_FOUND'],
    });
  });
});

/**
 * The generator's own files, the same for every document, do not compile under `exactOptionalPropertyTypes`. What it
 * writes of ours, types and calls, is checked.
 */
async function exemptRuntime(folder: string): Promise<void> {
  for (const part of ['client', 'core']) {
    for (const name of await readdir(path.join(folder, part))) {
      const file = path.join(folder, part, name);
      await writeFile(file, `// @ts-nocheck\n${await readFile(file, 'utf8')}`);
    }
  }
}
