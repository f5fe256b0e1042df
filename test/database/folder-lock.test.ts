import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { FolderLock } from '../../src/database/folder-lock.ts';
import { StartupError } from '../../src/errors.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-lock-'));
  file = path.join(folder, 'deckcast.pid');
});

afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

describe('the lock of a data folder', () => {
  test('a taken folder names its process, and a released one is empty', async () => {
    const lock = await FolderLock.take(folder);
    expect(await readFile(file, 'utf8')).toBe(String(process.pid));
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a second process is refused while the first lives, told which one it is, and changes nothing', async () => {
    await writeFile(file, String(process.ppid));
    const taken = FolderLock.take(folder);
    await expect(taken).rejects.toThrow(StartupError);
    await expect(taken).rejects.toThrow(`process ${process.ppid}`);
    expect(await readFile(file, 'utf8')).toBe(String(process.ppid));
  });

  test('a process of another user is alive, too', async () => {
    await writeFile(file, '4194000');
    jest.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    await expect(FolderLock.take(folder)).rejects.toThrow(StartupError);
  });

  test.each([
    ['a process that is gone', () => String(spawnSync('true').pid)],
    ['nobody', () => ''],
    ['no process', () => 'garbage'],
    ['the process itself, as after a restart in a container', () => String(process.pid)],
  ])('a lock of %s is taken over', async (_, holder) => {
    await writeFile(file, holder());
    const lock = await FolderLock.take(folder);
    expect(await readFile(file, 'utf8')).toBe(String(process.pid));
    await lock.release();
  });

  test('a folder that cannot be written to is a fault of its own', async () => {
    await expect(FolderLock.take(path.join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
