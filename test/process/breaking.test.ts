import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'breaking.js');

/** Contracts of a product with one noun. */
const contracts = (fields: readonly string[]) => ({
  'schema.graphql': `type Deck { ${fields.map((field) => `${field}: String!`).join(' ')} }\ntype Query { deck: Deck }\n`,
  'openapi.json': JSON.stringify({
    openapi: '3.1.0',
    paths: {
      '/api/deck': {
        get: {
          operationId: 'getDeck',
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Deck' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Deck: {
          type: 'object',
          properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
          required: fields,
        },
      },
    },
  }),
  'contracts.breaks.json': '[]',
});

const removals = [
  "schema.graphql: Field 'title' was removed from object type 'Deck'",
  'openapi.json: Deck: field title was removed',
];
const declared = (version: string): string =>
  JSON.stringify(removals.map((change) => ({ change, reason: 'It is the name.', release: version })));

/** Git without the settings of whoever runs the tests, and without the repository of a hook that runs them. */
const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: os.devNull };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-breaking-'));
  git('init', '--quiet');
  await release(['name', 'title']);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function git(...args: string[]): void {
  const own = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...own, ...args], { cwd: folder, encoding: 'utf8', env });
  if (status !== 0) throw new Error(stderr);
}

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Commits contracts, and tags the commit. */
async function release(fields: readonly string[], ...tags: string[]): Promise<void> {
  await write(contracts(fields));
  git('add', '.');
  git('commit', '--quiet', '--allow-empty', '--message', 'A release');
  for (const tag of tags) git('tag', tag);
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8', env });
}

describe('the check of breaking changes', () => {
  test('passes and says so where no release was tagged, or the clone has no tags', async () => {
    await write(contracts(['name']));
    git('tag', 'vendor');
    expect(run()).toEqual(
      expect.objectContaining({
        status: 0,
        stderr: '',
        stdout: 'No tag v* is in the history of this commit: there is no release to compare the contracts with.\n',
      }),
    );
    await rm(path.join(folder, '.git'), { recursive: true });
    expect(run().status).toBe(0);
  });

  test('fails on a break of each contract and names it', async () => {
    git('tag', 'v1.0.0');
    await write(contracts(['name']));
    const { status, stdout, stderr } = run();
    expect(status).toBe(1);
    expect(stderr.split('\n')).toEqual(expect.arrayContaining(removals));
    expect(stdout).toBe('2 changes since v1.0.0, 2 of them breaking, 2 not declared.\n');
  });

  test('passes what is declared for a release to come', async () => {
    git('tag', 'v1.4.0');
    await write({ ...contracts(['name']), 'contracts.breaks.json': declared('2.0.0') });
    expect(run()).toMatchObject({
      status: 0,
      stderr: '',
      stdout: '2 changes since v1.4.0, 2 of them breaking, 0 not declared.\n',
    });
    await write({ 'contracts.breaks.json': declared('1.4.0') });
    expect(run().status).toBe(1);
  });

  test('passes what is only added', async () => {
    git('tag', 'v1.0.0');
    await write(contracts(['name', 'title', 'brand']));
    expect(run()).toMatchObject({ status: 0, stdout: '2 changes since v1.0.0, 0 of them breaking, 0 not declared.\n' });
  });

  test('holds a release to its candidate', async () => {
    git('tag', 'v1.0.0-rc.1');
    await write(contracts(['name']));
    expect(run().status).toBe(1);
    await write({ 'contracts.breaks.json': declared('1.0.0') });
    expect(run().status).toBe(0);
  });

  test('compares with the newest version in the history, and with no tag beside it', async () => {
    git('tag', 'v1.9.0');
    await release(['name'], 'v1.10.0-rc.1', 'v1.10.0-rc.2', 'v1.10.0');
    git('checkout', '--quiet', '-b', 'other', 'HEAD~1');
    await release(['name', 'title', 'brand'], 'v2.0.0');
    git('checkout', '--quiet', '-');
    await write(contracts(['name']));
    expect(run()).toMatchObject({
      status: 0,
      stdout: '0 changes since v1.10.0, 0 of them breaking, 0 not declared.\n',
    });
  });

  test('names a declaration of what has not changed, and refuses one without a reason', async () => {
    git('tag', 'v1.0.0');
    await write({ 'contracts.breaks.json': declared('2.0.0') });
    const { status, stdout } = run();
    expect([status, stdout]).toEqual([0, expect.stringContaining(`no such change since v1.0.0: ${removals[0]}`)]);
    await write({ 'contracts.breaks.json': JSON.stringify([{ change: removals[0], release: '2.0.0' }]) });
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('needs a change, a reason and a release'),
    });
  });
});

describe('the list of changes', () => {
  test('is a table for each contract, with what is breaking first', async () => {
    await write(contracts(['name', 'brand']));
    const { status, stdout } = run('--from', 'HEAD');
    expect(status).toBe(0);
    expect(stdout).toBe(
      [
        '### schema.graphql',
        '',
        '|  | change | old | new |',
        '| --- | --- | --- | --- |',
        "| breaking | Field 'title' was removed from object type 'Deck' | `title: String!` |  |",
        "|  | Field 'brand' was added to object type 'Deck' |  | `brand: String!` |",
        '',
        '### openapi.json',
        '',
        '|  | change | old | new |',
        '| --- | --- | --- | --- |',
        '| breaking | Deck: field title was removed | `string` |  |',
        '|  | Deck: field brand was added |  | `string` |',
        '',
        '',
      ].join('\n'),
    );
  });

  test('begins at the newest release without a commit, and names a commit that does not exist', () => {
    git('tag', 'v1.0.0');
    expect(run('--list')).toMatchObject({
      status: 0,
      stdout: '### schema.graphql\n\nNo changes.\n\n### openapi.json\n\nNo changes.\n\n',
    });
    expect(run('--from', 'nowhere')).toMatchObject({ status: 1, stderr: expect.stringContaining("'nowhere'") });
  });
});
