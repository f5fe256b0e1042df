import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Contracts } from '../contracts/contracts.ts';
import { compiled } from '../helpers/server-process.ts';
import { useApp } from '../helpers/test-app.ts';
import { use } from '../helpers/use.ts';

const root = path.join(import.meta.dirname, '..', '..');
const programs = ['with-openapi-fetch', 'with-hey-api', 'with-orval', 'with-kubb'] as const;
const ofGraphQL = ['with-codegen', 'with-relay'] as const;

/** What strangers get who generate a client from a contract of ours and write their program against it. */
describe('clients that are generated from openapi.json and schema.graphql', () => {
  const app = useApp();
  let folder: string;
  const document = path.join(root, 'openapi.json');
  // The compiler is a program in Go: it would collect garbage a dozen times.
  const env = { ...process.env, OPENAPI: document, GOGC: '400' };
  const run = (command: string, args: string[], more: object = {}): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [path.resolve(root, command), ...args], {
      cwd: folder,
      timeout: 50_000,
      env: { ...env, ...more },
    });
  /** Runs a generator, most of whose time is the loading of its packages. */
  const generate = (command: string, args: string[]): Promise<unknown> =>
    run(command, args, { NODE_COMPILE_CACHE: compiled });

  use(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-clients-'));
    await cp(path.join(root, 'test/clients'), folder, { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await mkdir(path.join(folder, 'generated'));
    await cp(path.join(root, 'schema.graphql'), path.join(folder, 'schema.graphql'));
    await mkdir(path.join(folder, 'generated/relay'));
    await Promise.all([
      generate('node_modules/openapi-typescript/bin/cli.js', [document, '-o', 'generated/openapi-typescript.ts']),
      generate('node_modules/@hey-api/openapi-ts/bin/run.js', ['-i', document, '-o', 'generated/hey-api', '--silent']),
      generate('node_modules/orval/dist/bin/orval.mjs', ['--config', 'orval.config.js']),
      generate(path.join(folder, 'generate-kubb.js'), [document]),
      generate(path.join(folder, 'generate-codegen.js'), []),
      generate('node_modules/relay-compiler/cli.js', ['relay.config.json']),
    ]);
    await exemptRuntime(path.join(folder, 'generated/hey-api'));
    return () => rm(folder, { recursive: true });
  });

  test('compile under strict TypeScript with the programs that use them', async () => {
    await expect(run('node_modules/@typescript/native/bin/tsc', ['-p', '.'])).resolves.toMatchObject({ stdout: '' });
  });

  test.each([...programs, ...ofGraphQL])('%s needs no cast', async (program) => {
    const code = await readFile(path.join(folder, `${program}.ts`), 'utf8');
    // Templates are GraphQL, where `!` is a type.
    const own = code.replaceAll(/ as const|\* as |`[^`]*`|\/\/.*|\/\*\*.*/g, '');
    expect(own).not.toMatch(/\bas\b|\bany\b|@ts-|\w!/);
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

  test('GraphQL Code Generator gives operations with strict scalars, which play the main job', async () => {
    const { stdout } = await run(`${path.relative(root, folder)}/out/with-codegen.js`, [app.base]);
    expect(JSON.parse(stdout)).toEqual({
      offered: '10000.00',
      sent: 'SENT',
      signed: 'SIGNED',
      total: '10000.00',
      isTimeText: true,
      refused: null,
    });
  });

  test('relay-compiler gives artifacts that read, change and normalize a contract', async () => {
    await new Contracts(app).in('draft');
    const { stdout } = await run(`${path.relative(root, folder)}/out/with-relay.js`, [app.base]);
    expect(JSON.parse(stdout)).toEqual({ before: 'DRAFT', after: 'SENT', homeowner: 'Dana', isTimeText: true });
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
