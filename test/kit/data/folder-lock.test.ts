import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FolderLock } from '../../../src/kit/core/folder-lock.ts';
import { StartupError } from '../../../src/kit/core/errors.ts';

let folder: string;
let holderFile: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-lock-'));
  holderFile = path.join(folder, 'deckcast.holder.json');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function expectRefusal(dataDir: string, sentence: RegExp | string): Promise<void> {
  const taken = FolderLock.take(dataDir);
  await expect(taken).rejects.toThrow(StartupError);
  await expect(taken).rejects.toThrow(sentence);
}

describe('the lock of a data folder', () => {
  test('creates the folder and names its holder until it is released', async () => {
    const dataDir = path.join(folder, 'new', 'data');
    const lock = await FolderLock.take(dataDir);
    const file = path.join(dataDir, 'deckcast.holder.json');
    const { pid, host, since } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    expect([pid, host]).toEqual([process.pid, os.hostname()]);
    expect(Math.abs(Date.now() - Date.parse(String(since)))).toBeLessThan(10_000);
    await lock.release();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('refuses a second taker, names the holder and the remedy, and lets it in after the release', async () => {
    const lock = await FolderLock.take(folder);
    const { since } = JSON.parse(await readFile(holderFile, 'utf8')) as { since: string };
    const sentence = `${folder} is in use by process ${process.pid} on host ${os.hostname()} since ${since}: stop that process, or set DATA_DIR`;
    await expectRefusal(folder, sentence);
    await lock.release();
    await (await FolderLock.take(folder)).release();
  });

  test.each(['', 'garbage'])('does not depend on the note about its holder, such as "%s"', async (note) => {
    await writeFile(holderFile, note);
    const lock = await FolderLock.take(folder);
    await writeFile(holderFile, note);
    await expectRefusal(folder, /is in use by another process: stop that process/);
    await lock.release();
  });

  test('refuses a path that cannot be a folder', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await expectRefusal(path.join(folder, 'file', 'data'), /file\/data cannot be written \(ENOTDIR\): .* set DATA_DIR/);
  });

  test('refuses a lock file that is none', async () => {
    const file = path.join(folder, 'deckcast.lock');
    await writeFile(file, 'This is no database, but a text of more than a hundred bytes. '.repeat(20));
    await chmod(file, 0o600);
    await expectRefusal(folder, /cannot be locked \(file is not a database\): .*deckcast\.lock/);
  });
});
