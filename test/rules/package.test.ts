import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

test('the npm package has the build and what it reads, and no sources', async () => {
  const cwd = path.join(import.meta.dirname, '..', '..');
  const pack = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd, maxBuffer: 2 ** 24 });
  const [packed] = JSON.parse(stdout) as Packed[];
  const files = packed?.files.map((file) => file.path) ?? [];
  expect([...new Set(files.map((file) => file.split('/')[0] ?? ''))].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'asyncapi.json',
    'dist',
    'openapi.json',
    'package.json',
    'schema.graphql',
  ]);
  expect(files).toEqual(
    expect.arrayContaining(['dist/bundle/deckcast.js', 'dist/bundle/main.js', 'dist/web/player/index.html']),
  );
  expect(files.filter((file) => /^dist\/(?!bundle\/|web\/)/.test(file))).toEqual([]);
});
