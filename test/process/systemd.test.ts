import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { use } from '../helpers/use.ts';

const root = path.join(import.meta.dirname, '..', '..');
const analyze = '/usr/bin/systemd-analyze';
const isInstalled = existsSync(analyze);
if (!isInstalled) process.stderr.write(`${analyze} is not installed: tests of the systemd unit are skipped.\n`);

(isInstalled ? describe : describe.skip)('the systemd unit', () => {
  let unit = '';
  use(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-unit-'));
    unit = path.join(folder, 'deckcast.service');
    const text = await readFile(path.join(root, 'docs/operations/deckcast.service'), 'utf8');
    // The program and the folder exist on the machine of the server, not here.
    const here = text.replace('/usr/bin/node', process.execPath).replace('/opt/deckcast', root);
    await writeFile(unit, here);
    return () => rm(folder, { recursive: true, force: true });
  });

  test('is one that systemd takes', () => {
    expect(execFileSync(analyze, ['verify', '--man=no', unit], { stdio: 'pipe' }).toString()).toBe('');
  });

  test('gives the process little that it does not need', () => {
    // On systemd's scale from 0 to 10, an exposure above the threshold, in tenths, ends with 1.
    expect(() => execFileSync(analyze, ['security', '--offline=true', '--threshold=20', unit])).not.toThrow();
  });
});
