import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { entryFault } from '../src/composition/entry-fault.ts';

const root = path.join(import.meta.dirname, '..');

describe('the entry', () => {
  test('needs the same Node as package.json', () => {
    const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const [, major = 0, minor = 0] = /^>=(\d+)\.(\d+)$/.exec(engines.node)?.map(Number) ?? [];
    expect(entryFault(`${major}.${minor}.0`, [])).toBeNull();
    expect(entryFault(`${major}.${minor - 1}.9`, [])).toContain(`needs Node ${major}.${minor} or later`);
    expect(entryFault(`${major - 2}.99.0`, [])).toContain(`needs Node ${major}.${minor} or later`);
    expect(entryFault(`${major + 2}.0.0`, [])).toBeNull();
  });

  test('takes the Node of .nvmrc, which is the one that npm installs', () => {
    const version = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim();
    const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    expect(version).toBe(devDependencies.node);
    expect(entryFault(version, [])).toBeNull();
  });
});
